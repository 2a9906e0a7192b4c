/** @file The junction whose code a user scanned at its cabinet before the sign-in. */

/** Marks the address of a junction in the code of its timing sheet. */
export const AT_CABINET = '?at=cabinet'

const KEPT_AS = 'greenwave.cabinet'

/** Remembers the page's address for this tab if it came from a cabinet. */
export function noteCabinet(): void {
  if (location.search === AT_CABINET) sessionStorage.setItem(KEPT_AS, location.pathname)
}

/** Returns the address that follows a sign-in, and forgets it: the scanned junction, or the dashboard. */
export function takeCabinet(): string {
  const path = sessionStorage.getItem(KEPT_AS)
  sessionStorage.removeItem(KEPT_AS)
  return path ?? '/'
}
