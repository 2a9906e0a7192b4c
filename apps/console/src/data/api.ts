/** The one place of the console that calls the platform over HTTP: the client of the wire, joined to this tab's session. */
import { type CallSession, createClient } from '@greenwave/client/createClient'
import { systemTransport } from '@greenwave/client/transport'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

let session: CallSession = { tokenForCall: async () => null, onUnauthorized: () => null }

/** Joins the calls to the session. Called once at start, by the session itself. */
export function joinCallsToSession(next: CallSession): void {
  session = next
}

/** Calls the platform; fails as `createClient` says. */
export const callApi = createClient({
  base: '',
  fetch: systemTransport.fetch,
  session: {
    tokenForCall: () => session.tokenForCall(),
    onUnauthorized: (token) => session.onUnauthorized(token),
  },
  onAnswer: ({ headers }) => noteServerDate(headers.get('Date')),
  onOdd: logOnce,
})
