import type { FindingCode, FindingData, FindingOf } from '../checks/finding.ts'
import { isCoordinateKey } from '../keys.ts'
import { phaseInText, type PhaseNames } from '../phaseNames.ts'
import { settingKey } from './table.ts'

/** How sentences name what they are about. */
interface Naming {
  /** The key of the field. */
  readonly key: string
  /** The English name of the field. */
  readonly field: string
  /** Returns a phase as it stands after the word "phase". */
  readonly phase: (phase: number) => string
}

type Sentences = { readonly [Code in FindingCode]: (params: FindingData[Code], say: Naming) => string }

const ADVICE = 'this check is advice, and the controller may have no conflict monitor that would step in'

const SENTENCES: Sentences = {
  notANumber: (p, say) =>
    `${say.field} is "${p.value}", which is no number; give ${isCoordinateKey(say.key) ? 'degrees such as 10.7769' : 'a whole number'}.`,
  notWhole: (p, say) => `${say.field} is ${p.value}; controllers take whole numbers only.`,
  outOfRange: (p, say) => `${say.field} is ${p.value}; allowed is ${p.min} to ${p.max}.`,
  belowMinimum: (p, say) => `${say.field} is ${p.value}; allowed is ${p.min} or more.`,
  leftOutOfRange: (p, say) =>
    `Advice: ${say.field} is ${p.value}, but with these values only ${p.min} to ${p.max} is allowed; correct it too.`,
  greenShort: (p, say) =>
    `Advice: program ${p.program} phase ${say.phase(p.phase)} has ${p.value} s of green, below ${p.limit} s, too little for drivers to start.`,
  greenShortToWalk: (p, say) =>
    `Advice: program ${p.program} phase ${say.phase(p.phase)} has ${p.value} s of green, below the ${p.limit} s that people need here for a crossing of ${p.crossing} m at ${p.speed} m/s.`,
  greenLong: (p, say) =>
    `Advice: program ${p.program} phase ${say.phase(p.phase)} has ${p.value} s of green, above ${p.limit} s, a long wait for the other phases.`,
  programWithoutGreen: (p) =>
    `Advice: program ${p.program} serves no phase but is used by plan ${p.plans}, so the lamps will flash yellow.`,
  periodDiffers: (p) =>
    `Advice: program ${p.program} has a period of ${p.value} s given, but its times make a cycle of ${p.limit} s, so the controller may run other times than shown.`,
  conflictingGreen: (p, say) =>
    `Danger: program ${p.program} gives phase ${say.phase(p.other)} green at second ${p.at} while phase ${say.phase(p.phase)} is green; their blocks overlap by ${p.overlap} s and the limit is 0 s (${ADVICE}).`,
  greenDuringYellow: (p, say) =>
    `Danger: program ${p.program} gives phase ${say.phase(p.other)} green at second ${p.at} while phase ${say.phase(p.phase)} is yellow; their blocks overlap by ${p.overlap} s and the limit is 0 s (${ADVICE}).`,
  clearanceShort: (p, say) =>
    `Danger: program ${p.program} gives phase ${say.phase(p.other)} green at second ${p.at}, ${p.value} s after the yellow of phase ${say.phase(p.phase)}; the red clearance is set to ${p.limit} s, so vehicles may still be in the junction (${ADVICE}).`,
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
  yellowShortHere: (p, say) =>
    `Advice: yellow is ${p.value} s, below the ${p.limit} s that phase ${say.phase(p.phase)} needs here at ${p.speed} km/h and ${p.grade} % of rise.`,
  yellowLong: (p) => `Advice: yellow is ${p.value} s, above ${p.limit} s, so drivers learn to use it as green.`,
  redClearanceNone: (p) =>
    `Advice: red clearance is ${p.value} s, below ${p.limit} s, so the next green begins while vehicles may still be in the junction.`,
  redClearanceShortHere: (p, say) =>
    `Advice: red clearance is ${p.value} s, below the ${p.limit} s in which the last vehicle of phase ${say.phase(p.phase)} leaves ${p.width} m here at ${p.speed} km/h.`,
  redClearanceLong: (p) =>
    `Advice: red clearance is ${p.value} s, above ${p.limit} s, so drivers lose respect for red.`,
  sameStart: (p) =>
    `Advice: plan ${p.plan} starts at ${p.time} like plan ${p.other}; of two with one start only the higher number runs, so plan ${p.plan} never does.`,
  // (R18) A count that was never set counts as 0, which cannot be set.
  planAboveTotal: (p) =>
    `Advice: plan ${p.plan} is enabled, but ${p.limit === 0 ? 'no plan count is set' : `the plan count is ${p.limit}`}, so plan ${p.plan} never runs.`,
  noEnabledPlan: (p) =>
    `Advice: ${p.limit === 0 ? 'no plan count is set' : `no plan is enabled within the plan count of ${p.limit}`}, so the lamps will flash yellow all day.`,
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
  changedMeanwhile: (p, say) =>
    `Advice: ${say.field} was changed since this form opened, from ${p.opened || 'nothing'} to ${p.current || 'nothing'}, and saving would overwrite that.`,
  holdWithoutEnd: (p) => `Advice: mode ${p.mode} has no end, so it stays until it is changed.`,
  holdEndMissing: (p) => `The hold has no end; give one between now and ${p.days} days from now.`,
}

/**
 * Returns one English sentence that names the phase or plan, the value, the limit and the reason.
 *
 * @param names of the phases of this junction, which then stand beside their numbers
 */
export function describeFinding<Code extends FindingCode>(finding: FindingOf<Code>, names: PhaseNames = []): string {
  const { code, field: key, params } = finding
  const naming = { key, field: keyInText(key, names), phase: (phase: number) => phaseInText(names, phase) }
  return SENTENCES[code](params, naming)
}

/**
 * Returns the English name of a key of the table, with the names of the phases of a junction: 'Program 1 phase 3
 * (Lê Lợi) start' for Start_Pr1_X3; of any other key the key itself.
 */
export function keyInText(key: string, names: PhaseNames = []): string {
  const entry = settingKey(key)
  if (!entry) return key
  const { name, parts } = entry
  return 'phase' in parts
    ? name.replace(`phase ${parts.phase}`, () => `phase ${phaseInText(names, parts.phase)}`)
    : name
}
