import { type AttributeValues, isPresent, rawValue, readSettings } from '../attributes.ts'
import { deviceTimeFrom } from '../deviceClock.ts'
import { CLOCK_KEYS, periodKey, SETTING_KEYS } from '../keys.ts'
import { PROGRAM_NUMBERS } from '../limits.ts'
import { statedPeriod } from '../period.ts'
import { type ControllerSettings, type Program, programOf } from '../settings.ts'
import { checkClearanceTimes } from './clearance.ts'
import { checkDate } from './deviceTime.ts'
import type { Finding } from './finding.ts'
import { checkProgram, plansUsing } from './program.ts'
import { checkValue } from './ranges.ts'
import { checkSchedule } from './schedule.ts'

/**
 * Everything that can be said of a controller from its shared attributes, and its client attributes where they are known.
 * What is missing reads as 0 (R18), so a controller that never got a yellow is found to have none. Total: any JSON is
 * answered with findings.
 */
export function checkAll(shared: AttributeValues, reported: AttributeValues = {}): Finding[] {
  const settings = readSettings(shared)
  const errors = [...SETTING_KEYS, ...PROGRAM_NUMBERS.map(periodKey), ...CLOCK_KEYS].flatMap((key) =>
    isPresent(shared, key) ? (checkValue(key, rawValue(shared, key)) ?? []) : [],
  )
  const wrongFields = new Set(errors.map((error) => error.field))
  const others = [
    ...checkClearanceTimes(settings.clearance),
    ...PROGRAM_NUMBERS.flatMap((number) => programFindings(settings, programOf(settings, number), reported)),
    ...checkSchedule(settings),
    ...dateFindings(shared),
  ]
  return [...errors, ...others.filter((finding) => !wrongFields.has(finding.field))]
}

/** A time that was set stays among the attributes, old by now; whether its day exists can be told all the same (V9). */
function dateFindings(shared: AttributeValues): Finding[] {
  const time = deviceTimeFrom((key) => rawValue(shared, key))
  return time ? checkDate(time) : []
}

function programFindings(settings: ControllerSettings, program: Program, reported: AttributeValues): Finding[] {
  return checkProgram(program, settings.clearance, {
    usedByPlans: plansUsing(settings, program.number),
    reportedPeriod: statedPeriod(program, reported)?.seconds,
  })
}
