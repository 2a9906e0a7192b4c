import type { Rollout } from '@greenwave/contract/rollouts'
import { expect, test } from 'vitest'
import { reportLines } from './lines.ts'

test.each([
  [{ Pr1_X1: 31 }, '1 value of TLC-1'],
  [{ Pr1_X1: 31, Pr1_X2: 21 }, '2 values of TLC-1'],
])('a rollout of %j sends %s', (values, said) => {
  const by = { id: 'u', name: 'mai@signal.vn' }
  const rollout = { kind: 'settings', values, by, from: { id: 'd', name: 'TLC-1' }, run: 'over', targets: [] }
  expect(reportLines(rollout as unknown as Rollout, new Map())[0]).toBe(said)
})
