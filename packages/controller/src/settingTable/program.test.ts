/**
 * Thirty unsafe and thirty sound programs, each with exactly the findings that the checks must return. Long because the
 * tables are.
 */
import { expect, test } from 'vitest'
import type { CheckId, FindingCode } from '../checks/finding.ts'
import { plansUsing } from '../checks/program.ts'
import type { PerPhase, PlanNumber } from '../controllerLimits.ts'
import { periodKey } from '../keys.ts'
import type { Clearance, Program } from '../settings.ts'
import { findingText } from '../testing/findingText.ts'
import {
  EXAMPLE_CLEARANCE,
  EXAMPLE_PROGRAM,
  EXAMPLE_SCHEDULE,
  planFrom,
  programFrom,
  settingsWith,
} from '../testing/settings.ts'
import { describeFinding } from './describe.ts'
import { programRow } from './program.ts'

/** The plans and reports that concern a program. */
interface ProgramContext {
  readonly usedByPlans?: readonly PlanNumber[]
  readonly reportedPeriod?: number
}

/** Checks a stored program that plans use and for which a period is reported. */
function checkProgram(
  program: Program,
  clearance: Clearance,
  { usedByPlans = [], reportedPeriod }: ProgramContext = {},
) {
  const plans = usedByPlans.map((plan) => planFrom(plan, `0${plan}:00`, program.number))
  const settings = settingsWith({ clearance, plans, programs: [program] })
  const reported = reportedPeriod === undefined ? {} : { [periodKey(program.number)]: reportedPeriod }
  return programRow.at({ program: program.number }).check(program, { settings, reported })
}

interface Case {
  readonly is: string
  readonly greens: PerPhase<number>
  readonly starts: PerPhase<number>
  readonly clearance?: Clearance
  readonly context?: ProgramContext
}

interface UnsafeCase extends Case {
  /** The text of each finding, in order. */
  readonly finds: readonly `${CheckId} ${FindingCode} ${string}: ${string}`[]
}

const times = (yellow: number, redClearance: number): Clearance => ({ yellow, redClearance })
const used = (...usedByPlans: PlanNumber[]): ProgramContext => ({ usedByPlans })

const UNSAFE: readonly UnsafeCase[] = [
  {
    is: 'the example with phase 2 two seconds early',
    greens: [30, 20, 15],
    starts: [0, 33, 60],
    finds: ['V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 33, overlap 2, value 0, limit 2'],
  },
  {
    is: 'the example with 3 s for phase 3',
    greens: [30, 20, 3],
    starts: [0, 35, 60],
    finds: ['V2 greenShort Pr1_X3: program 1, phase 3, value 3, limit 5'],
  },
  {
    is: 'the example with a reported period of 75',
    greens: [30, 20, 15],
    starts: [0, 35, 60],
    context: { reportedPeriod: 75 },
    finds: ['V3 periodDiffers Period_Pr1: program 1, value 75, limit 80'],
  },
  {
    is: 'the example with phase 3 five seconds early',
    greens: [30, 20, 15],
    starts: [0, 35, 55],
    finds: ['V4 greenDuringYellow Start_Pr1_X3: program 1, phase 2, other 3, at 55, overlap 5'],
  },
  {
    is: 'one second of clearance missing',
    greens: [30, 20, 15],
    starts: [0, 34, 60],
    finds: ['V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 34, overlap 1, value 1, limit 2'],
  },
  {
    is: 'a green in the last second of another yellow',
    greens: [30, 20, 15],
    starts: [0, 32, 60],
    finds: ['V4 greenDuringYellow Start_Pr1_X2: program 1, phase 1, other 2, at 32, overlap 3'],
  },
  {
    is: 'a green in the last second of another green',
    greens: [30, 20, 15],
    starts: [0, 29, 60],
    finds: ['V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 29, overlap 6'],
  },
  {
    is: 'two phases together',
    greens: [30, 30, 15],
    starts: [0, 0, 40],
    finds: ['V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 35'],
  },
  {
    is: 'all three phases together',
    greens: [30, 30, 30],
    starts: [0, 0, 0],
    finds: [
      'V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 35',
      'V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 0, overlap 35',
      'V4 conflictingGreen Start_Pr1_X3: program 1, phase 2, other 3, at 0, overlap 35',
    ],
  },
  {
    is: 'a short green inside a long one',
    greens: [50, 10, 15],
    starts: [0, 20, 60],
    finds: ['V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 20, overlap 15'],
  },
  {
    is: 'the order 3, 1, 2 with 1 too early',
    greens: [30, 20, 15],
    starts: [18, 55, 0],
    finds: ['V4 clearanceShort Start_Pr1_X1: program 1, phase 3, other 1, at 18, overlap 2, value 0, limit 2'],
  },
  {
    is: 'the order 2, 1 with 1 in the green of 2',
    greens: [30, 20, 0],
    starts: [15, 0, 0],
    finds: ['V4 conflictingGreen Start_Pr1_X1: program 1, phase 2, other 1, at 15, overlap 10'],
  },
  {
    is: 'starts all left at 0 while greens were typed',
    greens: [30, 20, 15],
    starts: [0, 0, 0],
    finds: [
      'V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 25',
      'V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 0, overlap 20',
      'V4 conflictingGreen Start_Pr1_X3: program 1, phase 2, other 3, at 0, overlap 20',
    ],
  },
  {
    is: 'phases 1 and 3 conflicting over a whole phase 2',
    greens: [70, 20, 20],
    starts: [0, 80, 60],
    finds: [
      'V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 60, overlap 15',
      'V4 greenDuringYellow Start_Pr1_X2: program 1, phase 3, other 2, at 80, overlap 5',
    ],
  },
  {
    is: 'a green of 1 s',
    greens: [1, 30, 20],
    starts: [0, 6, 41],
    finds: ['V2 greenShort Pr1_X1: program 1, phase 1, value 1, limit 5'],
  },
  {
    is: 'a green of 4 s',
    greens: [30, 4, 20],
    starts: [0, 35, 44],
    finds: ['V2 greenShort Pr1_X2: program 1, phase 2, value 4, limit 5'],
  },
  {
    is: 'three short greens',
    greens: [4, 3, 2],
    starts: [0, 9, 17],
    finds: [
      'V2 greenShort Pr1_X1: program 1, phase 1, value 4, limit 5',
      'V2 greenShort Pr1_X2: program 1, phase 2, value 3, limit 5',
      'V2 greenShort Pr1_X3: program 1, phase 3, value 2, limit 5',
      'V5 cycleShort Period_Pr1: program 1, value 24, limit 30',
    ],
  },
  {
    is: 'a green of 121 s',
    greens: [121, 10, 0],
    starts: [0, 126, 0],
    finds: ['V2 greenLong Pr1_X1: program 1, phase 1, value 121, limit 120'],
  },
  {
    is: 'a green and a cycle beyond all measure',
    greens: [999, 10, 0],
    starts: [0, 1004, 0],
    finds: ['V1 outOfRange Start_Pr1_X2: value 1004, min 0, max 999'],
  },
  {
    is: 'a cycle of 29 s',
    greens: [12, 7, 0],
    starts: [0, 17, 0],
    finds: ['V5 cycleShort Period_Pr1: program 1, value 29, limit 30'],
  },
  {
    is: 'a cycle of 151 s',
    greens: [70, 41, 25],
    starts: [0, 75, 121],
    finds: ['V5 cycleLong Period_Pr1: program 1, value 151, limit 150'],
  },
  {
    is: 'a sixth of the cycle unused before phase 1',
    greens: [30, 20, 15],
    starts: [20, 55, 80],
    finds: ['V5 unusedTime Period_Pr1: program 1, value 20, cycle 100, percent 20, limit 15'],
  },
  {
    is: 'unused time between phases',
    greens: [30, 20, 15],
    starts: [0, 45, 76],
    finds: ['V5 unusedTime Period_Pr1: program 1, value 16, cycle 96, percent 16.7, limit 15'],
  },
  {
    is: 'a phase taken out and its time left unused',
    greens: [30, 0, 15],
    starts: [0, 35, 60],
    finds: ['V5 unusedTime Period_Pr1: program 1, value 25, cycle 80, percent 31.3, limit 15'],
  },
  {
    is: 'no phase served while plans 1 and 3 use it',
    greens: [0, 0, 0],
    starts: [0, 0, 0],
    context: used(1, 3),
    finds: ['V2 programWithoutGreen Period_Pr1: program 1, plans 1, 3'],
  },
  {
    is: 'red clearance raised to 4 under starts made for 2',
    greens: [30, 20, 15],
    starts: [0, 35, 60],
    clearance: times(3, 4),
    finds: [
      'V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 35, overlap 2, value 2, limit 4',
      'V4 clearanceShort Start_Pr1_X3: program 1, phase 2, other 3, at 60, overlap 2, value 2, limit 4',
    ],
  },
  {
    is: 'yellow raised to 6 under starts made for 3',
    greens: [30, 20, 15],
    starts: [0, 35, 60],
    clearance: times(6, 2),
    finds: [
      'V4 greenDuringYellow Start_Pr1_X2: program 1, phase 1, other 2, at 35, overlap 3',
      'V4 greenDuringYellow Start_Pr1_X3: program 1, phase 2, other 3, at 60, overlap 3',
    ],
  },
  {
    is: 'a green above 999 s',
    greens: [1000, 20, 15],
    starts: [0, 35, 60],
    finds: ['V1 outOfRange Pr1_X1: value 1000, min 0, max 999'],
  },
  {
    is: 'a negative start',
    greens: [30, 20, 15],
    starts: [-5, 35, 60],
    finds: ['V1 outOfRange Start_Pr1_X1: value -5, min 0, max 999'],
  },
  { is: 'a half second', greens: [30, 20.5, 15], starts: [0, 35, 60], finds: ['V1 notWhole Pr1_X2: value 20.5'] },
  {
    is: 'an empty field',
    greens: [30, 20, Number.NaN],
    starts: [0, 35, 60],
    finds: ['V1 notANumber Pr1_X3: value null'],
  },
  {
    is: 'several faults at once',
    greens: [30, 4, 100],
    starts: [0, 33, 60],
    finds: [
      'V2 greenShort Pr1_X2: program 1, phase 2, value 4, limit 5',
      'V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 33, overlap 2, value 0, limit 2',
      'V5 cycleLong Period_Pr1: program 1, value 165, limit 150',
    ],
  },
]

const SOUND: readonly Case[] = [
  { is: 'the worked example', greens: [30, 20, 15], starts: [0, 35, 60] },
  {
    is: 'the worked example, reported period and all',
    greens: [30, 20, 15],
    starts: [0, 35, 60],
    context: { reportedPeriod: 80, usedByPlans: [1] },
  },
  { is: 'the order 2, 1, 3', greens: [30, 20, 15], starts: [25, 0, 60] },
  { is: 'the order 3, 2, 1', greens: [30, 20, 15], starts: [45, 20, 0] },
  { is: 'the order 3, 1, 2', greens: [30, 20, 15], starts: [20, 55, 0] },
  { is: 'two phases only', greens: [40, 30, 0], starts: [0, 45, 0] },
  { is: 'phases 1 and 3 only', greens: [40, 0, 30], starts: [0, 0, 45] },
  { is: 'phases 2 and 3 only', greens: [0, 40, 30], starts: [0, 0, 45] },
  { is: 'a phase that is not served with a start inside another', greens: [40, 0, 30], starts: [0, 10, 45] },
  { is: 'one phase only', greens: [40, 0, 0], starts: [0, 0, 0] },
  { is: 'one phase only, the third', greens: [0, 0, 60], starts: [0, 0, 0] },
  { is: 'not set up and not used', greens: [0, 0, 0], starts: [0, 0, 0] },
  { is: 'not served and not used, with starts left over', greens: [0, 0, 0], starts: [0, 35, 60] },
  { is: 'the shortest greens of 5 s', greens: [5, 5, 10], starts: [0, 10, 20] },
  { is: 'the longest green of 120 s', greens: [120, 20, 0], starts: [0, 125, 0] },
  { is: 'the shortest cycle of 30 s', greens: [12, 8, 0], starts: [0, 17, 0] },
  { is: 'the longest cycle of 150 s', greens: [70, 40, 25], starts: [0, 75, 120] },
  { is: 'one second more than the clearance', greens: [30, 20, 15], starts: [0, 36, 61] },
  { is: 'exactly 15 % unused', greens: [42, 33, 0], starts: [0, 62, 0] },
  { is: 'a start of 14 s before the first green', greens: [30, 30, 15], starts: [14, 49, 84] },
  { is: 'yellow 4', greens: [30, 20, 15], starts: [0, 36, 62], clearance: times(4, 2) },
  { is: 'yellow 5 and red clearance 3', greens: [30, 20, 15], starts: [0, 38, 66], clearance: times(5, 3) },
  { is: 'yellow 6 and red clearance 6', greens: [30, 20, 15], starts: [0, 42, 74], clearance: times(6, 6) },
  { is: 'red clearance 1 under starts made for 2', greens: [30, 20, 15], starts: [0, 35, 60], clearance: times(3, 1) },
  {
    is: 'no red clearance, which is for the times to say',
    greens: [30, 20, 15],
    starts: [0, 33, 56],
    clearance: times(3, 0),
  },
  {
    is: 'a short yellow, which is for the times to say',
    greens: [30, 20, 15],
    starts: [0, 34, 58],
    clearance: times(2, 2),
  },
  { is: 'a morning peak', greens: [45, 30, 20], starts: [0, 50, 85] },
  { is: 'an evening peak', greens: [30, 50, 20], starts: [0, 35, 90] },
  { is: 'a quiet night', greens: [15, 10, 8], starts: [0, 20, 35] },
  { is: 'equal shares', greens: [25, 25, 25], starts: [0, 30, 60] },
  { is: 'a tenth unused at the junction', greens: [30, 20, 15], starts: [5, 40, 67] },
  { is: 'used by every plan', greens: [35, 25, 10], starts: [0, 40, 70], context: used(1, 2, 3, 4, 5, 6) },
]

function check({ greens, starts, clearance = EXAMPLE_CLEARANCE, context = {} }: Case) {
  return checkProgram(programFrom(1, greens, starts), clearance, context)
}

test('there are at least thirty of each, all different', () => {
  expect(UNSAFE.length).toBeGreaterThanOrEqual(30)
  expect(SOUND.length).toBeGreaterThanOrEqual(30)
  expect(new Set([...UNSAFE, ...SOUND].map((one) => one.is)).size).toBe(UNSAFE.length + SOUND.length)
})

test.each(UNSAFE)('(V1) (V2) (V3) (V4) (V5) unsafe: $is', (unsafe) => {
  const findings = check(unsafe)
  expect(findings.map(findingText)).toEqual(unsafe.finds)
  for (const finding of findings) {
    expect(finding.level).toBe(finding.check === 'V1' ? 'error' : 'warning')
    expect(describeFinding(finding)).toMatch(/^(Advice: |Danger: )?\S.+\.$/)
  }
})

test.each(SOUND)('(V1) (V2) (V3) (V4) (V5) sound: $is', (sound) => {
  expect(check(sound)).toEqual([])
})

test.each([79, 81, 0])('(V3) a reported period of %d differs from 80', (reportedPeriod) => {
  const findings = checkProgram(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, { reportedPeriod })
  expect(findings.map((finding) => finding.code)).toEqual(['periodDiffers'])
})

test('(V2) the plans that use a program are the enabled ones', () => {
  expect(plansUsing(EXAMPLE_SCHEDULE, 1)).toEqual([1, 3, 5])
  expect(plansUsing(EXAMPLE_SCHEDULE, 6)).toEqual([])
  const disabled = {
    ...EXAMPLE_SCHEDULE,
    plans: EXAMPLE_SCHEDULE.plans.map((plan) => ({ ...plan, enabled: plan.number !== 3 })),
  }
  expect(plansUsing(disabled, 1)).toEqual([1, 5])
})

test('(V1) a program is checked no further while yellow or red clearance are out of range', () => {
  expect(checkProgram(programFrom(1, [30, 20, 15], [0, 0, 0]), times(-1, 2))).toEqual([])
})
