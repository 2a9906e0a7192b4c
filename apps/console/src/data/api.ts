/**
 * The only place of the console that calls the platform over HTTP: the shared client, connected to this tab's session.
 */
import { type CallSession, createClient } from '@greenwave/client/createClient'
import { systemTransport } from '@greenwave/client/transport'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { customerCalls } from '@greenwave/contract/calls/customers'
import { deviceCalls } from '@greenwave/contract/calls/devices'
import { secondFactorCalls } from '@greenwave/contract/calls/secondFactor'
import { sessionCalls } from '@greenwave/contract/calls/sessions'
import { signInCalls } from '@greenwave/contract/calls/signIn'
import { systemCalls } from '@greenwave/contract/calls/system'
import { userCalls } from '@greenwave/contract/calls/users'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

let session: CallSession = { tokenForCall: async () => null, onUnauthorized: () => null }

/** Connects the calls to the session. Called once at the start by the session itself. */
export function joinCallsToSession(next: CallSession): void {
  session = next
}

/** The resources that the console has screens for. Every page loads their calls, so the contract's others are left out. */
const CONSOLE_RESOURCES = {
  ...signInCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...sessionCalls,
  ...customerCalls,
  ...deviceCalls,
  ...attributeCalls,
  ...systemCalls,
}

/** Calls the platform. Throws as described at `createClient`. */
export const callApi = createClient({
  calls: CONSOLE_RESOURCES,
  base: '',
  fetch: systemTransport.fetch,
  session: {
    tokenForCall: () => session.tokenForCall(),
    onUnauthorized: (token) => session.onUnauthorized(token),
  },
  onAnswer: ({ headers }) => noteServerDate(headers.get('Date')),
  onOdd: logOnce,
})
