/** Obeys the limits of a platform: after a 429 nothing more is sent to it until its time is over. */
import type { FetchInit, Transport } from '@greenwave/client/transport'

/** How long is waited, milliseconds, before a platform is asked again that does not say when: doubled each time. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
/** A platform that wants a longer pause is given up. */
const LONGEST_OBEYED_MS = 900_000
const MOST_REFUSALS = 50
const TOO_MANY_REQUESTS = 429

/** Dependencies of `obeyingLimits`. Waiting rejects when the copying ends. */
export interface LimitDeps {
  readonly fetch: Transport['fetch']
  readonly nowMs: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Returns a `fetch` that sends a call again that was refused with 429, at the time that the platform names
 * (`Retry-After`) or after growing pauses. Other calls wait meanwhile. After fifty refusals, or if it is to wait for more
 * than a quarter of an hour, it returns the refusal.
 */
export function obeyingLimits({ fetch, nowMs, wait }: LimitDeps): Transport['fetch'] {
  let notBeforeMs = 0
  return async (address: string, init: FetchInit) => {
    for (let refusals = 1; ; refusals += 1) {
      for (let leftMs = notBeforeMs - nowMs(); leftMs > 0; leftMs = notBeforeMs - nowMs()) await wait(leftMs)
      const response = await fetch(address, init)
      if (response.status !== TOO_MANY_REQUESTS || refusals >= MOST_REFUSALS) return response
      const pauseMs =
        retryAfterMs(response.headers.get('Retry-After'), nowMs()) ??
        Math.min(PAUSE_MS * 2 ** (refusals - 1), LONGEST_PAUSE_MS)
      if (pauseMs > LONGEST_OBEYED_MS) return response
      await response.body?.cancel()
      notBeforeMs = Math.max(notBeforeMs, nowMs() + pauseMs)
    }
  }
}

/** Returns the pause that a header asks for, in seconds or until a date (RFC 9110, 10.2.3); undefined for none. */
function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
