import { eventTs, type JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import { expect, test } from 'vitest'

test('events of different kinds in one second are written at different times', () => {
  const at = 1_795_000_000_000
  const incidents = INCIDENT_CODES.flatMap((code) =>
    (['raised', 'cleared'] as const).map(
      (edge): JunctionEvent => ({ kind: 'incident', at, edge, code, severity: 'MAJOR', since: at }),
    ),
  )
  const others: readonly JunctionEvent[] = [
    { kind: 'connection', at, connected: true },
    { kind: 'connection', at, connected: false },
    { kind: 'mode', at, mode: 4 },
    { kind: 'plan', at, plan: 1, program: 1 },
  ]
  const times = [...incidents, ...others].map(eventTs)
  expect(new Set(times).size).toBe(times.length)
})
