import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleSeconds } from '../cycle.ts'
import { conflicts, run } from '../testing/engineRun.ts'
import {
  anyClearance,
  anyProgram,
  nearlySoundProgram,
  planFrom,
  settingsWith,
  soundProgram,
} from '../testing/settings.ts'
import type { FindingCode } from './finding.ts'
import { checkOverlap } from './overlap.ts'

/** Programs whose phases overlap, touch or are a few seconds apart, and arbitrary ones. */
const anyCase = anyClearance.chain((clearance) =>
  fc.record({
    clearance: fc.constant(clearance),
    program: fc.oneof(
      { weight: 3, arbitrary: nearlySoundProgram(1, clearance, 3) },
      { weight: 1, arbitrary: anyProgram(1, 30) },
    ),
  }),
)

test('(V4) names exactly the pairs of phases that meet on the street, second by second, run by the engine', () => {
  fc.assert(
    fc.property(anyCase, ({ clearance, program }) => {
      const settings = settingsWith({ clearance, plans: [planFrom(1, '00:00', 1)], programs: [program] })
      const cycle = cycleSeconds(program, clearance)
      const met = cycle === 0 ? [] : conflicts(run(settings, 10 * cycle, 2 * cycle), clearance.redClearance)
      const named = checkOverlap(program, clearance).map(pairOf).sort()
      expect(named).toEqual(met)
    }),
    { numRuns: 400 },
  )
})

test('(V4) tells whether two greens meet, a green a yellow, or the clearance is short', () => {
  fc.assert(
    fc.property(anyCase, ({ clearance, program }) => {
      const settings = settingsWith({ clearance, plans: [planFrom(1, '00:00', 1)], programs: [program] })
      const cycle = cycleSeconds(program, clearance)
      const states = cycle === 0 ? [] : run(settings, 10 * cycle, 2 * cycle)
      for (const finding of checkOverlap(program, clearance)) {
        const [a = 0, b = 0] = pairOf(finding).split('-').map(Number)
        const meet = (one: 'green' | 'yellow', other: 'green' | 'yellow') =>
          states.some(({ lamps }) => (lamps[a - 1]?.[one] ?? 0) > 0 && (lamps[b - 1]?.[other] ?? 0) > 0)
        const expected: FindingCode = meet('green', 'green')
          ? 'conflictingGreen'
          : meet('green', 'yellow') || meet('yellow', 'green')
            ? 'greenDuringYellow'
            : 'clearanceShort'
        expect(finding.code).toBe(expected)
      }
    }),
    { numRuns: 200 },
  )
})

test('(V4) never accuses a program whose phases follow one another', () => {
  const anySound = anyClearance.chain((clearance) => fc.tuple(soundProgram(1, clearance), fc.constant(clearance)))
  fc.assert(
    fc.property(anySound, ([program, clearance]) => {
      expect(checkOverlap(program, clearance)).toEqual([])
    }),
  )
})

function pairOf({ params }: { readonly params: object }): string {
  const { phase, other } = params as { readonly phase: number; readonly other: number }
  return phase < other ? `${phase}-${other}` : `${other}-${phase}`
}
