import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { sameValue } from '../delivery.ts'
import { type Finding, found } from './finding.ts'
import { shownValue } from './shownValue.ts'

/**
 * (V12) Somebody changed a value since the form opened: one finding for each key, with both values. `opened` are the attributes
 * that the form was filled from, `current` the latest, `keys` those that the form writes.
 */
export function checkEditConflict(
  opened: AttributeValues,
  current: AttributeValues,
  keys: readonly string[],
): Finding[] {
  return keys.flatMap((key): Finding[] => {
    const before = rawValue(opened, key)
    const now = rawValue(current, key)
    if (!isPresent(opened, key) && !isPresent(current, key)) return []
    if (sameValue(before, now)) return []
    return [found('changedMeanwhile', key, { opened: shownValue(before), current: shownValue(now) })]
  })
}
