/** Translates between all settings of a controller and the attributes that carry them. */
import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { MODE_KEY } from '../keys.ts'
import { type ControllerSettings, UNSET_SETTINGS } from '../settings.ts'
import { COMMON_SETTINGS, keysOf, SETTINGS, STATEMENTS } from './table.ts'

/**
 * Reads the settings of a controller that has the settings `has`; others stay unset, whatever the attributes say of them. Total:
 * any JSON gives settings; what is out of range stays so for the checks to name.
 */
export function readSettings(values: AttributeValues, has = SETTINGS): ControllerSettings {
  return [...has, ...STATEMENTS].reduce((settings, setting) => setting.readInto(settings, values), UNSET_SETTINGS)
}

/** A whole controller, shared periods included where they are above 0: what a fleet is provisioned with. */
export function writeSettings(settings: ControllerSettings): Record<string, number> {
  return Object.assign({}, ...[...SETTINGS, ...STATEMENTS].map((setting) => setting.writeFrom(settings)))
}

/**
 * (R15) The client attributes by which a controller confirms shared ones that it took: same names, same values. The mode is
 * left out, since R14 reports it when it is in effect; the clock is left out, since it shows in telemetry. (R19) A controller
 * tells what only some can by reporting it, as 0 while it was never set.
 */
export function reportTaken(shared: AttributeValues, has = COMMON_SETTINGS): Record<string, unknown> {
  const report: Record<string, unknown> = {}
  for (const setting of has) {
    for (const key of keysOf(setting)) {
      if (key === MODE_KEY) continue
      if (isPresent(shared, key)) report[key] = rawValue(shared, key)
      else if (setting.optional) report[key] = 0
    }
  }
  return report
}
