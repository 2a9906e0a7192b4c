/**
 * The calls by which a session begins, is renewed and ends. They come right after the sign-in page, and with every page
 * behind it.
 */
import { createClient } from '@greenwave/client/createClient'
import type { Answer, FetchInit } from '@greenwave/client/transport'
import type { Call } from '@greenwave/contract/wire/calls/calls'
import { signInCalls } from '@greenwave/contract/wire/calls/signIn'
import { callSession } from './callSession.ts'
import { logOnce } from './log.ts'
import { noteServerDate } from './serverTime.ts'

/** Dependencies of all calls of this tab: the page's origin, the session, the platform's time, the log. */
export const callDeps = {
  base: '',
  fetch: fetchOrKept,
  session: {
    tokenForCall: () => callSession().tokenForCall(),
    onUnauthorized: (token: string | null) => callSession().onUnauthorized(token),
  },
  onAnswer: ({ headers }: Answer) => noteServerDate(headers.get('Date')),
  onOdd: logOnce,
}

let callsOnTheirWay = 0

/** Returns whether an answer is on its way. */
export const isCalling = (): boolean => callsOnTheirWay > 0

/** Calls the platform to sign in or out. Throws as described at `createClient`. */
export const callSignIn = createClient({ ...callDeps, calls: signInCalls })

/**
 * Sends a call. Without a connection a read gets the last answer that this device has kept for the user, and a write is
 * refused, with the reads that decide what it writes: one that waits would reach the signals when nobody expects it.
 */
async function fetchOrKept(address: string, init: FetchInit, call: Call, isFresh: boolean): Promise<Answer> {
  const isWrite = call.method !== 'GET' && call.writes !== 'nothing' && !call.credentials
  if ((isWrite || isFresh) && navigator.onLine === false) throw (await kept()).refusal()
  callsOnTheirWay += 1
  const answer = fetch(address, init).finally(() => {
    callsOnTheirWay -= 1
  })
  if (!call.storable || !('caches' in globalThis)) return answer
  return answer.then(
    (received) => {
      const copy = received.clone()
      kept()
        .then(({ keepAnswer }) => keepAnswer(address, init, copy, callSession().userId))
        .catch(() => undefined)
      return received
    },
    async (error: unknown) => {
      if (isFresh) throw error
      return (await kept()).findAnswer(address, init, error, callSession().userId)
    },
  )
}

/** Comes after the first view, and is on this device from then on. */
const kept = () => import('./lastAnswers.ts')
