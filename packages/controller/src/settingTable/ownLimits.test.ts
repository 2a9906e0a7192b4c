/** The limits that a junction has of its own (V2, V5, V6), as the rows of the table apply them. */
import { expect, test } from 'vitest'
import type { OwnLimits } from '../checks/ownLimits.ts'
import { EXAMPLE_SCHEDULE } from '../testing/settings.ts'
import { writeSettings } from './allSettings.ts'
import { checkAll } from './checkAll.ts'
import { clearanceRow } from './clearance.ts'
import { describeFinding } from './describe.ts'
import { programRow } from './program.ts'

/** The example has greens of 30, 20 and 15 s, 3 s of yellow, 2 s of red clearance and a cycle of 80 s. */
const LIMITS: OwnLimits = {
  greens: [{ seconds: 31, crossingM: 25, walkingMps: 1.07 }, { seconds: 4, crossingM: 3, walkingMps: 1.2 }, null],
  yellow: { seconds: 4, phase: 1, speedKmh: 60, gradePercent: -2 },
  redClearance: { seconds: 3, phase: 2, speedKmh: 40, widthM: 24 },
  shortestCycle: 81,
  longestCycle: null,
}

const program = programRow.at({ program: 1 })
const ofProgram = (limits: OwnLimits) =>
  program
    .check(program.of(EXAMPLE_SCHEDULE), { settings: EXAMPLE_SCHEDULE, limits })
    .map(({ check, code, field }) => `${check} ${code} ${field}`)
const ofTimes = (yellow: number, redClearance: number) =>
  clearanceRow
    .at({})
    .check({ yellow, redClearance }, { settings: { ...EXAMPLE_SCHEDULE, plans: [] }, limits: LIMITS })
    .map(({ check, code }) => `${check} ${code}`)

test('(V2) (V5) a green in which people cannot cross here, and a cycle below what was set here, are found', () => {
  expect(ofProgram(LIMITS)).toEqual(['V2 greenShortToWalk Pr1_X1', 'V5 cycleShortHere Period_Pr1'])
  expect(ofProgram({ ...LIMITS, greens: [null, null, null], shortestCycle: null, longestCycle: 79 })).toEqual([
    'V5 cycleLongHere Period_Pr1',
  ])
})

test('(V5) the limits of the cycle that were set here replace the general ones', () => {
  const [first, ...others] = EXAMPLE_SCHEDULE.programs
  if (!first) throw new Error('the example has programs')
  const short = {
    ...first,
    phases: [
      { green: 20, start: 0 },
      { green: 0, start: 0 },
      { green: 0, start: 0 },
    ],
  } as const
  const settings = { ...EXAMPLE_SCHEDULE, programs: [short, ...others] }
  expect(program.check(short, { settings }).map(({ code }) => code)).toEqual(['cycleShort'])
  expect(
    program.check(short, { settings, limits: { ...LIMITS, greens: [null, null, null], shortestCycle: 25 } }),
  ).toEqual([])
})

test.each([
  [3, 2, ['V6 yellowShortHere', 'V6 redClearanceShortHere']],
  [2, 0, ['V6 yellowShortHere', 'V6 redClearanceShortHere']],
  [4, 3, []],
  [7, 7, ['V6 yellowLong', 'V6 redClearanceLong']],
] as const)('(V6) a yellow of %d s and a red clearance of %d s here: %j', (yellow, redClearance, expected) => {
  expect(ofTimes(yellow, redClearance)).toEqual(expected)
})

test('(V8) a change of the times checks the programs by the limits of the junction too', () => {
  const findings = clearanceRow
    .at({})
    .check({ yellow: 4, redClearance: 3 }, { settings: EXAMPLE_SCHEDULE, limits: LIMITS })
  expect(findings.map(({ code }) => code)).toContain('greenShortToWalk')
})

test('each says where its limit comes from', () => {
  const findings = checkAll(writeSettings(EXAMPLE_SCHEDULE), undefined, { ...LIMITS, longestCycle: 79 })
  const own = new Map(findings.map((finding) => [finding.code, describeFinding(finding)]))
  expect(own.get('greenShortToWalk')).toContain(
    'phase 1 has 30 s of green, below the 31 s that people need here for a crossing of 25 m at 1.07 m/s',
  )
  expect(own.get('yellowShortHere')).toContain(
    'yellow is 3 s, below the 4 s that phase 1 needs here at 60 km/h and -2 % of rise',
  )
  expect(own.get('redClearanceShortHere')).toContain(
    '2 s, below the 3 s in which the last vehicle of phase 2 leaves 24 m here at 40 km/h',
  )
  expect(own.get('cycleShortHere')).toContain('80 s, below the 81 s that were set as the limit of this junction')
  expect(own.get('cycleLongHere')).toContain('80 s, above the 79 s that were set as the limit of this junction')
})
