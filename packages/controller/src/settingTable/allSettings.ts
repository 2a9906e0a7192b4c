/** Translates between all settings of a controller and its attributes. */
import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { MODE_KEY } from '../keys.ts'
import { type ControllerSettings, UNSET_SETTINGS } from '../settings.ts'
import { COMMON_SETTINGS, keysOf, SETTINGS, STATEMENTS } from './table.ts'

/**
 * Parses the settings `has` of a controller. Others stay unset, even if there are attributes for them. Never throws: any
 * JSON gives settings, and values out of range are kept for the checks to find.
 */
export function parseSettings(values: AttributeValues, has = SETTINGS): ControllerSettings {
  return [...has, ...STATEMENTS].reduce((settings, setting) => setting.readInto(settings, values), UNSET_SETTINGS)
}

/**
 * Returns the attributes of all settings of a controller, and its shared periods if they are above 0, to provision it.
 */
export function writeSettings(settings: ControllerSettings): Record<string, number> {
  return Object.assign({}, ...[...SETTINGS, ...STATEMENTS].map((setting) => setting.writeFrom(settings)))
}

/**
 * (R15) Returns the client attributes by which a controller confirms shared ones that it took: same names, same values.
 * Without the mode, which R14 reports when it is in effect, and without the clock, which is part of telemetry. (R19) A
 * controller shows that it has an optional setting by reporting it, as 0 while it was never set.
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
