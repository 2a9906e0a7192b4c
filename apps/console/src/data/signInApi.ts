/**
 * The calls by which a session begins, is renewed and ends. The sign-in page loads these; the other calls come with the
 * pages behind it.
 */
import { type CallSession, createClient } from '@greenwave/client/createClient'
import { type Answer, systemTransport } from '@greenwave/client/transport'
import { signInCalls } from '@greenwave/contract/wire/calls/signIn'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

let session: CallSession = { tokenForCall: async () => null, onUnauthorized: () => null }

/** Connects the calls to the session. Called once at the start by the session itself. */
export function joinCallsToSession(next: CallSession): void {
  session = next
}

/** Dependencies of all calls of this tab: the page's origin, the session, the platform's time, the log. */
export const callDeps = {
  base: '',
  fetch: systemTransport.fetch,
  session: {
    tokenForCall: () => session.tokenForCall(),
    onUnauthorized: (token: string | null) => session.onUnauthorized(token),
  },
  onAnswer: ({ headers }: Answer) => noteServerDate(headers.get('Date')),
  onOdd: logOnce,
}

/** Calls the platform to sign in or out. Throws as described at `createClient`. */
export const callSignIn = createClient({ ...callDeps, calls: signInCalls })
