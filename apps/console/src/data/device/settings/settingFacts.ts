/** The settings of a controller as they are kept, and as the controller says it runs them. */

import type { ControllerSettings } from '@greenwave/controller/settings'
import { readSettings } from '@greenwave/controller/settingTable/allSettings'
import { settingsOfController } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Attribute values by key, without their times. */
export function plainValues(attributes: TimedValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
}

/** What was asked for; unset while the attributes are not known, and where the controller does not report that it can. */
export function desiredSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  return readSettings(plainValues(shared ?? {}), settingsOfController(plainValues(client ?? {})))
}

/** What the controller runs as far as it says so; what it does not report is taken as asked for. */
export function runningSettings(shared: TimedValues | undefined, client: TimedValues | undefined): ControllerSettings {
  const reported = present(plainValues(client ?? {}))
  return readSettings({ ...plainValues(shared ?? {}), ...reported }, settingsOfController(reported))
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))
}
