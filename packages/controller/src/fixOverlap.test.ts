import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkOverlap } from './checks/overlap.ts'
import type { PerPhase, PhaseNumber } from './controllerLimits.ts'
import { fixOverlap } from './fixOverlap.ts'
import type { Clearance, PhaseTiming } from './settings.ts'
import { anyClearance, anyProgram, nearlySoundProgram, programFrom } from './testing/settings.ts'

const TIMES: Clearance = { yellow: 3, redClearance: 2 }

test.each<
  [string, PerPhase<number>, PerPhase<number>, [PhaseNumber, PhaseNumber], PhaseNumber[], number, PerPhase<number>]
>([
  ['five seconds more green', [35, 20, 15], [0, 35, 60], [1, 2], [2, 3], 5, [0, 40, 65]],
  ['a clearance that is too short', [30, 20, 15], [0, 35, 58], [2, 3], [3], 2, [0, 35, 60]],
  ['another order', [30, 20, 15], [25, 0, 52], [1, 3], [3], 8, [25, 0, 60]],
  ['starts that were left at 0', [30, 20, 15], [0, 0, 0], [1, 2], [2, 3], 35, [0, 35, 35]],
])('(V4) %s is fixed by moving what begins later', (_is, greens, starts, [phase, other], moved, seconds, fixed) => {
  const fix = fixOverlap(programFrom(1, greens, starts).phases, TIMES, { phase, other })
  expect(fix).toEqual({ moved, seconds, phases: programFrom(1, greens, fixed).phases })
})

test('(V4) what would push a start beyond 999 has no fix', () => {
  const { phases } = programFrom(1, [30, 20, 999], [0, 10, 990])
  expect(fixOverlap(phases, TIMES, { phase: 1, other: 2 })).toBeNull()
})

test('(V4) mending the overlaps of any program one after the other ends them all, and changes no green', () => {
  const anyCase = anyClearance.chain((clearance) =>
    fc.record({
      clearance: fc.constant(clearance),
      program: fc.oneof(anyProgram(1, 60), nearlySoundProgram(1, clearance, 4)),
    }),
  )
  fc.assert(
    fc.property(anyCase, ({ clearance, program }) => {
      let { phases } = program
      for (let fixes = 0; fixes <= 3; fixes += 1) {
        const [finding] = checkOverlap({ ...program, phases }, clearance)
        if (!finding) return
        expect(fixes).toBeLessThan(3)
        phases = fixed(phases, clearance, finding.params)
        expect(phases.map(({ green }) => green)).toEqual(program.phases.map(({ green }) => green))
      }
    }),
    { numRuns: 300 },
  )
})

function fixed(phases: PerPhase<PhaseTiming>, clearance: Clearance, params: object): PerPhase<PhaseTiming> {
  const { phase, other } = params as { phase: PhaseNumber; other: PhaseNumber }
  const fix = fixOverlap(phases, clearance, { phase, other })
  if (!fix) throw new Error('a start of a few seconds has a fix')
  return fix.phases
}
