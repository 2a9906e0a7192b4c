import { LIMITS } from '../limits/limits.ts'

/** Counts wrong tokens by address, as a leaky bucket. */
export class WrongTokens {
  readonly #fullUntil = new Map<string, number>()
  readonly #now: () => number

  /** @param now returns epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns true while an address has sent too many wrong tokens; its next token is then not checked. */
  isBlocked(address: string): boolean {
    return this.#levelMs(address) > (LIMITS.wrongTokensAtOnce.value - 1) * LIMITS.wrongTokenEveryMs.value
  }

  count(address: string): void {
    const until = this.#now() + this.#levelMs(address) + LIMITS.wrongTokenEveryMs.value
    this.#fullUntil.delete(address)
    this.#fullUntil.set(address, until)
    if (this.#fullUntil.size <= LIMITS.wrongTokenAddresses.value) return
    const [oldest] = this.#fullUntil.keys()
    if (oldest !== undefined) this.#fullUntil.delete(oldest)
  }

  /**
   * Returns the time until the bucket of an address is empty, milliseconds. A level higher than possible means that the
   * clock was set back; it is ignored.
   */
  #levelMs(address: string): number {
    const levelMs = (this.#fullUntil.get(address) ?? 0) - this.#now()
    return levelMs > LIMITS.wrongTokensAtOnce.value * LIMITS.wrongTokenEveryMs.value ? 0 : Math.max(0, levelMs)
  }
}
