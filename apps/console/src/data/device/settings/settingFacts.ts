/** The settings of a controller as the platform stores them and as the controller reports them. */

import type { ControllerSettings } from '@greenwave/controller/settings'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Returns attribute values by key, without their times. */
export function plainValues(attributes: TimedValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
}

/** Returns the values of these keys, as far as they are among the attributes. */
export function valuesOf(
  attributes: TimedValues | undefined,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  return plainValues(Object.fromEntries(Object.entries(attributes ?? {}).filter(([key]) => keys.includes(key))))
}

/**
 * Returns the settings that were asked for. They are unset while the attributes are unknown, and where the controller
 * does not report that it supports them.
 */
export function desiredSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  return readSettings(plainValues(shared ?? {}), settingsOfController(plainValues(client ?? {})))
}

/** Returns the settings that the controller runs. A setting that it does not report is assumed to be as asked for. */
export function runningSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  const reported = present(plainValues(client ?? {}))
  return readSettings({ ...plainValues(shared ?? {}), ...reported }, settingsOfController(reported))
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))
}
