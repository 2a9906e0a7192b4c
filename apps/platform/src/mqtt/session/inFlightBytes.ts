import { LIMITS } from '../../limits/limits.ts'

/** A PUBLISH takes more memory than its payload: rows, promises, and a row for each element of an array. */
const PUBLISH_OVERHEAD = 500
const ARRAY_FACTOR = 8
const OPENING_BRACKET = 0x5b

/** Returns roughly how many bytes a payload takes in memory until it is stored. */
export function inFlightCost(payload: string | Buffer): number {
  const isArray = typeof payload === 'string' ? payload.startsWith('[') : payload[0] === OPENING_BRACKET
  return payload.length * (isArray ? ARRAY_FACTOR : 1) + PUBLISH_OVERHEAD
}

/** A session whose bytes are counted. */
export interface CountedSession {
  /** Bytes of its publishes that are not stored yet. */
  bytesInFlight: number
  readonly connection: { updateReading(): void }
}

/**
 * Counts the bytes that controllers have sent and that are not stored yet. A session with too many is paused until some
 * are stored, so that TCP slows its sender. When all sessions together pass the first limit, only sessions with nothing
 * in flight are read: one that floods waits for the disk, and the others continue.
 */
export class InFlightBytes {
  #total = 0
  /** Sessions paused because of what all have in flight, in the order in which they were paused. */
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
    // Below the last limit, sessions with nothing in flight are read.
    if (this.#total >= LIMITS.inFlightBytesAtMost.value) return
    for (const held of [...this.#held]) {
      if (held.bytesInFlight > 0) continue
      this.#held.delete(held)
      held.connection.updateReading()
    }
  }

  /**
   * Returns whether more of a session may be read now. If not, `updateReading` is called when that may have changed.
   */
  mayRead(session: CountedSession): boolean {
    const { inFlightBytes, inFlightBytesAtMost, inFlightBytesOfSession } = LIMITS
    if (session.bytesInFlight >= inFlightBytesOfSession.value) return false
    if (this.#total < inFlightBytes.value) return true
    if (session.bytesInFlight === 0 && this.#total < inFlightBytesAtMost.value) return true
    this.#held.add(session)
    return false
  }

  /** Forgets a session that has ended. Its bytes count until they are stored. */
  forget(session: CountedSession): void {
    this.#held.delete(session)
  }
}
