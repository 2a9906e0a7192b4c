/** Reads again, without anybody pressing a button, what could not be read while the platform gave no answer. */
import type { Query, QueryClient } from '@tanstack/react-query'
import { InvalidScopeError, isRefusal } from './apiErrors.ts'

/** A small file of the console that is always at the same address. */
const PROBE = '/favicon.svg'

/** Returns whether the console's server can be reached; the request bypasses every cache. */
export async function isPlatformReachable(): Promise<boolean> {
  try {
    return (await fetch(PROBE, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Time until the platform is looked for, milliseconds. */
const FIRST_MS = 3000
/** Longest time between two attempts at a platform that can be reached but fails, milliseconds. */
const LONGEST_MS = 60_000

/** Parts that may fail to be read. */
export interface Failing {
  /** Calls back when something was read, or could not be. Returns a function that ends this. */
  readonly onChange: (listener: () => void) => () => void
  /** Returns whether something failed that another attempt may get; see `isTemporary`. */
  readonly hasFailed: () => boolean
  readonly retry: () => void
}

interface AgainDeps {
  readonly after: (ms: number, callback: () => void) => () => void
  readonly isReachable: () => Promise<boolean>
}

/** Returns whether a read that failed may succeed later: the network or the platform failed, and nothing was refused. */
export function isTemporary(error: unknown): boolean {
  return !isRefusal(error) && !(error instanceof InvalidScopeError)
}

/**
 * Retries whatever has failed as soon as the platform can be reached: after 3 s, then ever more rarely while the platform
 * answers and the reads still fail. Returns a function that ends this.
 */
export function againWhenBack({ onChange, hasFailed, retry }: Failing, { after, isReachable }: AgainDeps): () => void {
  let waitMs = FIRST_MS
  let stop: (() => void) | undefined
  let isEnded = false
  const wait = (ms: number) => {
    stop = after(ms, () => void attempt())
  }
  const attempt = async () => {
    const isBack = await isReachable()
    stop = undefined
    if (isEnded || !hasFailed()) return
    if (isBack) {
      waitMs = Math.min(2 * waitMs, LONGEST_MS)
      retry()
    }
    follow(isBack ? waitMs : FIRST_MS)
  }
  const follow = (ms: number) => {
    if (hasFailed()) {
      if (!stop) wait(ms)
    } else if (stop) {
      stop()
      stop = undefined
      waitMs = FIRST_MS
    }
  }
  const unfollow = onChange(() => follow(waitMs))
  follow(waitMs)
  return () => {
    isEnded = true
    unfollow()
    stop?.()
  }
}

/** The browser's functions that `againWhenBack` needs. */
export const inBrowser: AgainDeps = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  isReachable: isPlatformReachable,
}

/** Returns the reads of a page that are on screen, as what may fail. */
export function failingQueries(client: QueryClient): Failing {
  const cache = client.getQueryCache()
  const hasFailed = (query: Query) =>
    query.isActive() &&
    query.state.fetchStatus === 'idle' &&
    query.state.error !== null &&
    isTemporary(query.state.error)
  return {
    onChange: (listener) => cache.subscribe(listener),
    hasFailed: () => cache.getAll().some(hasFailed),
    retry: () => void client.refetchQueries({ predicate: hasFailed }),
  }
}
