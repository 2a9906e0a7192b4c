/** The settings of a controller as they are kept, and as the controller says it runs them. */
import { readSettings } from '@greenwave/controller/attributes'
import type { TimedAttributes } from '@greenwave/controller/delivery'
import type { ControllerSettings } from '@greenwave/controller/settings'

/** Attribute values by key, without their times. */
export function plainValues(attributes: TimedAttributes): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, attribute]) => (attribute ? [[key, attribute.value]] : [])),
  )
}

/** What was asked for; unset while the attributes are not known. */
export function desiredSettings(shared: TimedAttributes | undefined): ControllerSettings {
  return readSettings(plainValues(shared ?? {}))
}

/** What the controller runs as far as it says so; what it does not report is taken as asked for. */
export function runningSettings(
  shared: TimedAttributes | undefined,
  client: TimedAttributes | undefined,
): ControllerSettings {
  return readSettings({ ...plainValues(shared ?? {}), ...present(plainValues(client ?? {})) })
}

function present(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null))
}
