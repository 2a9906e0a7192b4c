/** @file How calls learn of the session of this tab. Apart from both: the sign-in page has a session and makes no calls yet. */
import type { CallSession } from '@greenwave/client/createClient'

/** The session of this tab, and the id of its user; an empty text without one. */
type TabSession = CallSession & { readonly userId: () => string }

let session: TabSession = { tokenForCall: async () => null, onUnauthorized: () => null, userId: () => '' }

/** Connects the calls to the session. Called once at the start by the session itself. */
export function joinCallsToSession(next: TabSession): void {
  session = next
}

/** Returns the session that calls are made in. */
export function callSession(): TabSession {
  return session
}
