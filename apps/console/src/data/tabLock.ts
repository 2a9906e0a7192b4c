/** Runs one task at a time over all tabs of this browser. */

const LOCK_NAME = 'greenwave.renewal'

/**
 * So long after a task the next tab waits, milliseconds. The browser hands the lock on at once, while what was stored goes to the
 * other tabs' processes by a way of its own: one of twenty was handed the lock before it had heard of the new token.
 */
const HEARD_AFTER_MS = 200

/**
 * Uses the browser's lock manager; the caller has its answer as soon as the task is done. It is missing on plain http away from
 * loopback; there tabs may do the task at the same time, which costs a call: a refresh token counts for a minute after its use,
 * and all tabs end with the pair that was stored last.
 */
export function oneForAllTabs<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return task()
  return new Promise((resolve, reject) => {
    const hold = async () => {
      await task().then(resolve, reject)
      await new Promise((heard) => setTimeout(heard, HEARD_AFTER_MS))
    }
    locks.request(LOCK_NAME, hold).catch(reject)
  })
}
