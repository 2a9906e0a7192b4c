/** Runs one task at a time over all tabs of this browser. */

const LOCK_NAME = 'greenwave.renewal'
/**
 * How long the lock is kept after a task, milliseconds. A browser hands the lock to the next tab and what was stored to all
 * tabs by different ways: the lock may come first, and the next tab would read what was stored before.
 */
const HEARD_BY_ALL_MS = 500

/**
 * Answers as soon as the task is done; the next task, in whichever tab, begins when all tabs can have heard what it stored.
 * Uses the browser's lock manager. It is missing on plain http away from loopback; there tabs may do the task at the same
 * time, which costs a call: refresh tokens stay valid after use, and all tabs end with the pair that was stored last.
 */
export function oneForAllTabs<T>(task: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return task()
  return new Promise((resolve, reject) => {
    const hold = async () => {
      await task().then(resolve, reject)
      await new Promise((heard) => setTimeout(heard, HEARD_BY_ALL_MS))
    }
    locks.request(LOCK_NAME, hold).catch(reject)
  })
}
