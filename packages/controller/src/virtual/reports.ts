/** @file What a virtual controller and a platform remember of each other's values. */
import type { AttributeValues } from '../attributes.ts'
import type { TimedValues } from '../timedValue.ts'
import type { ControllerState } from './virtualController.ts'

/** Returns whether nothing has changed that reports are made of, as in nearly every second of a day. */
export function reportsTheSame(before: ControllerState, now: ControllerState): boolean {
  return (
    before.taken === now.taken &&
    before.settings === now.settings &&
    before.misreported === now.misreported &&
    before.faults === now.faults &&
    before.engine?.mode === now.engine?.mode &&
    before.engine?.plan === now.engine?.plan &&
    before.engine?.program === now.engine?.program
  )
}

/** Returns values without their times. */
export function untimed(values: TimedValues): AttributeValues {
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}

/** Returns values with their times: the old ones where a value stays and was not written anew. */
export function timed(
  before: TimedValues,
  values: AttributeValues,
  ts: number,
  anew: readonly string[] = [],
): TimedValues {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const old = before[key]
      return [key, old && old.value === value && !anew.includes(key) ? old : { ts, value }]
    }),
  )
}
