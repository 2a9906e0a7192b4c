import type { IncomingHttpHeaders } from 'node:http'
import { API_KEY_SCHEME } from '@greenwave/contract/wire/apiKeys'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { Principal, TokenVerifier } from '../access/principal.ts'
import { permissionDenied, Refusal } from '../access/refusal.ts'

const SCHEME = 'Bearer '

function sentIn(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-authorization'] ?? headers.authorization
  return Array.isArray(header) ? header[0] : header
}

/** Resolves with the caller of a request, by access token or API key. Rejects with TokenRefused or Refusal. */
export async function callerOf(headers: IncomingHttpHeaders, tokens: TokenVerifier): Promise<Principal> {
  const sent = sentIn(headers)
  if (sent?.startsWith(API_KEY_SCHEME)) return tokens.verifyApiKey(sent.slice(API_KEY_SCHEME.length))
  return tokens.verifyAccessToken(bearerToken(headers))
}

/** Returns whether a request carries an API key. */
export const hasApiKey = (headers: IncomingHttpHeaders): boolean => sentIn(headers)?.startsWith(API_KEY_SCHEME) ?? false

/**
 * Returns the access token of a request, from `X-Authorization` or, if that is missing, from `Authorization`.
 * @throws {Refusal} 401 without a header, 403 for a header of another kind
 */
export function bearerToken(headers: IncomingHttpHeaders): string {
  const value = sentIn(headers)
  if (value === undefined) throw new Refusal('authentication', MESSAGES.authenticationFailed)
  // Where only a token serves, such as in the middle of a sign-in.
  if (value.startsWith(API_KEY_SCHEME)) throw new Refusal('authentication', MESSAGES.authenticationFailed)
  if (!value.startsWith(SCHEME)) throw permissionDenied()
  return value.slice(SCHEME.length)
}
