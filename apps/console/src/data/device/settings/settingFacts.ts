import type { TimedValues } from '@greenwave/controller/timedValue'
import { plainValues } from '@greenwave/observer/inEffect'

/** Returns the values of these keys, as far as they are among the attributes. */
export function valuesOf(
  attributes: TimedValues | undefined,
  keys: readonly string[],
): Readonly<Record<string, unknown>> {
  return plainValues(Object.fromEntries(Object.entries(attributes ?? {}).filter(([key]) => keys.includes(key))))
}
