import { LIMITS } from './limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Bytes that a write costs on the disk besides what it holds: a row and its place in the indexes, or an audit record. */
const ROW_BYTES = 64
const RECORD_BYTES = 1_024
/** Number of writers above which those that have written little are forgotten. */
const MOST_WRITERS = 10_000

/** Limits of what one writer may write, bytes. */
interface QuotaLimits {
  readonly minute: number
  readonly day: number
}

const OF_DEVICE: QuotaLimits = {
  minute: LIMITS.writtenBytesOfDeviceByMinute.value,
  day: LIMITS.writtenBytesOfDeviceByDay.value,
}
const OF_CUSTOMER_USER: QuotaLimits = {
  minute: LIMITS.writtenBytesOfUserByMinute.value,
  day: LIMITS.writtenBytesOfUserByDay.value,
}
const OF_ADMINISTRATOR: QuotaLimits = {
  minute: LIMITS.writtenBytesOfAdministratorByMinute.value,
  day: LIMITS.writtenBytesOfAdministratorByDay.value,
}

/** Bytes that a writer has written, less what has drained since. */
interface Written {
  minute: number
  day: number
  atMs: number
}

/** A write beyond a quota. The message states the limits and the time after which the next try can succeed. */
export interface OverQuota {
  readonly retryAfterS: number
  readonly message: string
}

/**
 * Counts the bytes that each user and each device writes, in a minute and in a day. What was written drains evenly, so
 * that a writer beyond its quota is slowed down to the rate of the limit and never locked out. A write that begins within
 * the quota is taken whole. Counts are lost on restart.
 */
export class WriteQuota {
  readonly #written = new Map<string, Written>()
  readonly #nowMs: () => number

  /** @param nowMs returns milliseconds of a clock that never jumps */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Counts a message of a device; undefined if it is within the quota. */
  byDevice(id: string, bytes: number): OverQuota | undefined {
    return this.#take(id, bytes + ROW_BYTES, OF_DEVICE)
  }

  /** Counts a call of a user, with its audit record; undefined if it is within the quota. */
  byUser(id: string, isAdministrator: boolean, bytes: number): OverQuota | undefined {
    return this.#take(id, bytes + RECORD_BYTES, isAdministrator ? OF_ADMINISTRATOR : OF_CUSTOMER_USER)
  }

  #take(id: string, bytes: number, limits: QuotaLimits): OverQuota | undefined {
    const nowMs = this.#nowMs()
    const written = this.#drained(id, nowMs, limits)
    const overMs = Math.max(
      ((written.minute - limits.minute) / limits.minute) * MINUTE_MS,
      ((written.day - limits.day) / limits.day) * DAY_MS,
    )
    if (overMs >= 0) {
      const retryAfterS = Math.max(1, Math.ceil(overMs / 1000))
      const [minute, day] = [limits.minute, limits.day].map((limit) => `${limit / 1_048_576} MiB`)
      const message = `Too many bytes written: ${minute} in a minute and ${day} in a day are allowed. Try again in ${retryAfterS} s.`
      return { retryAfterS, message }
    }
    written.minute += bytes
    written.day += bytes
    return undefined
  }

  #drained(id: string, nowMs: number, limits: QuotaLimits): Written {
    const known = this.#written.get(id)
    if (known === undefined) {
      if (this.#written.size >= MOST_WRITERS) this.#forgetIdle(nowMs)
      const fresh = { minute: 0, day: 0, atMs: nowMs }
      this.#written.set(id, fresh)
      return fresh
    }
    const ms = nowMs - known.atMs
    known.minute = Math.max(0, known.minute - (limits.minute * ms) / MINUTE_MS)
    known.day = Math.max(0, known.day - (limits.day * ms) / DAY_MS)
    known.atMs = nowMs
    return known
  }

  /** Forgets writers that have been silent for a day: all that they wrote has drained. */
  #forgetIdle(nowMs: number): void {
    for (const [id, { atMs }] of this.#written) if (nowMs - atMs > DAY_MS) this.#written.delete(id)
  }
}
