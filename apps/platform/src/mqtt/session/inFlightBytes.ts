import { LIMITS } from '../../limits/limits.ts'

/** A publish costs more memory than its payload: rows, promises, and for an array a row for each of its elements. */
const PUBLISH_OVERHEAD = 500
const ARRAY_FACTOR = 8
const OPENING_BRACKET = 0x5b

/** Returns the bytes that a payload holds in memory until it is stored, roughly. */
export function inFlightCost(payload: string | Buffer): number {
  const isArray = typeof payload === 'string' ? payload.startsWith('[') : payload[0] === OPENING_BRACKET
  return payload.length * (isArray ? ARRAY_FACTOR : 1) + PUBLISH_OVERHEAD
}

/** A session as its bytes are counted. */
export interface CountedSession {
  /** Bytes of its publishes that are not stored yet. */
  bytesInFlight: number
  readonly connection: { updateReading(): void }
}

/**
 * Bytes that controllers have sent and that are not stored yet. Who has too much of them under way is not read until some are
 * stored, so that TCP slows its sender. Beyond the first level of all together only those are read who have nothing under way: one
 * that floods waits for the disk, the others go on.
 */
export class InFlightBytes {
  #total = 0
  /** Sessions that are not read because of what all have under way, in the order in which they stopped. */
  readonly #held = new Set<CountedSession>()

  get total(): number {
    return this.#total
  }

  begin(session: CountedSession, bytes: number): void {
    session.bytesInFlight += bytes
    this.#total += bytes
  }

  end(session: CountedSession, bytes: number): void {
    session.bytesInFlight -= bytes
    this.#total -= bytes
    if (this.#held.size === 0) return
    for (const held of [...this.#held]) {
      if (this.#total >= LIMITS.inFlightBytes.value) break
      this.#held.delete(held)
      held.connection.updateReading()
    }
    // Below the last level those are read who have nothing under way.
    if (this.#total >= LIMITS.inFlightBytesAtMost.value) return
    for (const held of [...this.#held]) {
      if (held.bytesInFlight > 0) continue
      this.#held.delete(held)
      held.connection.updateReading()
    }
  }

  /** Whether more of a session is to be read now; it is told when that may have changed. */
  mayRead(session: CountedSession): boolean {
    const { inFlightBytes, inFlightBytesAtMost, inFlightBytesOfSession } = LIMITS
    if (session.bytesInFlight >= inFlightBytesOfSession.value) return false
    if (this.#total < inFlightBytes.value) return true
    if (session.bytesInFlight === 0 && this.#total < inFlightBytesAtMost.value) return true
    this.#held.add(session)
    return false
  }

  /** A session ended. What it has under way counts on until it is stored. */
  forget(session: CountedSession): void {
    this.#held.delete(session)
  }
}
