/**
 * @file Rows that a killed run left in the journal. Whatever their number and size, memory holds only their numbers;
 * their bodies are read one device at a time, when a caller needs them or they are settled.
 */

import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { JournalRow } from '../port/journalRow.ts'

/** The rows of one device: their numbers, oldest first, and the bytes of their bodies. */
interface Leftover {
  readonly numbers: number[]
  readonly bytes: number
}

/** Finds the rows in `telemetry.db`; rows written later do not count. */
export function createLeftoverRows(db: DatabaseSync) {
  const select = db.prepare('SELECT device, kind, ts, key_set, body FROM journal WHERE seq = ?')
  // SQLite groups the rows, and spills to disk what is too large for memory. The size of a body is in the row's header,
  // so no body is read.
  const found = db.prepare(`
    SELECT device, group_concat(seq) AS numbers, sum(octet_length(body)) AS bytes FROM journal
    WHERE device IN (SELECT no FROM devices) GROUP BY device`)
  const ofKinds = db.prepare(`
    SELECT device, kind, ts, key_set, body FROM journal
    WHERE kind IN (?, ?) AND device IN (SELECT no FROM devices) ORDER BY seq`)
  const unread = new Map<number, { readonly text: string; readonly bytes: number }>()
  for (const row of found.iterate()) {
    unread.set(Number(row.device), { text: String(row.numbers), bytes: Number(row.bytes) })
  }
  const read = new Map<number, Leftover>()

  const of = (device: number): Leftover | undefined => {
    const known = read.get(device)
    const text = unread.get(device)
    if (known || !text) return known
    const numbers = text.text.split(',').map(Number)
    const leftover = { numbers: numbers.sort((a, b) => a - b), bytes: text.bytes }
    unread.delete(device)
    read.set(device, leftover)
    return leftover
  }

  return {
    devices: (): number[] => [...unread.keys(), ...read.keys()].sort((a, b) => a - b),
    has: (device: number): boolean => unread.has(device) || read.has(device),
    isEmpty: (): boolean => unread.size + read.size === 0,
    /** Returns the bytes of a device's rows as they were found. */
    bytesOf: (device: number): number => unread.get(device)?.bytes ?? read.get(device)?.bytes ?? 0,
    /** Returns the numbers of a device's rows, oldest first. */
    numbersOf: (device: number): readonly number[] => of(device)?.numbers ?? [],
    /**
     * Yields the rows of a device in the order in which they were written, reading one at a time. Rows deleted
     * meanwhile are left out.
     */
    *rowsOf(device: number): Generator<JournalRow> {
      for (const number of of(device)?.numbers ?? []) {
        const row = select.get(number)
        if (row) yield journalRow(row)
      }
    },
    /** Yields the rows of two kinds, of all devices, in the order in which they were written. */
    *rowsOfKinds(kinds: readonly [number, number]): Generator<JournalRow> {
      for (const row of ofKinds.iterate(...kinds)) yield journalRow(row)
    },
    /** Forgets a device's oldest `count` rows, which are settled and deleted. */
    settled(device: number, count: number): void {
      const leftover = of(device)
      leftover?.numbers.splice(0, count)
      if (leftover?.numbers.length === 0) read.delete(device)
    },
    forget(device: number): void {
      unread.delete(device)
      read.delete(device)
    },
  }
}

function journalRow(row: Record<string, SQLOutputValue>): JournalRow {
  return [Number(row.device), Number(row.kind), Number(row.ts), Number(row.key_set), String(row.body)]
}
