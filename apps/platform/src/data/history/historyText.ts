/**
 * @file Writes the answer to a history query as JSON text, in pieces and in bounded memory, in the reader thread.
 * Answers list one key after another, but each message holds all its keys: keys that do not fit into memory are read in
 * a further scan.
 */

import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { HistoryForm } from '../port/deviceData.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { decodeSample, type KeySets } from '../values/sampleRows.ts'
import { valueText } from '../values/valueText.ts'
import { createFolds } from './historyFolds.ts'

/** A stored message: the values of one moment. */
export interface Message {
  readonly ts: number
  readonly keySet: number
  readonly body: string
}

/** Reads the messages of a query from the start, oldest or newest first. */
export type Scan = () => Iterable<Message>

/** Approximate length of a piece, characters. */
const PIECE_CHARACTERS = 131_072
/** Most of one answer that is held in memory, approximate characters. */
const HELD_CHARACTERS = 4_194_304
/** Points that are joined at a time; one long text takes less memory than many short ones. */
const JOINED_POINTS = 64
/** Most aggregated intervals of one answer that are held in memory. */
const HELD_FOLDS = 20_000
/** Longest time to read without yielding, milliseconds; other work of the thread waits meanwhile. */
const SLICE_MS = 8

/** Pieces of an answer; undefined when a time slice ended before a piece was ready. */
type Pieces = Generator<string | undefined>

/** Writes an answer. `scan` must give messages in the query's order, oldest first for aggregations. */
export function* historyText(scan: Scan, keySets: KeySets, query: RowQuery, form: HistoryForm): Pieces {
  const text = new AnswerText(form)
  const isFolded = query.aggregation !== 'NONE' && query.intervalMs > 0
  if (query.startTs < query.endTs) {
    yield* isFolded ? foldedKeys(scan, keySets, query, text) : rawKeys(scan, keySets, query, text)
  }
  text.end()
  yield text.take()
}

/** A time slice. It looks at the clock only at every 16th turn. */
class Slice {
  #start = performance.now()
  #turns = 0

  isOver(): boolean {
    this.#turns += 1
    return this.#turns % 16 === 0 && performance.now() - this.#start >= SLICE_MS
  }

  begin(): void {
    this.#start = performance.now()
  }
}

/** The points of one key that are held in memory. */
class HeldKey {
  count = 0
  lastTs: number | undefined
  /** True once some of its points were written. */
  isBegun = false
  /** Characters of the points held. */
  characters = 0
  #points: string[] = []
  #joined: string[] = []

  add(ts: number, point: string): void {
    this.lastTs = ts
    this.count += 1
    this.characters += point.length
    this.#points.push(point)
    if (this.#points.length >= JOINED_POINTS) this.#joined.push(this.#points.splice(0).join(','))
  }

  /** Removes the held points and returns them joined. */
  take(): string {
    const text = [...this.#joined, ...this.#points].join(',')
    this.#joined = []
    this.#points = []
    this.characters = 0
    return text
  }
}

function* rawKeys(scan: Scan, keySets: KeySets, { keys, limit }: RowQuery, text: AnswerText): Pieces {
  const slice = new Slice()
  let left: readonly string[] = limit > 0 ? keys : []
  while (left.length > 0) {
    const held = new Map<string, HeldKey>()
    const later = new Set<string>()
    const wanted = new Set(left)
    let heldCharacters = 0
    for (const { ts, keySet, body } of scan()) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) {
        if (!wanted.has(key)) continue
        const own = held.get(key) ?? new HeldKey()
        held.set(key, own)
        if (own.lastTs === ts) continue
        const point = text.point(ts, value)
        own.add(ts, point)
        heldCharacters += point.length
        if (own.count >= limit) wanted.delete(key)
      }
      if (heldCharacters > HELD_CHARACTERS) {
        heldCharacters = letGo(held, later, wanted)
        const [[first, own] = []] = held
        if (first !== undefined && own && held.size === 1) {
          text.points(first, own)
          heldCharacters = 0
        }
      }
      while (text.hasPiece()) {
        yield text.takePiece()
        slice.begin()
      }
      if (slice.isOver()) {
        yield undefined
        slice.begin()
      }
      if (wanted.size === 0) break
    }
    const isWhole = left === keys && later.size === 0 && ![...held.values()].some(({ isBegun }) => isBegun)
    for (const key of isWhole ? inObjectOrder([...held.keys()]) : held.keys()) {
      const own = held.get(key)
      if (own) text.lastPoints(key, own)
      while (text.hasPiece()) yield text.takePiece()
      slice.begin()
    }
    left = [...later]
  }
}

/**
 * Drops the keys that were met last, until half of the room is free or one key is left. Returns the characters still
 * held.
 */
function letGo(held: Map<string, HeldKey>, later: Set<string>, wanted: Set<string>): number {
  let characters = 0
  let kept = 0
  const gone: string[] = []
  for (const [key, own] of held) {
    characters += own.characters
    if (gone.length === 0 && (kept === 0 || characters <= HELD_CHARACTERS / 2)) kept = characters
    else gone.push(key)
  }
  // Keys dropped earlier had been met later.
  const before = [...later]
  later.clear()
  for (const key of [...gone, ...before]) later.add(key)
  for (const key of gone) {
    held.delete(key)
    wanted.delete(key)
  }
  return kept
}

function* foldedKeys(scan: Scan, keySets: KeySets, query: RowQuery, text: AnswerText): Pieces {
  const slice = new Slice()
  const intervals = Math.ceil((query.endTs - query.startTs) / query.intervalMs)
  const atOnce = Math.max(1, Math.floor(HELD_FOLDS / intervals))
  for (let from = 0; from < query.keys.length; from += atOnce) {
    const wanted = new Set(query.keys.slice(from, from + atOnce))
    const folds = createFolds(query)
    for (const { ts, keySet, body } of scan()) {
      for (const [key, value] of decodeSample(keySets, keySet, body)) if (wanted.has(key)) folds.add(key, ts, value)
      if (!slice.isOver()) continue
      yield undefined
      slice.begin()
    }
    for (const [key, points] of Object.entries(folds.results())) {
      const own = new HeldKey()
      for (const { ts, value } of points) own.add(ts, text.point(ts, value))
      text.lastPoints(key, own)
      while (text.hasPiece()) yield text.takePiece()
    }
  }
}

/** Returns keys in the order of an object's members in JavaScript: integers first. */
function inObjectOrder(keys: readonly string[]): string[] {
  return Object.keys(Object.fromEntries(keys.map((key) => [key, true])))
}

/** Builds the text of an answer. */
class AnswerText {
  readonly #form: HistoryForm
  #parts: string[] = ['{']
  #characters = 1
  #hasKeys = false
  readonly #lastTimes: string[] = []

  constructor(form: HistoryForm) {
    this.#form = form
  }

  point(ts: number, value: JsonValue): string {
    if (this.#form === 'strict') return `{"ts":${ts},"value":${JSON.stringify(value)}}`
    const text = JSON.stringify(valueText(value))
    return this.#form === 'text' ? `{"ts":${ts},"value":${text}}` : `[${ts},${text}]`
  }

  /** Writes the held points of a key; more may follow. */
  points(key: string, own: HeldKey): void {
    if (own.characters === 0) return
    if (own.isBegun) this.#add(',')
    else this.#add(`${this.#hasKeys ? ',' : ''}${JSON.stringify(key)}:[`)
    own.isBegun = true
    this.#hasKeys = true
    this.#add(own.take())
  }

  /** Writes the last points of a key. */
  lastPoints(key: string, own: HeldKey): void {
    this.points(key, own)
    if (!own.isBegun) return
    this.#add(']')
    if (this.#form === 'live') this.#lastTimes.push(`${JSON.stringify(key)}:${own.lastTs}`)
  }

  end(): void {
    this.#add(this.#form === 'live' ? `},"latestValues":{${this.#lastTimes.join(',')}}}` : '}')
  }

  hasPiece(): boolean {
    return this.#characters >= PIECE_CHARACTERS
  }

  /** Removes one piece of the finished text and returns it. */
  takePiece(): string {
    const text = this.take()
    if (text.length <= 2 * PIECE_CHARACTERS) return text
    // Does not cut between the halves of a surrogate pair.
    const cut = /[\uD800-\uDBFF]/.test(text.charAt(PIECE_CHARACTERS - 1)) ? PIECE_CHARACTERS + 1 : PIECE_CHARACTERS
    this.#add(text.slice(cut))
    return text.slice(0, cut)
  }

  /** Removes all of the finished text and returns it. */
  take(): string {
    const text = this.#parts.join('')
    this.#parts = []
    this.#characters = 0
    return text
  }

  #add(text: string): void {
    this.#parts.push(text)
    this.#characters += text.length
  }
}
