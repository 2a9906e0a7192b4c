import { expect, test } from 'vitest'
import { saysStill } from './saysStill.ts'

test('a clock is said anew when it has gone 5 s and a fifth further, in either direction', () => {
  for (const [said, now, still] of [
    [6, 10, true],
    [6, 11, false],
    [40, 47, true],
    [40, 48, false],
    [40, 32, false],
    [-40, -45, true],
    [-6, 6, false],
    [3600, 4000, true],
  ] as const)
    expect([said, now, saysStill({ aheadSeconds: said }, { aheadSeconds: now })]).toEqual([said, now, still])
})

test('another number of settings, program, plan or kind of deviation is said anew, another length is not', () => {
  const cycle = (program: number, seconds: number) => ({ what: 'cycle', program, seconds, setSeconds: 93 }) as const
  expect(saysStill({ settings: 3 }, { settings: 3 })).toBe(true)
  expect(saysStill({ settings: 3 }, { settings: 4 })).toBe(false)
  expect(saysStill(cycle(2, 72), cycle(2, 75))).toBe(true)
  expect(saysStill(cycle(2, 72), cycle(3, 72))).toBe(false)
  expect(saysStill({ seconds: 35 }, { seconds: 95 })).toBe(true)
  const plan = (plan: number | null, scheduled: number) => ({ what: 'plan', plan, scheduled }) as const
  expect(saysStill(plan(2, 1), plan(2, 1))).toBe(true)
  expect(saysStill(plan(2, 1), plan(3, 1))).toBe(false)
  expect(saysStill(plan(2, 1), plan(2, 3))).toBe(false)
  expect(saysStill(cycle(2, 72), { what: 'mode', seconds: 72 })).toBe(false)
})
