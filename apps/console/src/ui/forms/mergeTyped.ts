/**
 * Joins what a person typed with the newer state of a record that somebody else saved meanwhile: a field that was changed
 * by hand keeps the typed value, every other field takes the newer one.
 *
 * @param read the values that the form started with
 * @param typed the values that the form holds now
 * @param newer the values of the record as it stands
 */
export function mergeTyped<T extends object>(read: T, typed: T, newer: T): T {
  const merged = { ...newer }
  for (const key of Object.keys(newer) as (keyof T)[]) if (typed[key] !== read[key]) merged[key] = typed[key]
  return merged
}
