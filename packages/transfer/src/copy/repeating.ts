/** Repeats work that failed for a reason that may pass. The work looks first what is there, and so may be repeated. */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'

const PAUSE_MS = 1000
/** With the pauses between them more than a minute: so long a program waits before it signs in again. */
const TRIES_WITHOUT_ANSWER = 7
const TRIES_AFTER_FAILURE = 5
const TRIES_AFTER_CONFLICT = 3

const UNAUTHORIZED = 401
const VERSION_CONFLICT = 409
const SERVER_ERROR = 500

/**
 * Repeats work while it has no answer (seven times in a minute), the session is over (likewise), the platform fails (five
 * times in a quarter of a minute), or another user saved at the same time. Rejects with the last error.
 * @param wait waits some milliseconds
 */
export async function repeating<T>(wait: (ms: number) => Promise<void>, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= mostTries(error)) throw error
      await wait(PAUSE_MS * 2 ** (tries - 1))
    }
  }
}

function mostTries(error: unknown): number {
  if (error instanceof NetworkError) return TRIES_WITHOUT_ANSWER
  if (!(error instanceof ApiError)) return 1
  if (error.status === UNAUTHORIZED) return TRIES_WITHOUT_ANSWER
  if (error.status === VERSION_CONFLICT) return TRIES_AFTER_CONFLICT
  return error.status >= SERVER_ERROR ? TRIES_AFTER_FAILURE : 1
}
