/** @file The junction whose code a user scanned at its cabinet before the sign-in. */

/** Marks the address in the code of a timing sheet. */
const AT_CABINET = 'at=cabinet'

const KEPT_AS = 'greenwave.cabinet'

/** Returns the address in the code at a cabinet: the works on its junction, with the timing sheet beside them. */
export const cabinetPath = (deviceId: string): string => `/changes/works?junction=${deviceId}&${AT_CABINET}`

/** Remembers the page's address for this tab if it came from a cabinet. */
export function noteCabinet(): void {
  const { pathname, search } = location
  if (search.endsWith(AT_CABINET)) sessionStorage.setItem(KEPT_AS, pathname + search)
}

/** Returns the address that follows a sign-in, and forgets it: the works on the scanned junction, or the dashboard. */
export function takeCabinet(): string {
  const path = sessionStorage.getItem(KEPT_AS)
  sessionStorage.removeItem(KEPT_AS)
  return path ?? '/'
}
