import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { checkDate } from '../checks/deviceTime.ts'
import { type Finding, withoutDuplicates } from '../checks/finding.ts'
import type { OwnLimits } from '../checks/ownLimits.ts'
import { checkBesideSettings } from '../checks/ranges.ts'
import { deviceTimeFrom } from '../deviceClock.ts'
import { CLOCK_KEYS } from '../keys.ts'
import { parseSettings } from './allSettings.ts'
import { checkPresent } from './ranges.ts'
import { STATEMENTS, settingsOfController } from './table.ts'

/**
 * Returns all findings for a controller from its shared attributes, and its client attributes and the limits of its
 * junction if they are known. A missing value reads as 0 (R18), so a controller that never got a yellow has none. Never throws: any JSON gives
 * findings.
 */
export function checkAll(shared: AttributeValues, reported?: AttributeValues, limits?: OwnLimits): Finding[] {
  // Without client attributes, an optional setting among the shared ones counts as an ability.
  const own = settingsOfController(reported ?? shared)
  const settings = parseSettings(shared, own)
  const errors = [...own, ...STATEMENTS].flatMap((setting) => checkPresent(setting, shared)).concat(clockErrors(shared))
  const wrongFields = new Set(errors.map((error) => error.field))
  const remarks = [...own.filter(({ isOfCycle }) => isOfCycle), ...own.filter(({ isOfCycle }) => !isOfCycle)]
    .flatMap((setting) => setting.remarks({ settings, before: settings, reported: reported ?? {}, limits }))
    .concat(dateFindings(shared))
  return [...errors, ...withoutDuplicates(remarks).filter((finding) => !wrongFields.has(finding.field))]
}

function clockErrors(shared: AttributeValues): Finding[] {
  return CLOCK_KEYS.flatMap((key) =>
    isPresent(shared, key) ? checkBesideSettings({ [key]: rawValue(shared, key) }) : [],
  )
}

/** A time that was set stays among the attributes and is old by now, but its date can still be checked (V9). */
function dateFindings(shared: AttributeValues): Finding[] {
  const time = deviceTimeFrom((key) => rawValue(shared, key))
  return time ? checkDate(time) : []
}
