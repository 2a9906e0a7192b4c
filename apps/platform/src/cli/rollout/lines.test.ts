import type { Rollout } from '@greenwave/contract/rollouts'
import { expect, test } from 'vitest'
import { progressLine, reportLines } from './lines.ts'

const NOW = 1_795_309_200_000

test.each([
  [{ Pr1_X1: 31 }, '1 value of TLC-1'],
  [{ Pr1_X1: 31, Pr1_X2: 21 }, '2 values of TLC-1'],
])('a rollout of %j sends %s', (values, said) => {
  const by = { id: 'u', name: 'mai@signal.vn' }
  const rollout = { kind: 'settings', values, by, from: { id: 'd', name: 'TLC-1' }, run: 'over', targets: [] }
  expect(reportLines(rollout as unknown as Rollout, new Map(), NOW)[0]).toBe(said)
})

test.each([
  ['running', { id: 's', until: NOW + 20_000 }, 'running: 1 not sent yet'],
  ['running', { id: 's', until: NOW - 20_000 }, 'broken off: 1 not sent yet'],
  ['running', null, 'broken off: 1 not sent yet'],
  ['stopped', null, 'stopped: 1 not sent yet'],
])('a rollout that is %s with the sender %j is said to be so: %s', (run, sender, said) => {
  const rollout = {
    kind: 'settings',
    values: {},
    run,
    sender,
    targets: [{ id: 'd', was: '1', state: 'todo', at: NOW }],
  }
  expect(progressLine(rollout as unknown as Rollout, NOW)).toBe(said)
})
