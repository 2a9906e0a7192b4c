/** @file One database in the backup: its chain of parts, and what was read and is not stored yet. */
import { statSync } from 'node:fs'
import { ENTITY_FILE, HISTORY_FOLDER, TELEMETRY_FILE } from '../store/databaseFiles.ts'
import { type Changed, ChangedPages } from './changedPages.ts'
import { encodePages, SET_BYTES } from './pageSet.ts'
import type { Chain, Part } from './point.ts'

/** Stores pages, and resolves with their part. */
export type StorePages = (bytes: Uint8Array) => Promise<Part>

const RECORDS = `${HISTORY_FOLDER}/records-`
/** Changed pages wait in memory up to so many bytes while a target fails. */
const MOST_WAITING_BYTES = 67_108_864
/** A log that grew above this while a target was slow is released, bytes. */
const MOST_LOG_BYTES = 268_435_456
/** Parts of a file that is no longer written, before it is copied again as few. */
const MOST_CLOSED_PARTS = 64
/** A database is copied again when its changes take more than twice its copy, and this. */
const REST_BYTES = 8_388_608
/** A file that changed so recently can change again without a later time of its own: clocks of file systems tick, ms. */
const RECENT_MS = 1000
/** A larger database is copied beside the rest, bytes, and again only when it is no longer written. */
const LARGE_BYTES = 67_108_864

/** A database of the data folder and its copy. */
export class CopiedDatabase {
  readonly name: string
  readonly path: string
  /** Parts that were stored; undefined until the first copy is complete. */
  chain: Chain | undefined
  #pages: ChangedPages | undefined
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #pageCount = 0
  /** Bytes of the complete copy at the beginning of the chain. */
  #copyBytes = 0
  #isCopying = false
  #isBehind = true
  /** Stored changes that the chain lacks until all are stored: some of them would mix pages of two times. */
  #storedParts: Part[] = []

  constructor(name: string, path: string, chain: Chain | undefined) {
    this.name = name
    this.path = path
    this.chain = chain
  }

  /** Bytes on the disk. */
  get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0
  }

  get isLarge(): boolean {
    return this.bytes > LARGE_BYTES
  }

  /** Whether the chain lacks changes. */
  get isBehind(): boolean {
    return this.#isBehind || this.#waiting.length > 0
  }

  get isCopying(): boolean {
    return this.#isCopying
  }

  /** Returns whether the database needs to be copied completely before changes can follow. */
  needsCopy(): boolean {
    if (this.#isCopying) return false
    this.#pages ??= new ChangedPages(this.path)
    if (this.#hasTooManyChanges()) this.release()
    const changed = this.#pages.takeChanges()
    if (changed === undefined) {
      this.#isBehind = true
      return true
    }
    this.#pageCount = changed.pageCount
    for (const set of setsOf(changed)) {
      this.#waiting.push(set)
      this.#waitingBytes += set.length
    }
    this.#isBehind = false
    if (this.#waitingBytes <= MOST_WAITING_BYTES) return false
    this.release()
    return true
  }

  /** Stores the changes that wait, in order. The chain gets all of them or, when they were released meanwhile, none. */
  async storeChanges(store: StorePages): Promise<void> {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const part = await store(first)
      if (this.#waiting[0] !== first) return
      this.#waiting.shift()
      this.#waitingBytes -= first.length
      this.#storedParts.push(part)
    }
    if (this.chain === undefined || this.#isBehind || this.#pageCount === 0) return
    this.chain = { ...this.chain, pageCount: this.#pageCount, parts: [...this.chain.parts, ...this.#storedParts] }
    this.#storedParts = []
  }

  /** Copies the complete database. Until it is done the chain stays as it was. */
  async copy(store: StorePages): Promise<void> {
    this.#isCopying = true
    this.#dropWaiting()
    const parts: Part[] = []
    try {
      this.#pages ??= new ChangedPages(this.path)
      const pages = this.#pages
      let last: Changed | undefined
      for (const set of pages.takeAll(SET_BYTES)) {
        last = set
        parts.push(await store(encodePages(set.pageSize, [...set.pages])))
      }
      if (last === undefined) return
      this.#copyBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0)
      this.#pageCount = last.pageCount
      this.chain = { pageSize: last.pageSize, pageCount: last.pageCount, parts }
      this.#isBehind = false
    } catch (error) {
      this.release()
      throw error
    } finally {
      this.#isCopying = false
    }
  }

  /** Ends the copying of a file that is no longer written, and notes its size and time, unless it changed recently. */
  closeFile(): void {
    if (this.isBehind) return
    // With an empty log, closing does not change the file. The state is read before the last look for changes.
    this.#pages?.checkpoint()
    const found = statSync(this.path, { throwIfNoEntry: false })
    if (found === undefined || Math.abs(Date.now() - found.mtimeMs) < RECENT_MS) return
    if (this.needsCopy() || this.isBehind || this.chain === undefined) return
    this.close()
    this.chain = { ...this.chain, closed: { bytes: found.size, changedMs: found.mtimeMs } }
  }

  /** Returns whether a file that is no longer written is as its chain has it. */
  isClosedCopy(): boolean {
    const found = statSync(this.path, { throwIfNoEntry: false })
    const log = statSync(`${this.path}-wal`, { throwIfNoEntry: false })
    const { closed, parts = [] } = this.chain ?? {}
    if (found === undefined || closed?.bytes !== found.size || closed.changedMs !== found.mtimeMs) return false
    // A log may stay beside the file while it is read; later than the file, it has changes.
    if (log !== undefined && log.size > 0 && log.mtimeMs > found.mtimeMs) return false
    this.#isBehind = false
    return parts.length <= MOST_CLOSED_PARTS
  }

  /** Lets a log that grew too large start again; the database is then copied completely. */
  releaseLargeLog(): void {
    if (this.#pages !== undefined && this.#pages.waitingLogBytes > MOST_LOG_BYTES) this.release()
  }

  /** Gives the place in the log up, and what was read from there. */
  release(): void {
    this.#dropWaiting()
    this.#isBehind = true
    this.#pages?.lose()
  }

  #dropWaiting(): void {
    this.#waiting = []
    this.#waitingBytes = 0
    this.#storedParts = []
  }

  close(): void {
    this.#pages?.close()
    this.#pages = undefined
  }

  #hasTooManyChanges(): boolean {
    if (this.isLarge) return false
    const changes = (this.chain?.parts ?? []).reduce((sum, { bytes }) => sum + bytes, 0) - this.#copyBytes
    return this.#copyBytes > 0 && changes > 2 * this.#copyBytes + REST_BYTES
  }
}

function* setsOf({ pageSize, pages }: Changed): Generator<Uint8Array> {
  const perSet = Math.max(1, Math.floor(SET_BYTES / pageSize))
  const all = [...pages]
  for (let first = 0; first < all.length; first += perSet) yield encodePages(pageSize, all.slice(first, first + perSet))
}

/** Selects the databases that are being written: values, entities, the newest day and month of history. */
export function writtenOf(names: readonly string[]): Set<string> {
  const history = names.filter((name) => name.startsWith(`${HISTORY_FOLDER}/`)).toSorted()
  const records = history.filter((name) => name.startsWith(RECORDS))
  const days = history.filter((name) => !name.startsWith(RECORDS))
  return new Set([TELEMETRY_FILE, ENTITY_FILE, records.at(-1), days.at(-1)].filter((name) => name !== undefined))
}
