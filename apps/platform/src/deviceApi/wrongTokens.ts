import { LIMITS } from '../limits/limits.ts'

/** Counts wrong tokens by address: a bucket that runs empty with time. */
export class WrongTokens {
  readonly #fullUntil = new Map<string, number>()
  readonly #now: () => number

  /** @param now epoch milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** True while an address has given too many: its next token is not even looked at. */
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

  /** Time until the bucket of an address is empty, milliseconds. One fuller than any can be is of a clock that was set back. */
  #levelMs(address: string): number {
    const levelMs = (this.#fullUntil.get(address) ?? 0) - this.#now()
    return levelMs > LIMITS.wrongTokensAtOnce.value * LIMITS.wrongTokenEveryMs.value ? 0 : Math.max(0, levelMs)
  }
}
