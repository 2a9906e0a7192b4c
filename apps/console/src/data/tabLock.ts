/** Runs one task at a time over all tabs of this browser. */

const LOCK_NAME = 'greenwave.renewal'

/**
 * Uses the browser's lock manager. It is missing on plain http away from loopback; there tabs may do the task at the same
 * time, which costs a call: a refresh token counts for a minute after its use, and all tabs end with the pair that was stored
 * last.
 */
export function oneForAllTabs<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request(LOCK_NAME, task) : task()
}
