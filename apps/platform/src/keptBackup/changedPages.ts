/**
 * @file Reads which pages of a database changed, from its write-ahead log, while other processes write it.
 *
 * A read transaction is always open, so SQLite cannot overwrite frames of the log that were not read yet: it restarts a
 * log only when every frame is in the database and no reader needs the log. Each call opens the next transaction before
 * it ends the last. So between two calls the log was restarted at most once, and then without frames in between: the
 * first salt has grown by one, and all new frames count from its beginning. Otherwise the place was lost, and the
 * database is copied again. Formats: https://www.sqlite.org/walformat.html.
 *
 * The database and the log's index are opened once and closed after SQLite's own connections: closing any handle of a
 * file ends all locks that this process has on it.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { TargetFailed } from './target.ts'

const WAL_HEADER = 32
const FRAME_HEADER = 24
const INDEX_HEADER = 48
/** Where the index has the number of frames that were moved into the database. */
const MOVED_AT = 96
/** Above this size the log is given the chance to start again, bytes. */
const RESTART_BYTES = 4_194_304
/** Most bytes of pages that are kept in memory. */
const MOST_BYTES = 134_217_728
const READ_ATTEMPTS = 50

/** Committed state of the log, as its index has it. */
interface Index {
  readonly pageSize: number
  /** Number of frames, up to the last commit. */
  readonly frames: number
  /** Number of pages of the database after that commit. */
  readonly pages: number
  readonly salts: Buffer
}

/** Pages that changed, by number, and the size of the database with them. */
export interface Changed {
  readonly pageSize: number
  readonly pageCount: number
  readonly pages: ReadonlyMap<number, Uint8Array>
}

/** Database that another process may write. */
export class ChangedPages {
  readonly #path: string
  readonly #readers: [DatabaseSync, DatabaseSync]
  /** A checkpoint needs a connection of its own beside that of the lock. */
  readonly #lock: DatabaseSync
  readonly #checkpointer: DatabaseSync
  readonly #file: number
  readonly #index: number
  #isHeld = false
  /** Place up to which all changes were returned; undefined when it was lost. */
  #seen: Index | undefined

  readonly #restartBytes: number

  /** @param restartBytes size of the log above which it may start again; small in tests */
  constructor(path: string, restartBytes = RESTART_BYTES) {
    this.#path = path
    this.#restartBytes = restartBytes
    // A file that was deleted meanwhile must not be created again.
    const existing = pathToFileURL(path)
    existing.searchParams.set('mode', 'rw')
    const open = (readOnly: boolean) => new DatabaseSync(readOnly ? path : existing, { readOnly, timeout: 1000 })
    this.#lock = open(false)
    this.#checkpointer = open(false)
    // Makes the log and its index exist.
    this.#lock.prepare('SELECT count(*) FROM sqlite_schema').get()
    this.#lock.exec('PRAGMA busy_timeout = 20')
    this.#readers = [open(true), open(true)]
    this.#file = openSync(path, 'r')
    this.#index = openSync(`${path}-shm`, 'r')
  }

  /** Bytes of the log that wait because of the read transaction. The log's file stays as large as it ever was. */
  get waitingLogBytes(): number {
    try {
      const { frames, pageSize } = this.#readIndex()
      return (frames - this.#movedFrames()) * (FRAME_HEADER + pageSize)
    } catch (error) {
      if (error instanceof PlaceLost) return 0
      throw error
    }
  }

  /** Returns the pages that changed since the last call; undefined when the database must be copied completely. */
  takeChanges(): Changed | undefined {
    const seen = this.#seen
    if (seen === undefined) return undefined
    const pages = new Map<number, Uint8Array>()
    try {
      this.#renewHold()
      let until = this.#readIndex()
      this.#collect(seen, until, pages)
      if (until.frames * (FRAME_HEADER + until.pageSize) > this.#restartBytes) until = this.#letRestart(until, pages)
      this.#seen = until
      return { pageSize: until.pageSize, pageCount: until.pages, pages }
    } catch (error) {
      this.lose()
      if (error instanceof PlaceLost) return undefined
      throw error
    }
  }

  /** Yields the complete database as of now, in sets of pages. Afterwards changes count from now. */
  *takeAll(setBytes: number): Generator<Changed, void> {
    this.#renewHold()
    this.checkpoint()
    const { until, overlay } = this.#readOverlay()
    const { pageSize, pages: pageCount } = until
    const perSet = Math.max(1, Math.floor(setBytes / pageSize))
    for (let first = 1; first <= pageCount; first += perSet) {
      const count = Math.min(perSet, pageCount - first + 1)
      const bytes = Buffer.alloc(count * pageSize)
      readSync(this.#file, bytes, 0, bytes.length, (first - 1) * pageSize)
      const pages = new Map<number, Uint8Array>()
      for (let index = 0; index < count; index += 1) {
        const own = bytes.subarray(index * pageSize, (index + 1) * pageSize)
        pages.set(first + index, overlay.get(first + index) ?? own)
      }
      yield { pageSize, pageCount, pages }
      if (!this.#isHeld) throw new TargetFailed(`the copy of ${this.#path} took too long`, 'nothing: it is tried again')
    }
    this.#seen = until
  }

  /** Forgets the place in the log, which may then start again. */
  lose(): void {
    this.#seen = undefined
    this.#isHeld = false
    for (const db of [...this.#readers, this.#lock]) if (db.isTransaction) db.exec('ROLLBACK')
  }

  close(): void {
    this.lose()
    for (const db of [...this.#readers, this.#lock, this.#checkpointer]) db.close()
    closeSync(this.#file)
    closeSync(this.#index)
  }

  /** Opens a read transaction of now, and ends the one before. */
  #renewHold(): void {
    const [current, next] = this.#readers
    this.#begin(next)
    if (current.isTransaction) current.exec('ROLLBACK')
    this.#readers.reverse()
    this.#isHeld = true
  }

  #begin(db: DatabaseSync): void {
    db.exec('BEGIN')
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
  }

  /** Moves frames into the database as far as readers allow. Writers do not wait for it. */
  checkpoint(): void {
    this.#checkpointer.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }

  /**
   * Ends the read transaction for a moment in which nothing can be written, so that the next writer may start the log
   * again. Most frames were moved before, so the moment is short.
   */
  #letRestart(collected: Index, pages: Map<number, Uint8Array>): Index {
    this.checkpoint()
    try {
      this.#lock.exec('BEGIN IMMEDIATE')
    } catch {
      // Another writer is long at work; the next call tries again.
      return collected
    }
    try {
      const until = this.#readIndex()
      this.#collect(collected, until, pages)
      const [hold] = this.#readers
      hold.exec('ROLLBACK')
      this.checkpoint()
      this.#begin(hold)
      return until
    } finally {
      this.#lock.exec('ROLLBACK')
    }
  }

  /** Returns the pages of the log that the database may lack, since a checkpoint may be moving them, and the log's state. */
  #readOverlay(): { until: Index; overlay: Map<number, Uint8Array> } {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      const until = this.#readIndex()
      const overlay = new Map<number, Uint8Array>()
      try {
        this.#collectFrames(this.#movedFrames(), until, overlay)
        if (this.#readIndex().salts.equals(until.salts)) return { until, overlay }
      } catch (error) {
        if (!(error instanceof PlaceLost)) throw error
      }
    }
    throw new TargetFailed(`the log of ${this.#path} grows too quickly to be copied`, 'nothing: it is tried again')
  }

  #movedFrames(): number {
    const bytes = Buffer.alloc(4)
    readSync(this.#index, bytes, 0, bytes.length, MOVED_AT)
    return NATIVE_32(bytes, 0)
  }

  #collect(from: Index, to: Index, pages: Map<number, Uint8Array>): void {
    if (from.salts.equals(to.salts)) this.#collectFrames(from.frames, to, pages)
    else if (from.frames === 0 || isNextSalt(from.salts, to.salts)) this.#collectFrames(0, to, pages)
    else throw new PlaceLost()
  }

  #collectFrames(after: number, { frames, pageSize, salts }: Index, pages: Map<number, Uint8Array>): void {
    if (frames <= after) return
    const frameBytes = FRAME_HEADER + pageSize
    const perRead = Math.max(1, Math.floor(1_048_576 / frameBytes))
    const newest = new Map<number, number>()
    const log = openSync(`${this.#path}-wal`, 'r')
    try {
      for (let first = after; first < frames; first += perRead) {
        const count = Math.min(perRead, frames - first)
        const bytes = Buffer.allocUnsafe(count * frameBytes)
        if (readSync(log, bytes, 0, bytes.length, WAL_HEADER + first * frameBytes) < bytes.length) throw new PlaceLost()
        for (let index = 0; index < count; index += 1) {
          const at = index * frameBytes
          if (!bytes.subarray(at + 8, at + 16).equals(salts)) throw new PlaceLost()
          newest.set(bytes.readUInt32BE(at), first + index)
        }
        if ((pages.size + newest.size) * pageSize > MOST_BYTES) throw new PlaceLost()
      }
      for (const [number, frame] of newest) {
        const page = Buffer.allocUnsafe(pageSize)
        readSync(log, page, 0, pageSize, WAL_HEADER + frame * frameBytes + FRAME_HEADER)
        pages.set(number, page)
      }
    } finally {
      closeSync(log)
    }
  }

  #pageSizeOfFile(): number {
    const bytes = Buffer.alloc(2)
    readSync(this.#file, bytes, 0, 2, 16)
    return bytes.readUInt16BE(0)
  }

  /** Reads the index's header, of which there are two copies: they differ while a writer changes them. */
  #readIndex(): Index {
    const bytes = Buffer.alloc(INDEX_HEADER * 2)
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt += 1) {
      readSync(this.#index, bytes, 0, bytes.length, 0)
      const header = bytes.subarray(0, INDEX_HEADER)
      if (header[12] !== 1 || !header.equals(bytes.subarray(INDEX_HEADER))) continue
      const frames = NATIVE_32(header, 16)
      // The index of a log without frames knows no sizes; the database does.
      const size = frames === 0 ? this.#pageSizeOfFile() : NATIVE_16(header, 14)
      const pageSize = size === 1 ? 65_536 : size
      return {
        pageSize,
        frames,
        pages: frames === 0 ? Math.floor(fstatSync(this.#file).size / pageSize) : NATIVE_32(header, 20),
        salts: Buffer.from(header.subarray(32, 40)),
      }
    }
    throw new PlaceLost()
  }
}

/** Thrown when frames that were not read may be overwritten. */
class PlaceLost extends Error {}

type Read = (bytes: Buffer, at: number) => number
// The index is in the byte order of the machine.
const IS_LITTLE = endianness() === 'LE'
const NATIVE_16: Read = (bytes, at) => (IS_LITTLE ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
const NATIVE_32: Read = (bytes, at) => (IS_LITTLE ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))

function isNextSalt(salts: Buffer, next: Buffer): boolean {
  return (salts.readUInt32BE(0) + 1) >>> 0 === next.readUInt32BE(0)
}
