import { STALE_AFTER_MS } from '@greenwave/observer/timing'

/**
 * The freshness of the lamps on screen. `lost` means that the console itself has no live connection, so nothing is
 * known about now.
 */
export type Freshness =
  | { readonly kind: 'live'; readonly ageMs: number }
  | { readonly kind: 'stale'; readonly ageMs: number }
  | { readonly kind: 'lost'; readonly ageMs: number | null }
  | { readonly kind: 'noData' }

/** Returns the freshness for the age of the newest sample, in milliseconds (null for no sample). */
export function freshness(ageMs: number | null, connected: boolean): Freshness {
  if (!connected) return { kind: 'lost', ageMs }
  if (ageMs === null) return { kind: 'noData' }
  return ageMs > STALE_AFTER_MS ? { kind: 'stale', ageMs } : { kind: 'live', ageMs }
}

/**
 * A time further ahead of the platform's clock than this counts as future; that clock is known to two seconds here.
 * Milliseconds.
 */
const FUTURE_MS = 5000

/**
 * Returns the latest time, epoch milliseconds, that a sample may have now. Later times count as future and are never
 * shown as now.
 */
export function latestBelievableMs(serverNowMs: number): number {
  return serverNowMs + FUTURE_MS
}

/**
 * When a sample was taken, by the platform's clock, and when it arrived, by this computer's clock. Epoch milliseconds,
 * null for none.
 */
export interface SampleTimes {
  readonly sampleAtMs: number | null
  readonly arrivedAtMs: number | null
}

/**
 * A delay below this counts as none, because of the network and of clocks that agree only to a second or two.
 * Milliseconds.
 */
const PROMPT_MS = 2500

/**
 * Returns the age of a sample in milliseconds. Returns null without a sample, and for one with a future time, whose age
 * is unknown. The age counts from the arrival, so that this computer's clock need not be right. For a sample that was
 * already old when it arrived (stored or late), that delay is added.
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
