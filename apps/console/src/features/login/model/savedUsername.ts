/** The account name that 'Remember The Password' keeps on this computer. Never the password. */

export const SAVED_USERNAME_KEY = 'savedUsername'

export function savedUsername(): string {
  try {
    return localStorage.getItem(SAVED_USERNAME_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Keeps the name, or forgets it. Where storage is blocked, nothing is kept. */
export function saveUsername(username: string, remember: boolean): void {
  try {
    if (remember) localStorage.setItem(SAVED_USERNAME_KEY, username)
    else localStorage.removeItem(SAVED_USERNAME_KEY)
  } catch {
    // A name that cannot be kept is typed again.
  }
}
