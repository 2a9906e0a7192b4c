import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { expect, test } from 'vitest'
import { connectionsIn, incidentsIn, modesIn, plansIn, valueAt } from './stretches.ts'

const SPAN = { fromMs: 10_000, untilMs: 2_000_000 }

const plan = (at: number, number: number, program: number | null): JunctionEvent => ({
  kind: 'plan',
  at,
  plan: number,
  program,
})
const cycle = (startMs: number, number: 1 | 2 | null) => ({ startMs, plan: number, program: number })

test('a plan is in effect from its event on, also from one before the span, until the next', () => {
  const plans = plansIn([plan(5000, 1, 1), plan(70_000, 2, 9), plan(90_000, 2, null)], [], SPAN)
  expect(plans).toEqual([
    { fromMs: 10_000, untilMs: 70_000, value: { plan: 1, program: 1 } },
    { fromMs: 70_000, untilMs: 2_000_000, value: { plan: 2, program: null } },
  ])
  expect([9999, 10_000, 69_999, 70_000, 2_000_000].map((ms) => valueAt(plans, ms)?.plan)).toEqual([
    undefined,
    1,
    1,
    2,
    undefined,
  ])
})

test('records tell the plan where no event was written, but not of the cycle in which an event changed it', () => {
  const events = [plan(100_000, 2, 2)]
  const cycles = [cycle(20_000, 1), cycle(60_000, null), cycle(100_500, 1), cycle(900_000, 1)]
  expect(plansIn(events, cycles, SPAN).map(({ fromMs, value }) => [fromMs, value.plan])).toEqual([
    [20_000, 1],
    [100_000, 2],
    [900_000, 1],
  ])
})

test('modes and connections hold until the next event of their kind', () => {
  const events: JunctionEvent[] = [
    { kind: 'connection', at: 1000, connected: true },
    { kind: 'mode', at: 20_000, mode: 0 },
    { kind: 'connection', at: 30_000, connected: false },
    { kind: 'mode', at: 40_000, mode: 4 },
  ]
  expect(modesIn(events, SPAN).map(({ fromMs, value }) => [fromMs, value])).toEqual([
    [20_000, 0],
    [40_000, 4],
  ])
  expect(connectionsIn(events, SPAN).map(({ fromMs, untilMs, value }) => [fromMs, untilMs, value])).toEqual([
    [10_000, 30_000, true],
    [30_000, 2_000_000, false],
  ])
})

test('an incident is one, whichever of its events are known', () => {
  const incident = (edge: 'raised' | 'cleared', at: number, since: number): JunctionEvent => ({
    ...{ kind: 'incident', code: 'dark', severity: edge === 'raised' ? 'MAJOR' : 'MINOR' },
    ...{ edge, at, since },
  })
  const told = [incident('cleared', 4000, 1000), incident('raised', 6000, 6000), incident('cleared', 9000, 6000)]
  expect(incidentsIn([...told, incident('raised', 9500, 9500)])).toEqual([
    { code: 'dark', severity: 'MINOR', sinceMs: 1000, clearedMs: 4000 },
    { code: 'dark', severity: 'MAJOR', sinceMs: 6000, clearedMs: 9000 },
    { code: 'dark', severity: 'MAJOR', sinceMs: 9500, clearedMs: null },
  ])
})
