/**
 * The console's policy for its live connection: five attempts three seconds apart, then it waits for the user, the
 * network or the tab.
 */
import type { LivePolicy } from '@greenwave/client/liveConnection'

/** The number of attempts after a loss, and the time before each, milliseconds. */
export const MAX_ATTEMPTS = 5
export const RETRY_MS = 3000

/** The times of the live connection, milliseconds. */
export const LIVE_POLICY: LivePolicy = {
  retryMs: (attempt) => (attempt <= MAX_ATTEMPTS ? RETRY_MS : undefined),
  provenAfterMs: 10_000,
  openWithinMs: 10_000,
  quietMs: 5000,
  probeAnswerMs: 3000,
}
