import type { DatabaseSync } from 'node:sqlite'
import type { EraseQuery } from '../port/historyQuery.ts'
import type { JournalRow } from '../port/journalRow.ts'
import { decodeSample, type KeySets, OWN_KEYS } from '../values/sampleRows.ts'
import { encodeEntries } from '../values/valueRows.ts'

/**
 * Creates a function that writes messages to an open history. Two messages of one moment share a row: the later values
 * win, the other values stay. Writing the same messages again changes nothing.
 */
export function createSampleInserter(db: DatabaseSync, keySets: KeySets): (row: JournalRow) => void {
  const insert = db.prepare(
    'INSERT INTO samples (device, ts, key_set, body) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const select = db.prepare('SELECT key_set, body FROM samples WHERE device = ? AND ts = ?')
  const update = db.prepare('UPDATE samples SET key_set = ?, body = ? WHERE device = ? AND ts = ?')
  return ([device, , ts, keySet, body]) => {
    if (insert.run(device, ts, keySet, body).changes !== 0) return
    const stored = select.get(device, ts)
    if (stored?.key_set === keySet && stored.body === body) return
    const merged = new Map([
      ...decodeSample(keySets, Number(stored?.key_set), String(stored?.body)),
      ...decodeSample(keySets, keySet, body),
    ])
    update.run(OWN_KEYS, encodeEntries(merged), device, ts)
  }
}

/** Messages held in memory at once while values are deleted from them. */
const ERASE_ROWS = 100

/**
 * Creates a function that deletes some keys from a device's messages in a range of time. A message with no other keys
 * is deleted.
 */
export function createValueEraser(db: DatabaseSync, keySets: KeySets): (query: EraseQuery) => void {
  const select = db.prepare(
    'SELECT ts, key_set, body FROM samples WHERE device = ? AND ts >= ? AND ts < ? ORDER BY ts LIMIT ?',
  )
  const update = db.prepare('UPDATE samples SET key_set = ?, body = ? WHERE device = ? AND ts = ?')
  const remove = db.prepare('DELETE FROM samples WHERE device = ? AND ts = ?')
  return ({ device, keys, startTs, endTs }) => {
    const erased = new Set(keys)
    let from = startTs
    for (;;) {
      const rows = select.all(device, from, endTs, ERASE_ROWS)
      for (const { ts, key_set, body } of rows) {
        const entries = decodeSample(keySets, Number(key_set), String(body))
        const left = entries.filter(([key]) => !erased.has(key))
        if (left.length === 0) remove.run(device, Number(ts))
        else if (left.length < entries.length) update.run(OWN_KEYS, encodeEntries(left), device, Number(ts))
        from = Number(ts) + 1
      }
      if (rows.length < ERASE_ROWS) return
    }
  }
}

/** Creates a function that deletes some messages of a device. It returns true while there may be more. */
export function createSampleEraser(db: DatabaseSync): (device: number) => boolean {
  const erase = db.prepare(
    'DELETE FROM samples WHERE device = ?1 AND ts IN (SELECT ts FROM samples WHERE device = ?1 LIMIT 2000)',
  )
  return (device) => Number(erase.run(device).changes) > 0
}
