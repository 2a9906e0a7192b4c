import { ApiError } from './callErrors.ts'

/** Most attempts of a rate-limited call. */
const TRIES = 4
const PAUSE_MS = 500

const TOO_MANY_REQUESTS = 429

/**
 * Repeats a read after growing pauses while the platform limits its rate. Rejects as the
 * read does, also when the last attempt is refused.
 *
 * @param pause waits some milliseconds
 */
export async function patiently<T>(read: () => Promise<T>, pause: (ms: number) => Promise<void>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (attempt >= TRIES || !(error instanceof ApiError) || error.status !== TOO_MANY_REQUESTS) throw error
      await pause(PAUSE_MS * 2 ** (attempt - 1))
    }
  }
}

/** Waits some milliseconds. Rejects with the reason of the signal when that aborts. */
export function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
