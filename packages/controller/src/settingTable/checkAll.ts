import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { checkDate } from '../checks/deviceTime.ts'
import { eachOnce, type Finding } from '../checks/finding.ts'
import { checkBesideSettings } from '../checks/ranges.ts'
import { deviceTimeFrom } from '../deviceClock.ts'
import { CLOCK_KEYS } from '../keys.ts'
import { readSettings } from './allSettings.ts'
import { checkPresent } from './ranges.ts'
import { STATEMENTS, settingsOfController } from './table.ts'

/**
 * Everything that can be said of a controller from its shared attributes, and its client attributes where they are known.
 * What is missing reads as 0 (R18), so a controller that never got a yellow is found to have none. Total: any JSON is
 * answered with findings.
 */
export function checkAll(shared: AttributeValues, reported?: AttributeValues): Finding[] {
  // Of a controller that is not known, what its settings speak of counts as what it can.
  const own = settingsOfController(reported ?? shared)
  const settings = readSettings(shared, own)
  const errors = [...own, ...STATEMENTS].flatMap((setting) => checkPresent(setting, shared)).concat(clockErrors(shared))
  const wrongFields = new Set(errors.map((error) => error.field))
  const remarks = [...own.filter(({ shapes }) => shapes === 'cycle'), ...own.filter(({ shapes }) => shapes === 'day')]
    .flatMap((setting) => setting.remarks({ settings, reported: reported ?? {} }))
    .concat(dateFindings(shared))
  return [...errors, ...eachOnce(remarks).filter((finding) => !wrongFields.has(finding.field))]
}

function clockErrors(shared: AttributeValues): Finding[] {
  return CLOCK_KEYS.flatMap((key) =>
    isPresent(shared, key) ? checkBesideSettings({ [key]: rawValue(shared, key) }) : [],
  )
}

/** A time that was set stays among the attributes, old by now; whether its day exists can be told all the same (V9). */
function dateFindings(shared: AttributeValues): Finding[] {
  const time = deviceTimeFrom((key) => rawValue(shared, key))
  return time ? checkDate(time) : []
}
