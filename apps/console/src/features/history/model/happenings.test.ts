import { expect, test } from 'vitest'
import { type Happened, happeningsOf, nextHappening } from './happenings.ts'

const SNAPSHOT: Happened = {
  events: [
    { kind: 'connection', at: 5000, connected: true },
    { kind: 'incident', at: 20_000, edge: 'raised', code: 'dark', severity: 'MAJOR', since: 18_000 },
    { kind: 'plan', at: 30_000, plan: 2, program: 2 },
    { kind: 'mode', at: 60_300, mode: 0 },
  ],
  changes: [
    {
      atMs: 29_500,
      who: 'mai@signal.vn',
      words: ['Mode: 4 → 0'],
      values: [],
      until: undefined,
      why: '',
      clock: null,
      isTaken: true,
    },
  ],
  incidents: undefined,
  recordedIncidents: [{ code: 'dark', severity: 'MAJOR', sinceMs: 18_000, clearedMs: 40_000 }],
  gaps: [{ fromMs: 50_000, untilMs: 63_000 }],
  rebuilt: [{ fromMs: 0, untilMs: 50_000 }],
}

test('what happened is one list, and an incident is one row of it', () => {
  expect(happeningsOf(SNAPSHOT).map(({ kind, atMs, untilMs }) => [kind, atMs, untilMs])).toEqual([
    ['rebuilt', 0, 50_000],
    ['connection', 5000, null],
    ['incident', 18_000, 40_000],
    ['change', 29_500, null],
    ['plan', 30_000, null],
    ['gap', 50_000, 63_000],
    ['mode', 60_300, null],
  ])
})

test('jumps go to incidents and changes, each once, whatever part of the second they happened in', () => {
  const all = happeningsOf(SNAPSHOT)
  const way = (atMs: number, direction: 1 | -1) => nextHappening(all, atMs, direction)?.atMs
  expect([way(0, 1), way(18_000, 1), way(29_000, 1), way(30_000, 1), way(60_000, 1)]).toEqual([
    ...[18_000, 29_500, 30_000, 60_300],
    undefined,
  ])
  expect([way(90_000, -1), way(60_000, -1), way(18_000, -1)]).toEqual([60_300, 30_000, undefined])
})
