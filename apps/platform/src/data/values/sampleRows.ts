import type { DatabaseSync } from 'node:sqlite'
import type { JsonValue } from '@greenwave/contract/attributes'
import { parseKeepingLiterals } from './numberLiteral.ts'
import { decodeEntries } from './valueRows.ts'

/** Key set of a row that names its keys itself, `[[key, value], ...]`; all other rows are `[value, ...]`. */
export const OWN_KEYS = 0

/** Most key sets kept; messages with further ones name their keys themselves, so that odd senders cannot fill the memory. */
export const MAX_KEY_SETS = 10_000

/** Keys of each key set, read from the database when first met. */
export type KeySets = (id: number) => readonly string[]

export function createKeySets(db: DatabaseSync): KeySets {
  const known = new Map<number, readonly string[]>()
  const select = db.prepare('SELECT keys FROM key_sets WHERE id = ?')
  return (id) => {
    const keys = known.get(id)
    if (keys) return keys
    const read: string[] = JSON.parse(String(select.get(id)?.keys ?? '[]'))
    known.set(id, read)
    return read
  }
}

/** Keys and values of a stored message. */
export function decodeSample(keySets: KeySets, keySet: number, body: string): [string, JsonValue][] {
  if (keySet === OWN_KEYS) return decodeEntries(body)
  const values = parseKeepingLiterals(body) as JsonValue[]
  return keySets(keySet).map((key, i) => [key, values[i] ?? null])
}
