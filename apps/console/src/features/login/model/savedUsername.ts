/** @file The account name that 'Remember The Password' keeps on this computer. The password is never kept. */

/** The key of the name in local storage. */
export const SAVED_USERNAME_KEY = 'savedUsername'

/** Returns the saved name; an empty text if there is none or storage is blocked. */
export function savedUsername(): string {
  try {
    return localStorage.getItem(SAVED_USERNAME_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Saves the name, or deletes it. Does nothing when storage is blocked. */
export function saveUsername(username: string, remember: boolean): void {
  try {
    if (remember) localStorage.setItem(SAVED_USERNAME_KEY, username)
    else localStorage.removeItem(SAVED_USERNAME_KEY)
  } catch {
    // If the name cannot be saved, the user types it again.
  }
}
