/**
 * @file The keys of messages. Nearly all messages have the same keys in the same order, so what follows from them is found
 * once: those who handle a message compare a reference instead of fifteen names.
 */
import { isRecordKey } from '../port/journalRow.ts'

/** The keys of a message, in their order. */
export interface MessageKeys {
  readonly names: readonly string[]
  /** The names as JSON. */
  readonly quoted: readonly string[]
  /** Whether any is a key of records. */
  readonly hasRecords: boolean
}

/** So many kinds of messages are remembered, those used last. */
const REMEMBERED = 16
const remembered: MessageKeys[] = []

/** Returns the keys of values: for the same keys usually the same object. */
export function messageKeys(values: Readonly<Record<string, unknown>>): MessageKeys {
  const names = Object.keys(values)
  for (const known of remembered) if (areSame(known.names, names)) return known
  const made = { names, quoted: names.map((name) => JSON.stringify(name)), hasRecords: names.some(isRecordKey) }
  if (remembered.unshift(made) > REMEMBERED) remembered.pop()
  return made
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false
  return true
}
