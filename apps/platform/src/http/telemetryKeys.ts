import { TextRefusal } from './errorAnswers.ts'
import { parseList } from './queryValues.ts'

interface KeysQuery {
  readonly keys?: string | readonly string[] | undefined
  readonly key?: string | readonly string[] | undefined
}

/**
 * Returns the keys of a query: `keys` is a comma-separated list, and `key` can be repeated for keys that contain
 * commas.
 */
export function keysOf({ keys, key }: KeysQuery): string[] {
  const whole = key === undefined ? [] : typeof key === 'string' ? [key] : key
  return [...parseList(keys), ...whole].map((name) => name.trim()).filter((name) => name !== '')
}

/** Returns the keys of a query. @throws {TextRefusal} when it names none */
export function someKeysOf(query: KeysQuery): string[] {
  const keys = keysOf(query)
  if (keys.length === 0) throw new TextRefusal(400, 'Empty keys: []')
  return keys
}
