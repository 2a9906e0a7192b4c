/** Runs one task at a time across all tabs of this browser. */

/** Lock of a task that runs in one tab at a time. */
type LockName = 'greenwave.renewal' | 'greenwave.notices' | 'greenwave.notes' | 'greenwave.sound'

/**
 * The time that the next tab waits after a task, milliseconds. The browser passes the lock on at once, but storage
 * changes reach the processes of other tabs separately: one tab in twenty got the lock before it knew the new token.
 */
const HEARD_AFTER_MS = 200

/**
 * Runs a task under the browser's lock manager; the caller gets the result as soon as the task is done. The lock
 * manager is missing on plain http outside loopback. There several tabs may run the task at the same time, which costs
 * extra calls: a refresh token stays valid for a minute after its use, and all tabs end up with the pair that was
 * stored last.
 */
export function oneForAllTabs<T>(task: () => Promise<T>, name: LockName = 'greenwave.renewal'): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return task()
  return new Promise((resolve, reject) => {
    const hold = async () => {
      await task().then(resolve, reject)
      await new Promise((heard) => setTimeout(heard, HEARD_AFTER_MS))
    }
    locks.request(name, hold).catch(reject)
  })
}
