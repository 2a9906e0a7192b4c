import { readList } from './queryValues.ts'

/** Keys that a query names: `keys` separated by commas, and `key` repeated for keys that hold commas themselves. */
export function keysOf({
  keys,
  key,
}: {
  readonly keys?: string | readonly string[] | undefined
  readonly key?: string | readonly string[] | undefined
}): string[] {
  const whole = key === undefined ? [] : typeof key === 'string' ? [key] : key
  return [...readList(keys), ...whole].map((name) => name.trim()).filter((name) => name !== '')
}
