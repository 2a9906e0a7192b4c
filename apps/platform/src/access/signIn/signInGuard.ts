/** Delays and lockouts after failed sign-ins. */
export interface GuardLimits {
  /**
   * Failures in a row allowed for an account from one origin of tries (tryOrigin.ts); the next failure locks it for
   * that origin.
   */
  readonly accountFailures: number
  /** Failures allowed for an account from all known addresses together; the next failure locks it for all of them. */
  readonly crowdFailures: number
  /** Failures allowed from one address within `memoryMs`; further tries are refused without checking the password. */
  readonly addressFailures: number
  readonly lockMs: number
  /** Failures older than this are forgotten, milliseconds. */
  readonly memoryMs: number
  /** Shortest time from a request to the answer of its failure, milliseconds, so that the time reveals nothing. */
  readonly failureFloorMs: number
  /** From the third failure on that time doubles, up to this, milliseconds. */
  readonly slowestFailureMs: number
}

/**
 * Ten wrong passwords in a row stop an attacker for five minutes, and a forgetful user hardly ever. Strangers lock out
 * only strangers; still, with a longer lock anyone could keep an owner from signing in with a new browser elsewhere.
 */
export const DEFAULT_GUARD_LIMITS: GuardLimits = {
  accountFailures: 10,
  crowdFailures: 50,
  addressFailures: 100,
  lockMs: 5 * 60_000,
  memoryMs: 15 * 60_000,
  failureFloorMs: 250,
  slowestFailureMs: 2_000,
}

/** Most names remembered; the oldest are dropped first. Keeps an attacker who tries names from filling the memory. */
const MAX_ENTRIES = 20_000
/** Most tries that may wait for their turn on one account. */
const MAX_WAITING = 100

interface Failures {
  readonly count: number
  readonly lastMs: number
  readonly lockedUntilMs: number
}
const NO_FAILURES: Failures = { count: 0, lastMs: 0, lockedUntilMs: 0 }

/** Returns whether a lock still holds. A lock longer than possible means that the clock was set back; it is ignored. */
function isLockedAt(lockedUntilMs: number, nowMs: number, { lockMs }: GuardLimits): boolean {
  return lockedUntilMs > nowMs && lockedUntilMs - nowMs <= lockMs
}

/** Returns the failures of a name after one more at `nowMs`. */
function afterFailure(before: Failures, nowMs: number, limit: number, limits: GuardLimits): Failures {
  const forgotten =
    Math.abs(nowMs - before.lastMs) > limits.memoryMs ||
    (before.lockedUntilMs > 0 && !isLockedAt(before.lockedUntilMs, nowMs, limits))
  const count = (forgotten ? 0 : before.count) + 1
  return { count, lastMs: nowMs, lockedUntilMs: count > limit ? nowMs + limits.lockMs : 0 }
}

/** Returns the shortest time from a request to the answer of its failure, milliseconds. */
export function failureFloor(failures: number, limits: GuardLimits): number {
  return Math.min(limits.slowestFailureMs, limits.failureFloorMs * 2 ** Math.max(0, failures - 2))
}

/** Counts failed sign-ins by name and by address. A name is any text that tries are counted under. */
export interface SignInGuard {
  isLocked(name: string): boolean
  isAddressBlocked(address: string): boolean
  /**
   * Counts a failure. `locksUntilMs` is set when it locks the name. Without an address it counts for no address.
   * `limit` is the number of failures allowed for the name, by default as many as for an account.
   */
  countFailure(name: string, address?: string, limit?: number): { floorMs: number; locksUntilMs: number | undefined }
  /** Returns the shortest time of a refusal that counts no failure, milliseconds. */
  floorMs(name: string): number
  forget(name: string): void
  /** Forgets all names with this beginning. */
  forgetAll(beginning: string): void
  /**
   * Runs tries on one name one after another, so that parallel tries cannot avoid the count. Returns undefined when too
   * many wait.
   */
  inTurn<T>(name: string, attempt: () => Promise<T>): Promise<T> | undefined
}

/** Creates the guard of sign-ins. `now` returns epoch milliseconds. */
export function createSignInGuard(limits: GuardLimits, now: () => number): SignInGuard {
  const names = new Map<string, Failures>()
  const addresses = new Map<string, Failures>()
  const turns = new Map<string, { last: Promise<unknown>; waiting: number }>()

  const remember = (map: Map<string, Failures>, key: string, failures: Failures): void => {
    map.delete(key)
    map.set(key, failures)
    const oldest = map.size > MAX_ENTRIES ? map.keys().next() : undefined
    if (oldest !== undefined && !oldest.done) map.delete(oldest.value)
  }
  const isStopped = (failures: Failures | undefined): boolean => isLockedAt(failures?.lockedUntilMs ?? 0, now(), limits)

  return {
    isLocked: (name) => isStopped(names.get(name)),
    isAddressBlocked: (address) => isStopped(addresses.get(address)),
    countFailure(name, address, limit = limits.accountFailures) {
      const ofName = afterFailure(names.get(name) ?? NO_FAILURES, now(), limit, limits)
      remember(names, name, ofName)
      if (address !== undefined) {
        const ofAddress = addresses.get(address) ?? NO_FAILURES
        remember(addresses, address, afterFailure(ofAddress, now(), limits.addressFailures, limits))
      }
      return {
        floorMs: failureFloor(ofName.count, limits),
        locksUntilMs: ofName.lockedUntilMs > 0 ? ofName.lockedUntilMs : undefined,
      }
    },
    floorMs: (name) => failureFloor(names.get(name)?.count ?? 0, limits),
    forget: (name) => void names.delete(name),
    forgetAll(beginning) {
      for (const name of names.keys()) if (name.startsWith(beginning)) names.delete(name)
    },
    inTurn(name, attempt) {
      const turn = turns.get(name) ?? { last: Promise.resolve(), waiting: 0 }
      if (turn.waiting >= MAX_WAITING) return undefined
      turn.waiting += 1
      turns.set(name, turn)
      const result = turn.last.then(attempt).finally(() => {
        turn.waiting -= 1
        if (turn.waiting === 0) turns.delete(name)
      })
      // The next in turn waits for this try but must not fail with it.
      turn.last = result.catch(() => undefined)
      return result
    },
  }
}
