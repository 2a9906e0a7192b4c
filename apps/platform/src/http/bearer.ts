import type { IncomingHttpHeaders } from 'node:http'
import { MESSAGES } from '@greenwave/contract/errors'
import { permissionDenied, Refusal } from '../access/refusal.ts'

const SCHEME = 'Bearer '

/**
 * Returns the access token of a request, from `X-Authorization` or, if that is missing, from `Authorization`.
 * @throws {Refusal} 401 without a header, 403 for a header of another kind
 */
export function bearerToken(headers: IncomingHttpHeaders): string {
  const header = headers['x-authorization'] ?? headers.authorization
  const value = Array.isArray(header) ? header[0] : header
  if (value === undefined) throw new Refusal('authentication', MESSAGES.authenticationFailed)
  // API keys are a scheme of ThingsBoard that this platform does not support, so every key is wrong.
  if (value.startsWith('ApiKey ')) throw new Refusal('authentication', MESSAGES.authenticationFailed)
  if (!value.startsWith(SCHEME)) throw permissionDenied()
  return value.slice(SCHEME.length)
}
