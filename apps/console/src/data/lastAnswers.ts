/** @file The last answers of the platform, kept on this device for the signed-in user until the session ends. */
import { parseAccessToken } from '@greenwave/client/accessToken'
import { ApiError } from '@greenwave/client/callErrors'
import type { FetchInit } from '@greenwave/client/transport'
import { asOf } from './asOf.ts'
import { LAST_ANSWERS } from './forgetAnswers.ts'
import { logOnce } from './log.ts'
import { serverNowMs } from './serverTime.ts'

/** Why a change was not sent; translated where it is shown, like the messages of the platform. */
const NOT_SENT =
  'There is no connection, so nothing was sent. Changes never wait: make this one again when you are connected.'

/** Returns why this console sends no change without a connection. */
export const refusal = () => new ApiError(0, undefined, NOT_SENT)

/** The most answers that are kept, and the longest one, characters: 60 MB in the worst case. */
const MOST_ANSWERS = 150
const LONGEST = 400_000

const AT = 'x-kept-at'

/** Returns the id of the signed-in user, an empty text without one. */
type SignedIn = () => string

/** Keeps an answer. A list of what changed since a time is no state, and is left out. */
export async function keepAnswer(
  address: string,
  init: FetchInit,
  answer: Response,
  signedIn: SignedIn,
): Promise<void> {
  if (!answer.ok) return
  asOf.set(null)
  const userId = userOf(init, signedIn)
  if (userId === undefined || textOf(init).includes('"keyFilters"')) return
  const text = await answer.text()
  if (text.length > LONGEST) return
  const name = LAST_ANSWERS + userId
  const cache = await caches.open(name)
  await cache.put(keyOf(address, init), new Response(text, { headers: { [AT]: String(serverNowMs()) } }))
  const keys = await cache.keys()
  for (const oldest of keys.slice(0, -MOST_ANSWERS)) await cache.delete(oldest)
  // The session may have ended meanwhile.
  if (signedIn() !== userId) await caches.delete(name)
}

/** Finds the kept answer to a request of the same user; from then on the screen is as of its time. Throws `error` without one. */
export async function findAnswer(
  address: string,
  init: FetchInit,
  error: unknown,
  signedIn: SignedIn,
): Promise<Response> {
  const userId = userOf(init, signedIn)
  const name = LAST_ANSWERS + userId
  const kept = (await caches.has(name)) ? await (await caches.open(name)).match(keyOf(address, init)) : undefined
  if (userId === undefined || !kept) throw error
  asOf.set(Math.min(asOf.state ?? Number.POSITIVE_INFINITY, Number(kept.headers.get(AT))))
  return kept
}

/** Returns the user to whom a request belongs, by its token; undefined if that user's session has ended. */
function userOf({ headers }: FetchInit, signedIn: SignedIn): string | undefined {
  const token = headers['X-Authorization']?.replace('Bearer ', '')
  const userId = token && parseAccessToken(token, logOnce)?.userId
  return userId && userId === signedIn() ? userId : undefined
}

/** Returns the body of a request; the answers to forms are not kept. */
const textOf = ({ body }: FetchInit) => (typeof body === 'string' ? body : '')
const keyOf = (address: string, init: FetchInit) =>
  `/kept?${encodeURIComponent(`${init.method} ${address} ${textOf(init)}`)}`
