import { isStoredAlike } from './exactJson.ts'

/** Returns the members of which an entity is to say something else than it does. Null, nothing and empty are the same. */
export function differingMembers(
  wanted: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(wanted).filter((key) => !isStoredAlike(wanted[key] || null, present[key] || null))
}
