import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { namingDamage } from '../../sqlite/damage.ts'
import { schemaVersion } from '../../sqlite/migrate.ts'
import type { HistoryForm } from '../port/deviceData.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { isRecordKey, type JournalRow } from '../port/journalRow.ts'
import { createKeySets, createSetsOf, type KeySets } from '../values/sampleRows.ts'
import { historyDays, historyFile, isOfRecords } from './historyFiles.ts'
import { historyText, type Message } from './historyText.ts'

type Order = 'ASC' | 'DESC'

const SELECT = (order: Order) =>
  `SELECT ts, key_set AS keySet, body FROM samples WHERE device = ? AND ts >= ? AND ts < ? ORDER BY ts ${order} LIMIT ?`

/**
 * Records of one kind are few among those of all kinds, so their times are found first, by the index of kinds; rows with
 * keys of their own may be of any kind.
 */
const SELECT_RECORDS = (order: Order) =>
  `SELECT ts, key_set AS keySet, body FROM samples WHERE device = ?1 AND ts IN (
    SELECT ts FROM samples INDEXED BY samples_by_keys WHERE device = ?1 AND key_set IN (SELECT value FROM json_each(?2)) AND ts >= ?3 AND ts < ?4
    ORDER BY ts ${order} LIMIT ?5
  ) ORDER BY ts ${order}`

/** Messages read at a time: few at first, because many readers want no more, ... */
const FIRST_PAGE_ROWS = 100
const PAGE_ROWS = 1000
/** ... and only slightly more than this many bytes. */
const PAGE_BYTES = 524_288

/** History file that is open. */
interface OpenHistory {
  readonly db: DatabaseSync
  /** Returns the first rows of a device from `startTs` on and before `endTs`. */
  rows(
    query: RowQuery,
    order: Order,
    startTs: number,
    endTs: number,
    limit: number,
  ): Iterable<Record<string, SQLOutputValue>>
}

function prepareHistory(db: DatabaseSync): OpenHistory {
  const select = { ASC: db.prepare(SELECT('ASC')), DESC: db.prepare(SELECT('DESC')) }
  return {
    db,
    rows: ({ device }, order, startTs, endTs, limit) => select[order].iterate(device, startTs, endTs, limit),
  }
}

function prepareRecords(db: DatabaseSync, setsOf: (keys: readonly string[]) => readonly number[]): OpenHistory {
  const select = { ASC: db.prepare(SELECT_RECORDS('ASC')), DESC: db.prepare(SELECT_RECORDS('DESC')) }
  return {
    db,
    rows: ({ device, keys }, order, startTs, endTs, limit) =>
      select[order].iterate(device, JSON.stringify(setsOf(keys)), startTs, endTs, limit),
  }
}

/**
 * Creates a reader of history files. It opens each file read-only at its first read, and closes it when the file is
 * gone.
 */
function openHistoryFiles(folder: string, setsOf: (keys: readonly string[]) => readonly number[]) {
  const open = new Map<string, OpenHistory>()
  return {
    /** Returns the files that may have values of these keys: records are apart from everything else. */
    of(keys: readonly string[]): OpenHistory[] {
      const days = historyDays(folder)
      for (const [day, history] of open) {
        if (days.includes(day)) continue
        history.db.close()
        open.delete(day)
      }
      const wanted = days.filter((day) => keys.some((key) => isRecordKey(key) === isOfRecords(day)))
      return wanted.flatMap((day) => {
        const known = open.get(day)
        if (known) return known
        const db = new DatabaseSync(historyFile(folder, day), { readOnly: true, timeout: 5000 })
        // The writer is creating this file right now.
        if (namingDamage(db, () => schemaVersion(db)) === 0) {
          db.close()
          return []
        }
        const history = namingDamage(db, () => (isOfRecords(day) ? prepareRecords(db, setsOf) : prepareHistory(db)))
        open.set(day, history)
        return history
      })
    },
    close(): void {
      for (const history of open.values()) history.db.close()
    },
  }
}

/** Opens the history files of a folder for reading. `recent` are messages that are not in the files yet. */
export function openHistoryReader(telemetryFile: string, historyFolder: string) {
  const db = new DatabaseSync(telemetryFile, { readOnly: true, timeout: 5000 })
  const keySets = createKeySets(db)
  const files = openHistoryFiles(historyFolder, createSetsOf(db))
  return {
    /**
     * Yields the answer as JSON text in pieces, and undefined from time to time so that other answers get their turn.
     */
    pieces: (query: RowQuery, recent: readonly JournalRow[], form: HistoryForm) =>
      historyPieces(files.of(query.keys), recent, keySets, query, form),
    /** Returns the whole answer, for few values. */
    read: (query: RowQuery, recent: readonly JournalRow[]): string =>
      whole(historyPieces(files.of(query.keys), recent, keySets, query, 'strict')),
    close(): void {
      files.close()
      db.close()
    },
  }
}

/** Reads history from one open database, or none; for storage in memory. */
export function openHistoryPieces(
  db: DatabaseSync | undefined,
  recent: readonly JournalRow[],
  keySets: KeySets,
  query: RowQuery,
  form: HistoryForm,
) {
  return historyPieces(db ? [prepareHistory(db)] : [], recent, keySets, query, form)
}

/** Joins the pieces of an answer. */
function whole(pieces: Iterable<string | undefined>): string {
  return [...pieces].filter((piece) => piece !== undefined).join('')
}

/** Yields an answer in pieces. `histories` are oldest first; of two messages of one moment the later one counts. */
function historyPieces(
  histories: readonly OpenHistory[],
  recent: readonly JournalRow[],
  keySets: KeySets,
  query: RowQuery,
  form: HistoryForm,
) {
  const isFolded = query.aggregation !== 'NONE' && query.intervalMs > 0
  const order = isFolded ? 'ASC' : query.order
  const scan = () =>
    mergeByTime(
      [recentMessages(recent, order), ...histories.map((history) => storedMessages(history, query, order)).reverse()],
      order,
    )
  return historyText(scan, keySets, query, form)
}

/** Merges the messages of all sources in order of time. For equal times, messages of earlier sources come first. */
function* mergeByTime(sources: readonly Iterator<Message>[], order: Order): Generator<Message> {
  const sign = order === 'ASC' ? 1 : -1
  try {
    const heads = sources.map((source) => source.next())
    for (;;) {
      let first: Message | undefined
      let place = -1
      for (const [i, head] of heads.entries()) {
        if (head.done || (first !== undefined && sign * (head.value.ts - first.ts) >= 0)) continue
        first = head.value
        place = i
      }
      const source = sources[place]
      if (first === undefined || source === undefined) return
      yield first
      heads[place] = source.next()
    }
  } finally {
    for (const source of sources) source.return?.()
  }
}

/**
 * Yields the messages of one file, page by page. A statement left open would keep showing an old state of the database
 * and keep its log from shrinking for as long as the answer's reader takes.
 */
function* storedMessages(history: OpenHistory, query: RowQuery, order: Order): Generator<Message> {
  let { startTs, endTs } = query
  let rows = FIRST_PAGE_ROWS
  // A file that has expired meanwhile is closed.
  while (history.db.isOpen) {
    const page = namingDamage(history.db, () => readPage(history.rows(query, order, startTs, endTs, rows)))
    const last = page.at(-1)
    if (!last) return
    yield* page
    if (order === 'ASC') startTs = last.ts + 1
    else endTs = last.ts
    rows = PAGE_ROWS
  }
}

function readPage(rows: Iterable<Record<string, SQLOutputValue>>): Message[] {
  const page: Message[] = []
  let bytes = 0
  for (const row of rows) {
    const message = { ts: Number(row.ts), keySet: Number(row.keySet), body: String(row.body) }
    page.push(message)
    bytes += message.body.length
    if (bytes >= PAGE_BYTES) break
  }
  return page
}

/** Returns messages in order of time; of messages of one moment, the latest arrival comes first. */
function recentMessages(rows: readonly JournalRow[], order: Order): Iterator<Message> {
  const sign = order === 'ASC' ? 1 : -1
  return rows
    .map(([, , ts, keySet, body]) => ({ ts, keySet, body }))
    .reverse()
    .sort((a, b) => sign * (a.ts - b.ts))
    .values()
}
