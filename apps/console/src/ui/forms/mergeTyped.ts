/**
 * Merges the input with the newer state of a record that another user saved meanwhile. A field that the user changed
 * keeps the input; every other field takes the newer value.
 *
 * @param read the values with which the form started
 * @param typed the present values of the form
 * @param newer the values of the newer record
 */
export function mergeTyped<T extends object>(read: T, typed: T, newer: T): T {
  const merged = { ...newer }
  for (const key of Object.keys(newer) as (keyof T)[]) if (typed[key] !== read[key]) merged[key] = typed[key]
  return merged
}
