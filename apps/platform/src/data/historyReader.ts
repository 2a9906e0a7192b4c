import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { JsonValue } from '@greenwave/contract/attributes'
import { schemaVersion } from '../store/migrate.ts'
import type { RowQuery } from './commitBatch.ts'
import { historyDays, historyFile } from './historyFiles.ts'
import { createFolds } from './historyFolds.ts'
import type { JournalRow } from './journalRow.ts'
import { createKeySets, decodeSample, type KeySets } from './sampleRows.ts'

type Message = { ts: number; keySet: number; body: string }
type Points = Record<string, { ts: number; value: JsonValue }[]>

const SELECT = (order: 'ASC' | 'DESC') =>
  `SELECT ts, key_set AS keySet, body FROM samples WHERE device = ? AND ts >= ? AND ts < ? ORDER BY ts ${order}`

/** One open history and its two statements. */
interface OpenHistory {
  readonly db: DatabaseSync
  readonly select: Readonly<Record<'ASC' | 'DESC', StatementSync>>
}

function prepareHistory(db: DatabaseSync): OpenHistory {
  return { db, select: { ASC: db.prepare(SELECT('ASC')), DESC: db.prepare(SELECT('DESC')) } }
}

/** Histories that lie in files, opened read-only when first asked for and closed when their file has gone. */
function openHistoryFiles(folder: string) {
  const open = new Map<string, OpenHistory>()
  return {
    all(): OpenHistory[] {
      const days = historyDays(folder)
      for (const [day, history] of open) {
        if (days.includes(day)) continue
        history.db.close()
        open.delete(day)
      }
      return days.flatMap((day) => {
        const known = open.get(day)
        if (known) return known
        const db = new DatabaseSync(historyFile(folder, day), { readOnly: true, timeout: 5000 })
        // The writer is just making this one.
        if (schemaVersion(db) === 0) {
          db.close()
          return []
        }
        const history = prepareHistory(db)
        open.set(day, history)
        return history
      })
    },
    close(): void {
      for (const history of open.values()) history.db.close()
    },
  }
}

/** Reads history from the files of a folder. `recent` are the messages that are not in the files yet. */
export function openHistoryReader(telemetryFile: string, historyFolder: string) {
  const db = new DatabaseSync(telemetryFile, { readOnly: true, timeout: 5000 })
  const keySets = createKeySets(db)
  const files = openHistoryFiles(historyFolder)
  return {
    read: (query: RowQuery, recent: readonly JournalRow[]): string => readHistory(files.all(), recent, keySets, query),
    close(): void {
      files.close()
      db.close()
    },
  }
}

/** Reads history from one open database, or none, for storage in memory. */
export function readOpenHistory(
  db: DatabaseSync | undefined,
  recent: readonly JournalRow[],
  keySets: KeySets,
  query: RowQuery,
): string {
  return readHistory(db ? [prepareHistory(db)] : [], recent, keySets, query)
}

/** The answer as JSON text. `histories` are oldest first; of two messages of one moment the later one is taken. */
function readHistory(
  histories: readonly OpenHistory[],
  recent: readonly JournalRow[],
  keySets: KeySets,
  query: RowQuery,
): string {
  const wanted = new Set(query.keys)
  if (wanted.size === 0 || query.startTs >= query.endTs) return '{}'
  const folded = query.aggregation !== 'NONE' && query.intervalMs > 0
  const order = folded ? 'ASC' : query.order
  const sources = [
    recentMessages(recent, order),
    ...histories.map((history) => storedMessages(history, query, order)).reverse(),
  ]
  const messages = mergeByTime(sources, order)
  return JSON.stringify(folded ? foldMessages(messages, keySets, query) : takeMessages(messages, keySets, query))
}

function foldMessages(messages: Iterable<Message>, keySets: KeySets, query: RowQuery): Points {
  const wanted = new Set(query.keys)
  const folds = createFolds(query)
  for (const { ts, keySet, body } of messages) {
    for (const [key, value] of decodeSample(keySets, keySet, body)) if (wanted.has(key)) folds.add(key, ts, value)
  }
  return folds.results()
}

/** The first `limit` values of each key; reading stops when all keys have theirs. */
function takeMessages(messages: Iterable<Message>, keySets: KeySets, { keys, limit }: RowQuery): Points {
  const points: Points = Object.create(null)
  const wanted = new Set(limit > 0 ? keys : [])
  if (wanted.size === 0) return points
  for (const { ts, keySet, body } of messages) {
    for (const [key, value] of decodeSample(keySets, keySet, body)) {
      if (!wanted.has(key)) continue
      const list = points[key] ?? []
      points[key] = list
      if (list.at(-1)?.ts !== ts) list.push({ ts, value })
      if (list.length >= limit) wanted.delete(key)
    }
    if (wanted.size === 0) break
  }
  return points
}

/**
 * Messages of all sources in order of time; at one moment those of the first source come first. However reading ends, the
 * sources are closed: a statement left open would go on showing the database as it was, and keep its log from shrinking.
 */
function* mergeByTime(sources: readonly Iterator<Message>[], order: 'ASC' | 'DESC'): Generator<Message> {
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

function* storedMessages(history: OpenHistory, query: RowQuery, order: 'ASC' | 'DESC'): Generator<Message> {
  for (const row of history.select[order].iterate(query.device, query.startTs, query.endTs)) {
    yield { ts: Number(row.ts), keySet: Number(row.keySet), body: String(row.body) }
  }
}

/** In order of time; at one moment the message that came last comes first. */
function recentMessages(rows: readonly JournalRow[], order: 'ASC' | 'DESC'): Iterator<Message> {
  const sign = order === 'ASC' ? 1 : -1
  return rows
    .map(([, , ts, keySet, body]) => ({ ts, keySet, body }))
    .reverse()
    .sort((a, b) => sign * (a.ts - b.ts))
    .values()
}
