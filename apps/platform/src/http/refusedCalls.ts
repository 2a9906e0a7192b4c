import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TokenRefused } from '../access/principal.ts'
import { Refusal } from '../access/refusal.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import { createGatheredLog } from '../connections/gatheredLog.ts'
import { TextRefusal } from './errorAnswers.ts'

/**
 * Returns a function to call with each error of a request. It logs calls that the caller was not allowed to make:
 * forged tokens, refused sign-ins, missing permission. Lines about one address are gathered. An expired token is not
 * logged.
 */
export function refusedCallsLog(app: FastifyInstance): (error: unknown, request: FastifyRequest) => void {
  const log = createGatheredLog(app.log)
  app.addHook('onClose', async () => log.close())
  return (error, request) => {
    const what = refusalOf(error)
    if (what === undefined) return
    const { principal, routeOptions, method, ip } = request
    const call = `${method} ${routeOptions.url ?? 'none of the calls'}`
    log.note(what, addressGroup(ip), { reqId: request.id, call, ...(principal && { userId: principal.userId }) })
  }
}

/** Names a refused attempt for the log; undefined for an error that is none. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof TokenRefused) {
    if (error.isForged) return 'refused a forged token'
    return error.reason === 'malformed' ? 'refused a malformed token' : undefined
  }
  if (error instanceof TextRefusal && error.status === 403) return 'refused a call without permission'
  if (!(error instanceof Refusal)) return undefined
  switch (error.error) {
    case 'permissionDenied':
      return 'refused a call without permission'
    case 'authentication':
      return 'refused a sign-in'
    case 'tooManyRequests':
      return 'refused a call: too many tries'
    default:
      return undefined
  }
}
