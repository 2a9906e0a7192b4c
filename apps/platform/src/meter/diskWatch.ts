/** @file Reports that the disk of the data folder takes no writes, and that it takes them again. */
import { statfs } from 'node:fs/promises'
import type { Health } from './readiness.ts'

const PART = 'disk'
/** Without writes, a full disk is looked at so often, milliseconds. */
const LOOK_MS = 5_000
/** Room with which a disk no longer counts as full, bytes. */
const ROOM_BYTES = 4_194_304
const FULL = /database or disk is full|ENOSPC|EDQUOT/
const OF_DISK = /^(?:ERR_SQLITE_ERROR|ENOSPC|EDQUOT|EROFS|EIO|EFBIG)$/

/** Returns whether an error says that a file cannot be read or written. */
export const isOfDisk = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && OF_DISK.test(String(error.code))

/** Returns whether an error says that there is no room. */
export const isFull = (error: unknown): boolean => isOfDisk(error) && FULL.test(String(error))

/** Follows the writes to a data folder. */
export class DiskWatch {
  readonly #folder: string
  readonly #health: Health
  #timer: NodeJS.Timeout | undefined
  #isFailing = false

  constructor(folder: string, health: Health) {
    this.#folder = folder
    this.#health = health
  }

  /** Passes on how a write ends, and reports it. */
  async watched<T>(write: Promise<T>): Promise<T> {
    try {
      const result = await write
      if (this.#isFailing) this.#recovered()
      return result
    } catch (error) {
      if (isOfDisk(error)) this.#failed(error)
      throw error
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #failed(error: unknown): void {
    this.#isFailing = true
    const text = isFull(error)
      ? 'is full, and nothing new is stored: make room on it. Nothing acknowledged is lost; controllers send the rest again'
      : `takes no writes (${error instanceof Error ? error.message : ''}): see the log`
    this.#health.report(PART, { text, isBlocking: false })
    // The next write may be long in coming.
    if (isFull(error)) this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref()
  }

  async #look(): Promise<void> {
    const disk = await statfs(this.#folder).catch(() => undefined)
    if (disk && disk.bavail * disk.bsize >= ROOM_BYTES) this.#recovered()
  }

  #recovered(): void {
    this.#isFailing = false
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#health.report(PART, undefined)
  }
}
