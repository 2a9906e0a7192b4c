/** @file Rate limits as a ThingsBoard's tenant profile writes them. */

interface Bucket {
  readonly capacity: number
  readonly perMs: number
  tokens: number
}

/**
 * Buckets of calls that fill up steadily, as ThingsBoard has them (Bucket4j): `100:1,2000:60` allows 100 calls at once
 * and 100 more in each second, and of 2,000 the same in each minute.
 */
export class RateLimit {
  readonly #buckets: readonly Bucket[]
  #atMs: number

  /** @throws {RangeError} for a text that is not `calls:seconds`, joined by commas */
  constructor(limits: string, nowMs: number) {
    this.#atMs = nowMs
    this.#buckets = limits.split(',').map((limit) => {
      const [, calls, seconds] = /^(\d+):(\d+)$/.exec(limit) ?? []
      if (Number(seconds) > 0) {
        const capacity = Number(calls)
        return { capacity, perMs: capacity / Number(seconds) / 1000, tokens: capacity }
      }
      throw new RangeError(`The rate limit ${limits} must be calls:seconds, joined by commas`)
    })
  }

  /** Counts a call at this time, if all buckets allow it. Returns whether they do. */
  allows(nowMs: number): boolean {
    for (const bucket of this.#buckets) {
      bucket.tokens = Math.min(bucket.capacity, bucket.tokens + (nowMs - this.#atMs) * bucket.perMs)
    }
    this.#atMs = nowMs
    if (this.#buckets.some(({ tokens }) => tokens < 1)) return false
    for (const bucket of this.#buckets) bucket.tokens -= 1
    return true
  }
}
