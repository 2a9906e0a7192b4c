/**
 * @file Removes what this device keeps of users who are not signed in any more. Its own file, as the sign-in loads nothing
 * else of it.
 */

/** What the names of these caches begin with; the id of the user follows. */
export const LAST_ANSWERS = 'greenwave-last-'
/** The same of notes that are not sent yet. */
export const UNSENT = 'greenwave-unsent-'

/**
 * Removes all kept answers and unsent notes, but those of one user. Notes stay where a session only expired: they are sent
 * in the next one, unless it is of another user. Rejects where the browser has no caches.
 */
export async function forgetAnswers(keepOf: string, isExpired: boolean): Promise<void> {
  const kept = [LAST_ANSWERS + keepOf, UNSENT + keepOf]
  for (const name of await caches.keys()) {
    const isOfUser = name.startsWith(LAST_ANSWERS) || (name.startsWith(UNSENT) && !isExpired)
    if (isOfUser && !kept.includes(name)) await caches.delete(name)
  }
}
