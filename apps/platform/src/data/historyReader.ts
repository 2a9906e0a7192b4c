import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { JsonValue } from '@greenwave/contract/attributes'
import type { RowQuery } from './commitBatch.ts'
import { historyDays, historyFile } from './historyFiles.ts'
import { createFolds } from './historyFolds.ts'
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
      return days.map((day) => {
        const known = open.get(day)
        if (known) return known
        const history = prepareHistory(new DatabaseSync(historyFile(folder, day), { readOnly: true, timeout: 5000 }))
        open.set(day, history)
        return history
      })
    },
    close(): void {
      for (const history of open.values()) history.db.close()
    },
  }
}

/** Reads history from the files of a folder. */
export function openHistoryReader(telemetryFile: string, historyFolder: string) {
  const db = new DatabaseSync(telemetryFile, { readOnly: true, timeout: 5000 })
  const keySets = createKeySets(db)
  const files = openHistoryFiles(historyFolder)
  return {
    read: (query: RowQuery): string => readHistory(files.all(), keySets, query),
    close(): void {
      files.close()
      db.close()
    },
  }
}

/** Reads history from one open database, for storage in memory. */
export function readOpenHistory(db: DatabaseSync, keySets: KeySets, query: RowQuery): string {
  return readHistory([prepareHistory(db)], keySets, query)
}

/** The answer as JSON text. `histories` are oldest first; of two messages of one moment the later file's is taken. */
function readHistory(histories: readonly OpenHistory[], keySets: KeySets, query: RowQuery): string {
  const wanted = new Set(query.keys)
  const aggregated = query.aggregation !== 'NONE' && query.intervalMs > 0
  const points: Points = Object.create(null)
  if (wanted.size === 0 || query.startTs >= query.endTs) return '{}'
  if (aggregated) {
    const folds = createFolds(query)
    for (const { ts, keySet, body } of mergeByTime(histories, query, 'ASC')) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) if (wanted.has(key)) folds.add(key, ts, value)
    }
    return JSON.stringify(folds.results())
  }
  for (const { ts, keySet, body } of mergeByTime(histories, query, query.order)) {
    for (const [key, value] of decodeSample(keySets, keySet, body)) {
      if (!wanted.has(key)) continue
      const list = points[key] ?? []
      points[key] = list
      if (list.length < query.limit && list.at(-1)?.ts !== ts) list.push({ ts, value })
      if (list.length >= query.limit) wanted.delete(key)
    }
    if (wanted.size === 0) break
  }
  return JSON.stringify(points)
}

/** Messages of all histories in order of time; at one moment the newest file's comes first. */
function* mergeByTime(histories: readonly OpenHistory[], query: RowQuery, order: 'ASC' | 'DESC'): Generator<Message> {
  const sign = order === 'ASC' ? 1 : -1
  const sources = histories
    .map((history) => history.select[order].iterate(query.device, query.startTs, query.endTs))
    .reverse()
  const heads = sources.map((source) => nextMessage(source))
  for (;;) {
    let first = -1
    for (let i = 0; i < heads.length; i += 1) {
      const head = heads[i]
      if (head === undefined) continue
      const best = heads[first]
      if (best === undefined || sign * (head.ts - best.ts) < 0) first = i
    }
    const message = heads[first]
    const source = sources[first]
    if (message === undefined || source === undefined) return
    yield message
    heads[first] = nextMessage(source)
  }
}

function nextMessage(source: Iterator<Record<string, unknown>>): Message | undefined {
  const { done, value } = source.next()
  if (done) return undefined
  return { ts: Number(value.ts), keySet: Number(value.keySet), body: String(value.body) }
}
