/**
 * The only place of the console that calls the platform over HTTP: the shared client, connected to this tab's session.
 */
import { type CallSession, createClient } from '@greenwave/client/createClient'
import { systemTransport } from '@greenwave/client/transport'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

let session: CallSession = { tokenForCall: async () => null, onUnauthorized: () => null }

/** Connects the calls to the session. Called once at the start by the session itself. */
export function joinCallsToSession(next: CallSession): void {
  session = next
}

/** Calls the platform. Throws as described at `createClient`. */
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
