/** @file Removes the kept answers of users who are not signed in any more. Its own file, as the sign-in loads no others. */

/** What the names of these caches begin with; the id of the user follows. */
export const LAST_ANSWERS = 'greenwave-last-'

/** Removes all kept answers, but those of one user. Rejects where the browser has no caches. */
export async function forgetAnswers(keepOf?: string): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(LAST_ANSWERS) && name !== LAST_ANSWERS + keepOf) await caches.delete(name)
}
