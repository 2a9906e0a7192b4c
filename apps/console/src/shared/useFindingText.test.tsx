import { type Finding, type FindingCode, type FindingData, found } from '@greenwave/controller/checks/finding'
import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useFindingText } from './useFindingText.ts'

const textOf = (finding: Finding) => renderHook(useFindingText).result.current(finding)
const [OF, HERE] = [
  { program: 1, phase: 3 },
  { phase: 2, speed: 50 },
]
const overlap = { program: 1, phase: 1, other: 2, at: 29, overlap: 6 } as const

type Sentences = { readonly [Code in FindingCode]: readonly [field: string, params: FindingData[Code], text: string] }

/** A finding of each code, with its field, and its sentence. */
const SENTENCES: Sentences = {
  notANumber: ['Vang', { value: 'ba' }, 'Yellow: "ba" is no number; give a whole number.'],
  notWhole: ['Pr1_X1', { value: 1.5 }, 'Program 1 phase 1 green: 1.5 is no whole number.'],
  outOfRange: ['P1_HH', { value: 24, min: 0, max: 23 }, 'Plan 1 hour: 24 is out of range; 0 to 23 is allowed.'],
  belowMinimum: ['Do_cong', { value: -1, min: 0 }, 'Red clearance: -1 is too small; 0 or more is allowed.'],
  leftOutOfRange: [
    'Offset_Pr1',
    { value: 75, min: 0, max: 74 },
    'Program 1 offset: with these values only 0 to 74 is allowed, but it is 75. Correct it too, in its own dialog.',
  ],
  greenShort: [
    '',
    { ...OF, value: 3, limit: 5 },
    'Program 1 phase 3: 3 s of green is below 5 s, too little for drivers to start.',
  ],
  greenShortToWalk: [
    '',
    { ...OF, value: 20, limit: 28, crossing: 25, speed: 1.2 },
    'Program 1 phase 3: 20 s of green is below the 28 s that people need here, for a crossing of 25 m at 1.2 m/s.',
  ],
  greenLong: [
    '',
    { ...OF, value: 121, limit: 120 },
    'Program 1 phase 3: 121 s of green is above 120 s, a long wait for the other phases.',
  ],
  programWithoutGreen: [
    '',
    { program: 1, plans: '1, 3' },
    'Program 1 has no green but plan 1, 3 uses it: the lamps will flash yellow.',
  ],
  periodDiffers: [
    '',
    { program: 1, value: 75, limit: 80 },
    'Program 1: its period is given as 75 s, but its times make 80 s; the controller may run other times than shown.',
  ],
  conflictingGreen: [
    '',
    overlap,
    'Danger: program 1 gives phase 2 green at second 29 while phase 1 is green; they overlap by 6 s.',
  ],
  greenDuringYellow: [
    '',
    overlap,
    'Danger: program 1 gives phase 2 green at second 29 while phase 1 is yellow; they overlap by 6 s.',
  ],
  clearanceShort: [
    '',
    { ...overlap, value: 0, limit: 2 },
    'Danger: program 1 gives phase 2 green at second 29, 0 s after the yellow of phase 1 instead of 2 s; vehicles may still be in the junction.',
  ],
  cycleShort: [
    '',
    { program: 1, value: 27, limit: 30 },
    'Program 1: a cycle of 27 s is below 30 s; much of it goes to yellow and all-red.',
  ],
  cycleShortHere: [
    '',
    { program: 1, value: 50, limit: 60 },
    'Program 1: a cycle of 50 s is below 60 s, the limit that was set for this junction.',
  ],
  cycleLongHere: [
    '',
    { program: 1, value: 130, limit: 120 },
    'Program 1: a cycle of 130 s is above 120 s, the limit that was set for this junction.',
  ],
  cycleLong: [
    '',
    { program: 1, value: 171, limit: 150 },
    'Program 1: a cycle of 171 s is above 150 s; waits get long.',
  ],
  unusedTime: [
    '',
    { program: 1, value: 25, cycle: 80, percent: 31.3, limit: 15 },
    'Program 1: 25 s of the 80 s cycle (31.3 %, limit 15 %) is unused; every phase waits at red.',
  ],
  yellowShort: ['', { value: 2, limit: 3 }, 'Yellow of 2 s is below 3 s, too short to stop from 40 km/h.'],
  yellowShortHere: [
    '',
    { ...HERE, value: 3, limit: 4, grade: 0 },
    'Yellow of 3 s is below 4 s, which phase 2 needs here at 50 km/h and a grade of 0 %.',
  ],
  yellowLong: ['', { value: 7, limit: 6 }, 'Yellow of 7 s is above 6 s; drivers learn to use it as green.'],
  redClearanceNone: [
    '',
    { value: 0, limit: 1 },
    'Red clearance of 0 s is below 1 s; the next green begins while vehicles may still be in the junction.',
  ],
  redClearanceShortHere: [
    '',
    { ...HERE, value: 2, limit: 3, width: 24 },
    'Red clearance of 2 s is below 3 s, in which the last vehicle of phase 2 leaves the 24 m here at 50 km/h.',
  ],
  redClearanceLong: ['', { value: 7, limit: 6 }, 'Red clearance of 7 s is above 6 s; drivers lose respect for red.'],
  sameStart: [
    '',
    { plan: 1, other: 2, time: '05:30' },
    'Plan 1 starts at 05:30 like plan 2; of two with one start only the higher number runs.',
  ],
  planAboveTotal: ['', { plan: 6, limit: 5 }, 'Plan 6 is enabled, but the plan count is 5: plan 6 never runs.'],
  noEnabledPlan: [
    '',
    { limit: 1 },
    'No plan within the plan count of 1 is enabled: the lamps will flash yellow all day.',
  ],
  planWithoutGreen: [
    '',
    { plan: 1, program: 3 },
    'Plan 1 runs program 3, which has no green: the lamps will flash yellow.',
  ],
  planWithoutProgram: [
    '',
    { plan: 1, program: 0 },
    'Plan 1 has program number 0: the lamps will flash yellow while it runs.',
  ],
  dateDoesNotExist: ['', { day: 31, month: 2, year: 2026 }, 'The date 31/2/2026 does not exist.'],
  timeFarFromServer: [
    '',
    { value: 7200, limit: 60 },
    'The time is 2 h 0 min ahead of the server’s, more than 60 s; plans and neighbours fall out of step.',
  ],
  oneCoordinate: ['', { missing: 'longitude' }, 'Longitude is missing; a location needs both coordinates.'],
  zeroCoordinates: ['', {}, 'Latitude 0, longitude 0 lies in the Atlantic and is mostly an unset location.'],
  outsideVietnam: [
    '',
    { latitude: 48.85, longitude: 106.66 },
    '48.85, 106.66 lies outside Vietnam (8 to 24 N, 102 to 110 E); the two may be swapped or mistyped.',
  ],
  offline: ['', {}, 'The controller is offline: what is sent waits until it comes back.'],
  changedMeanwhile: [
    'P1_MM',
    { opened: '', current: '10' },
    'Plan 1 minute was changed since this form opened: it was nothing, it is 10 now.',
  ],
  holdWithoutEnd: [
    '',
    { mode: 2 },
    'Tuyến 2 has no end: there is no reminder, and it stays until the mode is changed manually.',
  ],
  holdEndMissing: ['', { days: 31 }, 'Give an end between now and 31 days from now.'],
}

describe('a finding', () => {
  it.each(Object.keys(SENTENCES) as FindingCode[])('%s has its sentence', <Code extends FindingCode>(code: Code) => {
    const [field, params, text]: Sentences[Code] = SENTENCES[code]
    expect(textOf(found(code, field, params) as Finding)).toBe(text)
  })

  it('of degrees, of a clock that is behind, and where no plan count was ever set has another one', () => {
    const others: readonly Finding[] = [
      found('notANumber', 'latitude', { value: '-' }),
      found('timeFarFromServer', '', { value: -120, limit: 60 }),
      found('planAboveTotal', '', { plan: 1, limit: 0 }),
      found('noEnabledPlan', '', { limit: 0 }),
    ]
    expect(others.map(textOf)).toEqual([
      'Latitude: "-" is no number; give degrees such as 10.7769.',
      'The time is 2 min behind the server’s, more than 60 s; plans and neighbours fall out of step.',
      'Plan 1 is enabled, but no plan count is set: plan 1 never runs.',
      'No plan count is set: the lamps will flash yellow all day.',
    ])
  })
})
