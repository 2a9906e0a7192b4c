import type { DatabaseSync } from 'node:sqlite'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { parseKeepingLiterals } from './numberLiteral.ts'
import { decodeEntries } from './valueRows.ts'

/** Key set of a row that contains its own keys, `[[key, value], ...]`; all other rows are `[value, ...]`. */
export const OWN_KEYS = 0

/** Most key sets kept. Messages beyond that store their own keys, so that unusual senders cannot fill the memory. */
export const MAX_KEY_SETS = 10_000

/** Returns the keys of a key set. */
export type KeySets = (id: number) => readonly string[]

/** Creates a lookup of key sets that reads each from the database once. */
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

/**
 * Creates a lookup of the key sets that have any of some keys, `OWN_KEYS` always among them. It reads the database anew
 * when there are more of them.
 */
export function createSetsOf(db: DatabaseSync): (keys: readonly string[]) => readonly number[] {
  const selectNew = db.prepare('SELECT id, keys FROM key_sets WHERE id > ? ORDER BY id')
  const known: (readonly [id: number, keys: readonly string[]])[] = []
  return (keys) => {
    for (const row of selectNew.all(known.at(-1)?.[0] ?? 0)) {
      known.push([Number(row.id), JSON.parse(String(row.keys)) as string[]])
    }
    return [OWN_KEYS, ...known.filter(([, own]) => own.some((key) => keys.includes(key))).map(([id]) => id)]
  }
}

/** Returns the keys and values of a stored message. */
export function decodeSample(keySets: KeySets, keySet: number, body: string): [string, JsonValue][] {
  if (keySet === OWN_KEYS) return decodeEntries(body)
  const values = parseKeepingLiterals(body) as JsonValue[]
  return keySets(keySet).map((key, i) => [key, values[i] ?? null])
}
