import { type AttributeValues, isPresent, rawValue } from '../attributes.ts'
import { sameValue } from '../delivery.ts'
import { type Finding, found } from './finding.ts'
import { shownValue } from './ranges.ts'

/**
 * (V12) Finds values that changed since the form opened: one finding per key, with both values.
 * @param opened the attributes with which the form was filled
 * @param current the latest attributes
 * @param keys the keys that the form writes
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
    if (sameValue(before, now) || canonical(before) === canonical(now)) return []
    return [found('changedMeanwhile', key, { opened: shownValue(before), current: shownValue(now) })]
  })
}

/** Returns the same text for the same JSON: over the live socket an object is the text of it. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(
    typeof value === 'string' && value.startsWith('{') ? objectOf(value) : value,
    (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
  )
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
