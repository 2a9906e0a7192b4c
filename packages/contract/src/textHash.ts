/**
 * Returns a whole number from 0 that follows from a text and spreads texts evenly, also those that differ in few
 * letters (FNV-1a, 32 bits). Times of events and shares of fleets follow from it, so it never changes.
 */
export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
