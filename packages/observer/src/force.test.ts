import { cycleSeconds } from '@greenwave/controller/cycle'
import { lampsAt } from '@greenwave/controller/lamps'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { anyClearance, anyProgram } from '@greenwave/controller/testing/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forceAt, knownSettings, longestAllRed } from './force.ts'
import { SCENE_SETTINGS } from './testing/scene.ts'

test('the longest all-red is that of the lamps, counted second by second over two cycles (R5)', () => {
  fc.assert(
    fc.property(anyProgram(1, 60), anyClearance, (program, clearance) => {
      const cycle = cycleSeconds(program, clearance)
      fc.pre(cycle > 0)
      let longest = clearance.redClearance
      let length = 0
      for (let second = 0; second < 2 * cycle; second += 1) {
        length = lampsAt(program, clearance, second).every(({ red }) => red > 0) ? length + 1 : 0
        longest = Math.max(longest, length)
      }
      expect(longestAllRed(program, clearance)).toBe(longest)
    }),
  )
})

const timed = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1000, value }]))

test('in force is what the controller reports where it reports, else what was asked for (R14, R15)', () => {
  const known = knownSettings({ shared: timed(SCENE_SETTINGS), client: timed({ Vang: 5, Program: 2, Plan: 1 }) })
  expect(known && forceAt(known, 0)).toMatchObject({
    clearance: { yellow: 5, redClearance: 2 },
    effect: { plan: 1, program: 2, source: 'reported' },
    scheduledPlan: 1,
  })
})

test('a device whose attributes are no settings has none', () => {
  expect(knownSettings({ shared: timed({ serial: 'A1', Vang: '' }), client: {} })).toBeNull()
})

test('a cycle of any length, such as a mistyped yellow, is computed at once', () => {
  const settings = parseSettings({ ...SCENE_SETTINGS, Vang: Number.MAX_SAFE_INTEGER })
  const [program] = settings.programs
  expect(program && longestAllRed(program, settings.clearance)).toBeGreaterThanOrEqual(2)
})
