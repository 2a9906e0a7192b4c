/** Milliseconds without a sample after which what is shown is old and must not look live. */
export const STALE_AFTER_MS = 3000

/**
 * How trustworthy the lamps on screen are. `lost`: the console itself has no live connection, so nothing can be said about now.
 */
export type Freshness =
  | { readonly kind: 'live'; readonly ageMs: number }
  | { readonly kind: 'stale'; readonly ageMs: number }
  | { readonly kind: 'lost'; readonly ageMs: number | null }
  | { readonly kind: 'noData' }

/** Returns how the newest sample's age, in milliseconds (null for no sample), is to be taken. */
export function freshness(ageMs: number | null, connected: boolean): Freshness {
  if (!connected) return { kind: 'lost', ageMs }
  if (ageMs === null) return { kind: 'noData' }
  return ageMs > STALE_AFTER_MS ? { kind: 'stale', ageMs } : { kind: 'live', ageMs }
}

/** A time that lies further ahead of the platform's clock is of the future; that clock is known here to two seconds. Milliseconds. */
const FUTURE_MS = 5000

/** Returns the latest time, epoch milliseconds, that a sample may carry at this moment; what lies beyond is of the future, and never now. */
export function latestBelievableMs(serverNowMs: number): number {
  return serverNowMs + FUTURE_MS
}

/** When a sample was taken, by the platform's clock, and when it arrived here, by this computer's; epoch milliseconds, null for none. */
export interface SampleTimes {
  readonly sampleAtMs: number | null
  readonly arrivedAtMs: number | null
}

/** Below this a sample counts as taken when it arrived: network, and clocks that agree to a second or two. Milliseconds. */
const PROMPT_MS = 2500

/**
 * Returns the age of a sample, milliseconds; null without one, and for one of the future, of which nobody knows when it was taken. Counted
 * from its arrival, so that this computer's clock need not be right; what had been lying about when it arrived (a stored
 * sample, a late one) is added.
 */
export function sampleAgeMs(
  { sampleAtMs, arrivedAtMs }: SampleTimes,
  nowMs: number,
  serverAheadMs: number,
): number | null {
  if (sampleAtMs === null || arrivedAtMs === null) return null
  const onArrival = arrivedAtMs + serverAheadMs - sampleAtMs
  if (onArrival < -FUTURE_MS) return null
  return Math.max(0, nowMs - arrivedAtMs) + (onArrival > PROMPT_MS ? onArrival : 0)
}
