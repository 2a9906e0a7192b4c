import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PHASES } from './controllerLimits.ts'
import { lampsAt } from './lamps.ts'
import { anyClearance, anyProgram, EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM, programFrom } from './testing/settings.ts'
import { timingFigures } from './timingFigures.ts'

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
