import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PHASES } from './controllerLimits.ts'
import { lampsAt } from './lamps.ts'
import { statedPeriod, timingFigures, totalPeriod } from './period.ts'
import { anyClearance, anyProgram, EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM, programFrom } from './testing/settings.ts'

test('the example has a cycle of 80 s, 65 of them green, and phase 3 waits longest', () => {
  expect(timingFigures(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE)).toEqual({
    cycleSeconds: 80,
    greenShares: [30 / 80, 20 / 80, 15 / 80],
    longestRed: { phase: 3, seconds: 62 },
  })
})

test('a program without green has no figures but zeros', () => {
  expect(timingFigures(programFrom(1, [0, 0, 0], [0, 0, 0]), EXAMPLE_CLEARANCE)).toEqual({
    cycleSeconds: 0,
    greenShares: [0, 0, 0],
    longestRed: null,
  })
})

test('the figures of any program are those of its lamps', () => {
  fc.assert(
    fc.property(anyProgram(1, 40), anyClearance, (program, clearance) => {
      const { cycleSeconds: cycle, greenShares, longestRed } = timingFigures(program, clearance)
      const seconds = Array.from({ length: cycle }, (_, second) => lampsAt(program, clearance, second))
      for (const phase of PHASES) {
        const lamps = seconds.map((all) => all[phase - 1])
        expect(lamps.filter((one) => (one?.green ?? 0) > 0).length).toBe(
          Math.round((greenShares[phase - 1] ?? 0) * cycle),
        )
        const red = lamps.filter((one) => (one?.red ?? 0) > 0).length
        if (red < cycle) expect(red).toBeLessThanOrEqual(longestRed?.seconds ?? -1)
        if (phase === longestRed?.phase) expect(red).toBe(longestRed.seconds)
      }
    }),
    { numRuns: 40 },
  )
})

const SHARED_78 = { ...EXAMPLE_PROGRAM, sharedPeriod: 78 }

test('(R7) shows what the controller reports before anything else', () => {
  expect(totalPeriod(SHARED_78, EXAMPLE_CLEARANCE, { Period_Pr1: '75' })).toEqual({ seconds: 75, source: 'reported' })
})

test('(R7) without a report shows the shared attribute when it is above 0', () => {
  expect(totalPeriod(SHARED_78, EXAMPLE_CLEARANCE, {})).toEqual({ seconds: 78, source: 'shared' })
})

test('(R7) without either shows the computed cycle', () => {
  expect(totalPeriod(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, {})).toEqual({ seconds: 80, source: 'computed' })
  expect(totalPeriod({ ...EXAMPLE_PROGRAM, sharedPeriod: -1 }, EXAMPLE_CLEARANCE, {}).source).toBe('computed')
})

test('(R7) a report that is no number, was deleted, or is of another program is none', () => {
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr1: 'soon' })).toBeUndefined()
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr1: '' })).toBeUndefined()
  expect(statedPeriod(EXAMPLE_PROGRAM, { Period_Pr2: 80 })).toBeUndefined()
})
