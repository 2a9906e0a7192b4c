/** Passes the API and its live socket on to another platform. */
import httpProxy from '@fastify/http-proxy'
import { ERRORS } from '@greenwave/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isAllowedOrigin } from '../live/origin.ts'

/** A reader of the live socket that is this far behind is cut off: it would keep the platform's frames in our memory. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
/** Longest that the platform may take to answer a call, milliseconds: beyond its own limit of 30 s. */
const ANSWER_WITHIN_MS = 60_000

/** Serves `/api` of this server from the platform at `upstream`, an origin. */
export async function registerUpstreamProxy(app: FastifyInstance, upstream: string): Promise<void> {
  await app.register(httpProxy, {
    upstream,
    prefix: '/api',
    rewritePrefix: '/api',
    websocket: true,
    http: { requestOptions: { timeout: ANSWER_WITHIN_MS } },
    preHandler(request, reply, done) {
      if (isForeignSocket(request)) reply.code(403).send(errorBody(403, 'Origin not allowed'))
      else done()
    },
    replyOptions: {
      // The platform may give up an idle connection just as a read goes over it; reads may be asked again.
      retriesCount: 1,
      rewriteRequestHeaders: (request, headers) => ({ ...headers, ...forwarded(request) }),
      onError(reply, { error }) {
        reply.log.warn({ upstream, reason: error.message }, 'the platform does not answer')
        reply.code(502).send(errorBody(502, `The platform at ${upstream} does not answer.`))
      },
    },
    wsHooks: {
      onOutgoingMessage(_context, source) {
        if (source.bufferedAmount > MOST_UNREAD_BYTES) source.terminate()
      },
    },
  })
}

/** The socket goes on without its Origin header, so a page of another site must be turned away here. */
function isForeignSocket(request: FastifyRequest): boolean {
  const { upgrade, origin, host } = request.headers
  return upgrade?.toLowerCase() === 'websocket' && !isAllowedOrigin(origin, host, [])
}

/** Tells the platform whose call it is: it slows down guessing by address, and makes links of the address in the browser. */
function forwarded(request: { readonly ip?: string; readonly protocol?: string; readonly host?: string }) {
  return {
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': request.protocol ?? 'http',
    'x-forwarded-host': request.host ?? '',
  }
}

function errorBody(status: number, message: string) {
  return { status, message, errorCode: ERRORS.general.errorCode, timestamp: Date.now() }
}
