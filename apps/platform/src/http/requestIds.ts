import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Meter, NO_METER } from '../meter/meter.ts'

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

/**
 * Answers every request with its id, tells the meter when it was answered, and logs it then at level debug, without what
 * was typed.
 */
export function registerRequestLog(app: FastifyInstance, meter: Pick<Meter, 'answered'> = NO_METER): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(HEADER, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, principal } = request
    const status = reply.statusCode
    const ms = Math.round(reply.elapsedTime)
    meter.answered(status, reply.elapsedTime / 1000)
    request.log.debug(
      { method, path: routeOptions.url, status, ms, ...(principal && { userId: principal.userId }) },
      'answered',
    )
  })
}
