import type { Rollout } from '@greenwave/contract/records/rollouts'
import { expect, test } from 'vitest'
import { progressLine, reportLines } from './lines.ts'

const NOW = 1_795_309_200_000

const ROLLOUT: Rollout = {
  kind: 'settings',
  values: {},
  from: { id: 'd', name: 'TLC-1' },
  by: { id: 'u', name: 'mai@signal.vn' },
  why: '',
  at: NOW,
  groupSize: 1,
  stopAfter: 1,
  run: 'running',
  tolerated: 0,
  sender: null,
  targets: [{ id: 'd', was: '1', state: 'todo', at: NOW }],
}

test.each([
  [{ Pr1_X1: 31 }, '1 value of TLC-1'],
  [{ Pr1_X1: 31, Pr1_X2: 21 }, '2 values of TLC-1'],
])('a rollout of %j sends %s', (values, said) => {
  expect(reportLines({ ...ROLLOUT, values }, new Map(), NOW)[0]).toBe(said)
})

test.each([
  ['running', NOW + 20_000, 'running: 1 not sent yet'],
  ['running', NOW - 20_000, 'broken off: 1 not sent yet'],
  ['running', null, 'broken off: 1 not sent yet'],
  ['stopped', null, 'stopped: 1 not sent yet'],
] as const)('a rollout that is %s, and sent until %j, is said to be so: %s', (run, until, said) => {
  const sender = until === null ? null : { id: 's', name: 'mai@signal.vn', until }
  expect(progressLine({ ...ROLLOUT, run, sender }, NOW)).toBe(said)
})
