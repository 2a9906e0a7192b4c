import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const HEADER = 'x-request-id'
const FORM = /^[\w.:-]{1,64}$/

/**
 * Returns a function that names each request: as a trusted proxy named it in `X-Request-Id`, otherwise by a new id.
 * Callers cannot choose the id themselves, or they could write what they like into the log.
 */
export function requestIds(isTrustedProxy: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers[HEADER]
    const isNamed = typeof given === 'string' && FORM.test(given) && isTrustedProxy(socket.remoteAddress ?? '')
    return isNamed ? given : randomUUID()
  }
}

/** Answers every request with its id, and logs it at level debug when it was answered, without what was typed. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADER, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, principal } = request
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    request.log.debug(
      { method, path: routeOptions.url, status, ms, ...(principal && { userId: principal.userId }) },
      'answered',
    )
  })
}
