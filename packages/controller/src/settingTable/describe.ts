import type { FindingCode, FindingData, FindingOf } from '../checks/finding.ts'
import { isCoordinateKey } from '../keys.ts'
import { settingKey } from './table.ts'

type Sentences = {
  readonly [Code in FindingCode]: (params: FindingData[Code], field: string) => string
}

const ADVICE = 'this check is advice, and the controller may have no conflict monitor that would step in'

const SENTENCES: Sentences = {
  notANumber: (p, field) =>
    `${fieldName(field)} is "${p.value}", which is no number; give ${isCoordinateKey(field) ? 'degrees' : 'a whole number'}.`,
  notWhole: (p, field) => `${fieldName(field)} is ${p.value}; controllers take whole numbers only.`,
  outOfRange: (p, field) => `${fieldName(field)} is ${p.value}; allowed is ${p.min} to ${p.max}.`,
  belowMinimum: (p, field) => `${fieldName(field)} is ${p.value}; allowed is ${p.min} or more.`,
  leftOutOfRange: (p, field) =>
    `Advice: ${fieldName(field)} is ${p.value}, but with these values only ${p.min} to ${p.max} is allowed; correct it too.`,
  greenShort: (p) =>
    `Advice: program ${p.program} phase ${p.phase} has ${p.value} s of green, below ${p.limit} s, too little for drivers to start.`,
  greenShortToWalk: (p) =>
    `Advice: program ${p.program} phase ${p.phase} has ${p.value} s of green, below the ${p.limit} s that people need here for a crossing of ${p.crossing} m at ${p.speed} m/s.`,
  greenLong: (p) =>
    `Advice: program ${p.program} phase ${p.phase} has ${p.value} s of green, above ${p.limit} s, a long wait for the other phases.`,
  programWithoutGreen: (p) =>
    `Advice: program ${p.program} serves no phase but is used by plan ${p.plans}, so the lamps will flash yellow.`,
  periodDiffers: (p) =>
    `Advice: program ${p.program} has a period of ${p.value} s given, but its times make a cycle of ${p.limit} s, so the controller may run other times than shown.`,
  conflictingGreen: (p) =>
    `Danger: program ${p.program} gives phase ${p.other} green at second ${p.at} while phase ${p.phase} is green; their blocks overlap by ${p.overlap} s and the limit is 0 s (${ADVICE}).`,
  greenDuringYellow: (p) =>
    `Danger: program ${p.program} gives phase ${p.other} green at second ${p.at} while phase ${p.phase} is yellow; their blocks overlap by ${p.overlap} s and the limit is 0 s (${ADVICE}).`,
  clearanceShort: (p) =>
    `Danger: program ${p.program} gives phase ${p.other} green at second ${p.at}, ${p.value} s after the yellow of phase ${p.phase}; the red clearance is set to ${p.limit} s, so vehicles may still be in the junction (${ADVICE}).`,
  cycleShort: (p) =>
    `Advice: program ${p.program} has a cycle of ${p.value} s, below ${p.limit} s, so much of it goes to yellow and all-red.`,
  cycleShortHere: (p) =>
    `Advice: program ${p.program} has a cycle of ${p.value} s, below the ${p.limit} s that were set as the limit of this junction.`,
  cycleLongHere: (p) =>
    `Advice: program ${p.program} has a cycle of ${p.value} s, above the ${p.limit} s that were set as the limit of this junction.`,
  cycleLong: (p) =>
    `Advice: program ${p.program} has a cycle of ${p.value} s, above ${p.limit} s, so waits get long and drivers impatient.`,
  unusedTime: (p) =>
    `Advice: program ${p.program} leaves ${p.value} s of its ${p.cycle} s cycle unused (${p.percent} %, above ${p.limit} %), when every phase waits at red.`,
  yellowShort: (p) => `Advice: yellow is ${p.value} s, below ${p.limit} s, too short to stop from 40 km/h.`,
  yellowShortHere: (p) =>
    `Advice: yellow is ${p.value} s, below the ${p.limit} s that phase ${p.phase} needs here at ${p.speed} km/h and ${p.grade} % of rise.`,
  yellowLong: (p) => `Advice: yellow is ${p.value} s, above ${p.limit} s, so drivers learn to use it as green.`,
  redClearanceNone: (p) =>
    `Advice: red clearance is ${p.value} s, below ${p.limit} s, so the next green begins while vehicles may still be in the junction.`,
  redClearanceShortHere: (p) =>
    `Advice: red clearance is ${p.value} s, below the ${p.limit} s in which the last vehicle of phase ${p.phase} leaves ${p.width} m here at ${p.speed} km/h.`,
  redClearanceLong: (p) =>
    `Advice: red clearance is ${p.value} s, above ${p.limit} s, so drivers lose respect for red.`,
  sameStart: (p) =>
    `Advice: plan ${p.plan} starts at ${p.time} like plan ${p.other}; of two with one start only the higher number runs, so plan ${p.plan} never does.`,
  planAboveTotal: (p) =>
    `Advice: plan ${p.plan} is enabled, but the plan count is ${p.limit}, so plan ${p.plan} never runs.`,
  noEnabledPlan: (p) =>
    `Advice: no plan is enabled within the plan count of ${p.limit}, so the lamps will flash yellow all day.`,
  planWithoutGreen: (p) =>
    `Advice: plan ${p.plan} runs program ${p.program}, which has no green (0 s; at least one phase needs more), so the lamps will flash yellow.`,
  planWithoutProgram: (p) =>
    `Advice: plan ${p.plan} has program number ${p.program} (programs are 1 to 6), so the lamps will flash yellow while it runs.`,
  dateDoesNotExist: (p) => `The date ${p.day}/${p.month}/${p.year} does not exist; month ${p.month} has fewer days.`,
  timeFarFromServer: (p) =>
    `Advice: the time is ${Math.abs(p.value)} s ${p.value < 0 ? 'behind' : 'ahead of'} the server's, more than ${p.limit} s, so plans and neighbours would fall out of step.`,
  oneCoordinate: (p) => `The ${p.missing} is missing; a location needs both coordinates.`,
  zeroCoordinates: () => `Advice: latitude 0, longitude 0 lies in the Atlantic and is mostly an unset location.`,
  outsideVietnam: (p) =>
    `Advice: ${p.latitude}, ${p.longitude} lies outside Vietnam (latitude 8 to 24, longitude 102 to 110), so the two may be swapped or mistyped.`,
  offline: () => `Advice: the controller is offline, so what is sent waits until it comes back.`,
  changedMeanwhile: (p, field) =>
    `Advice: ${fieldName(field)} was changed since this form opened, from ${p.opened || 'nothing'} to ${p.current || 'nothing'}, and saving would overwrite that.`,
  holdWithoutEnd: (p) => `Advice: mode ${p.mode} has no end, so it stays until somebody changes it.`,
  holdEndMissing: (p) => `The hold has no end; give one between now and ${p.days} days from now.`,
}

/** Returns one English sentence that names the phase or plan, the value, the limit and the reason. */
export function describeFinding<Code extends FindingCode>(finding: FindingOf<Code>): string {
  return SENTENCES[finding.code](finding.params, finding.field)
}

/** Returns the English name of a field: 'Plan 2 hour' for P2_HH. */
function fieldName(field: string): string {
  return settingKey(field)?.name ?? field
}
