/** Thrown when too much work of one owner is waiting already. HTTP answers with its status code. */
export class TooMuchWaits extends Error {
  readonly statusCode = 429
  constructor(what: string) {
    super(`Too many ${what} of this user wait already`)
    this.name = 'TooMuchWaits'
  }
}

interface PlaceLimits {
  /** The kind of work, in the plural; used in the error message. */
  readonly what: string
  /** Places for all owners together. */
  readonly total: number
  readonly ofOneOwner: number
  /** Most waiting tasks of one owner. */
  readonly waitingOfOneOwner: number
}

/** A limited number of places for slow work, in total and for each owner. Waiting owners get free places in turns. */
export class FairPlaces {
  readonly #limits: PlaceLimits
  readonly #taken = new Map<string, number>()
  /** Waiting tasks by owner; the owner who was served last comes last. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #total = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** Number of places taken now. */
  get taken(): number {
    return this.#total
  }

  /** Number of tasks waiting for a place now. */
  get waiting(): number {
    return [...this.#waiting.values()].reduce((all, own) => all + own.length, 0)
  }

  /**
   * Takes a place, waiting for one if needed. Resolves with a function that gives the place back.
   *
   * @param signal ends the wait; the promise then rejects
   * @throws {TooMuchWaits} when too many tasks of this owner wait already
   */
  async take(owner: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (!this.#isFree(owner)) await this.#turn(owner, signal)
    else this.#occupy(owner)
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      this.#leave(owner)
    }
  }

  #turn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= this.#limits.waitingOfOneOwner) return Promise.reject(new TooMuchWaits(this.#limits.what))
    this.#waiting.set(owner, own)
    return new Promise((resolve, reject) => {
      const called = (): void => {
        signal?.removeEventListener('abort', given)
        resolve()
      }
      const given = (): void => {
        own.splice(own.indexOf(called), 1)
        if (own.length === 0) this.#waiting.delete(owner)
        reject(signal?.reason)
      }
      own.push(called)
      signal?.addEventListener('abort', given, { once: true })
    })
  }

  #isFree(owner: string): boolean {
    return this.#total < this.#limits.total && (this.#taken.get(owner) ?? 0) < this.#limits.ofOneOwner
  }

  #occupy(owner: string): void {
    this.#total += 1
    this.#taken.set(owner, (this.#taken.get(owner) ?? 0) + 1)
  }

  #leave(owner: string): void {
    this.#total -= 1
    const left = (this.#taken.get(owner) ?? 0) - 1
    if (left > 0) this.#taken.set(owner, left)
    else this.#taken.delete(owner)
    for (const [next, own] of this.#waiting) {
      if (!this.#isFree(next)) continue
      const called = own.shift()
      this.#waiting.delete(next)
      if (own.length > 0) this.#waiting.set(next, own)
      if (!called) continue
      this.#occupy(next)
      called()
      return
    }
  }
}
