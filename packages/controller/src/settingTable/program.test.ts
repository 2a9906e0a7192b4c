/**
 * Thirty unsafe and thirty sound programs, each with exactly the findings that the checks must return. Long because the
 * tables are.
 */
import { expect, test } from 'vitest'
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
  readonly program: Program
  readonly clearance: Clearance
  readonly context: ProgramContext
  /** The text of each finding, in order. */
  readonly finds: readonly string[]
}

const times = (yellow: number, redClearance: number): Clearance => ({ yellow, redClearance })

/** Reads cases: what it is, greens, starts, and what is not usual; below each its findings, deeper by two. */
function casesOf(table: string): readonly Case[] {
  return table
    .trimEnd()
    .split(/\n {2}(?! )/)
    .slice(1)
    .map((lines) => {
      const [row = '', ...finds] = lines.split(/\n {4}/)
      const [is = '', greens = '', starts = '', ...unusual] = row.split(' | ')
      const numbers = (text: string) => text.split(' ').map(Number)
      const of = (word: string) =>
        unusual
          .find((text) => text.startsWith(word))
          ?.match(/[\d.]+/g)
          ?.map(Number)
      const [clearance, plans, period] = [of('yellow'), of('plans'), of('period')]
      return {
        ...{ is, finds, clearance: clearance ? times(clearance[0] ?? 0, clearance[1] ?? 0) : EXAMPLE_CLEARANCE },
        program: programFrom(
          1,
          numbers(greens) as unknown as PerPhase<number>,
          numbers(starts) as unknown as PerPhase<number>,
        ),
        context: {
          usedByPlans: (plans ?? []) as PlanNumber[],
          ...(period?.[0] !== undefined && { reportedPeriod: period[0] }),
        },
      }
    })
}

const UNSAFE = casesOf(`
  the example with phase 2 two seconds early | 30 20 15 | 0 33 60
    V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 33, overlap 2, value 0, limit 2
  the example with 3 s for phase 3 | 30 20 3 | 0 35 60
    V2 greenShort Pr1_X3: program 1, phase 3, value 3, limit 5
  the example with a reported period of 75 | 30 20 15 | 0 35 60 | period 75
    V3 periodDiffers Period_Pr1: program 1, value 75, limit 80
  the example with phase 3 five seconds early | 30 20 15 | 0 35 55
    V4 greenDuringYellow Start_Pr1_X3: program 1, phase 2, other 3, at 55, overlap 5
  one second of clearance missing | 30 20 15 | 0 34 60
    V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 34, overlap 1, value 1, limit 2
  a green in the last second of another yellow | 30 20 15 | 0 32 60
    V4 greenDuringYellow Start_Pr1_X2: program 1, phase 1, other 2, at 32, overlap 3
  a green in the last second of another green | 30 20 15 | 0 29 60
    V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 29, overlap 6
  two phases together | 30 30 15 | 0 0 40
    V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 35
  all three phases together | 30 30 30 | 0 0 0
    V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 35
    V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 0, overlap 35
    V4 conflictingGreen Start_Pr1_X3: program 1, phase 2, other 3, at 0, overlap 35
  a short green inside a long one | 50 10 15 | 0 20 60
    V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 20, overlap 15
  the order 3, 1, 2 with 1 too early | 30 20 15 | 18 55 0
    V4 clearanceShort Start_Pr1_X1: program 1, phase 3, other 1, at 18, overlap 2, value 0, limit 2
  the order 2, 1 with 1 in the green of 2 | 30 20 0 | 15 0 0
    V4 conflictingGreen Start_Pr1_X1: program 1, phase 2, other 1, at 15, overlap 10
  starts all left at 0 while greens were typed | 30 20 15 | 0 0 0
    V4 conflictingGreen Start_Pr1_X2: program 1, phase 1, other 2, at 0, overlap 25
    V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 0, overlap 20
    V4 conflictingGreen Start_Pr1_X3: program 1, phase 2, other 3, at 0, overlap 20
  phases 1 and 3 conflicting over a whole phase 2 | 70 20 20 | 0 80 60
    V4 conflictingGreen Start_Pr1_X3: program 1, phase 1, other 3, at 60, overlap 15
    V4 greenDuringYellow Start_Pr1_X2: program 1, phase 3, other 2, at 80, overlap 5
  a green of 1 s | 1 30 20 | 0 6 41
    V2 greenShort Pr1_X1: program 1, phase 1, value 1, limit 5
  a green of 4 s | 30 4 20 | 0 35 44
    V2 greenShort Pr1_X2: program 1, phase 2, value 4, limit 5
  three short greens | 4 3 2 | 0 9 17
    V2 greenShort Pr1_X1: program 1, phase 1, value 4, limit 5
    V2 greenShort Pr1_X2: program 1, phase 2, value 3, limit 5
    V2 greenShort Pr1_X3: program 1, phase 3, value 2, limit 5
    V5 cycleShort Period_Pr1: program 1, value 24, limit 30
  a green of 121 s | 121 10 0 | 0 126 0
    V2 greenLong Pr1_X1: program 1, phase 1, value 121, limit 120
  a green and a cycle beyond all measure | 999 10 0 | 0 1004 0
    V1 outOfRange Start_Pr1_X2: value 1004, min 0, max 999
  a cycle of 29 s | 12 7 0 | 0 17 0
    V5 cycleShort Period_Pr1: program 1, value 29, limit 30
  a cycle of 151 s | 70 41 25 | 0 75 121
    V5 cycleLong Period_Pr1: program 1, value 151, limit 150
  a sixth of the cycle unused before phase 1 | 30 20 15 | 20 55 80
    V5 unusedTime Period_Pr1: program 1, value 20, cycle 100, percent 20, limit 15
  unused time between phases | 30 20 15 | 0 45 76
    V5 unusedTime Period_Pr1: program 1, value 16, cycle 96, percent 16.7, limit 15
  a phase taken out and its time left unused | 30 0 15 | 0 35 60
    V5 unusedTime Period_Pr1: program 1, value 25, cycle 80, percent 31.3, limit 15
  no phase served while plans 1 and 3 use it | 0 0 0 | 0 0 0 | plans 1 3
    V2 programWithoutGreen Period_Pr1: program 1, plans 1, 3
  red clearance raised to 4 under starts made for 2 | 30 20 15 | 0 35 60 | yellow 3, red clearance 4
    V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 35, overlap 2, value 2, limit 4
    V4 clearanceShort Start_Pr1_X3: program 1, phase 2, other 3, at 60, overlap 2, value 2, limit 4
  yellow raised to 6 under starts made for 3 | 30 20 15 | 0 35 60 | yellow 6, red clearance 2
    V4 greenDuringYellow Start_Pr1_X2: program 1, phase 1, other 2, at 35, overlap 3
    V4 greenDuringYellow Start_Pr1_X3: program 1, phase 2, other 3, at 60, overlap 3
  a green above 999 s | 1000 20 15 | 0 35 60
    V1 outOfRange Pr1_X1: value 1000, min 0, max 999
  a negative start | 30 20 15 | -5 35 60
    V1 outOfRange Start_Pr1_X1: value -5, min 0, max 999
  a half second | 30 20.5 15 | 0 35 60
    V1 notWhole Pr1_X2: value 20.5
  an empty field | 30 20 NaN | 0 35 60
    V1 notANumber Pr1_X3: value null
  several faults at once | 30 4 100 | 0 33 60
    V2 greenShort Pr1_X2: program 1, phase 2, value 4, limit 5
    V4 clearanceShort Start_Pr1_X2: program 1, phase 1, other 2, at 33, overlap 2, value 0, limit 2
    V5 cycleLong Period_Pr1: program 1, value 165, limit 150
`)

const SOUND = casesOf(`
  the worked example | 30 20 15 | 0 35 60
  the worked example, reported period and all | 30 20 15 | 0 35 60 | plans 1 | period 80
  the order 2, 1, 3 | 30 20 15 | 25 0 60
  the order 3, 2, 1 | 30 20 15 | 45 20 0
  the order 3, 1, 2 | 30 20 15 | 20 55 0
  two phases only | 40 30 0 | 0 45 0
  phases 1 and 3 only | 40 0 30 | 0 0 45
  phases 2 and 3 only | 0 40 30 | 0 0 45
  a phase that is not served with a start inside another | 40 0 30 | 0 10 45
  one phase only | 40 0 0 | 0 0 0
  one phase only, the third | 0 0 60 | 0 0 0
  not set up and not used | 0 0 0 | 0 0 0
  not served and not used, with starts left over | 0 0 0 | 0 35 60
  the shortest greens of 5 s | 5 5 10 | 0 10 20
  the longest green of 120 s | 120 20 0 | 0 125 0
  the shortest cycle of 30 s | 12 8 0 | 0 17 0
  the longest cycle of 150 s | 70 40 25 | 0 75 120
  one second more than the clearance | 30 20 15 | 0 36 61
  exactly 15 % unused | 42 33 0 | 0 62 0
  a start of 14 s before the first green | 30 30 15 | 14 49 84
  yellow 4 | 30 20 15 | 0 36 62 | yellow 4, red clearance 2
  yellow 5 and red clearance 3 | 30 20 15 | 0 38 66 | yellow 5, red clearance 3
  yellow 6 and red clearance 6 | 30 20 15 | 0 42 74 | yellow 6, red clearance 6
  red clearance 1 under starts made for 2 | 30 20 15 | 0 35 60 | yellow 3, red clearance 1
  no red clearance, which is for the times to say | 30 20 15 | 0 33 56 | yellow 3, red clearance 0
  a short yellow, which is for the times to say | 30 20 15 | 0 34 58 | yellow 2, red clearance 2
  a morning peak | 45 30 20 | 0 50 85
  an evening peak | 30 50 20 | 0 35 90
  a quiet night | 15 10 8 | 0 20 35
  equal shares | 25 25 25 | 0 30 60
  a tenth unused at the junction | 30 20 15 | 5 40 67
  used by every plan | 35 25 10 | 0 40 70 | plans 1 2 3 4 5 6
`)

const check = ({ program, clearance, context }: Case) => checkProgram(program, clearance, context)

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
