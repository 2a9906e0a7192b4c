/** Passes the API and its live socket on to another platform. */
import httpProxy from '@fastify/http-proxy'
import { ERRORS } from '@greenwave/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket as Live } from 'ws'
import { isAllowedOrigin } from '../access/pageOrigin.ts'

/** A reader of the live socket that is this far behind is cut off: it would keep the platform's frames in our memory. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
/** How long a platform that says nothing is waited for. */
export interface Patience {
  /** For the answer of a call, milliseconds. Default 60 s: beyond a platform's own limit of 30 s. */
  readonly answerMs?: number
  /** For the answer to a new live socket, milliseconds. Default 10 s. */
  readonly handshakeMs?: number
  /** For a sign of life of an open socket, milliseconds; it is asked for as often. Default 15 s. */
  readonly pongMs?: number
}

/** Headers of others about whose call it is, or meant for the proxy itself; the platform gets ours. */
const NOT_PASSED_ON = ['forwarded', 'proxy-authorization', 'proxy-connection', 'x-real-ip', 'x-forwarded-port']

/**
 * Serves `/api` of this server from the platform at `upstream`, an origin.
 * @param allowedOrigins origins of pages elsewhere that may open a live socket
 */
export async function registerUpstreamProxy(
  app: FastifyInstance,
  upstream: string,
  allowedOrigins: readonly string[] = [],
  { answerMs = 60_000, handshakeMs = 10_000, pongMs = 15_000 }: Patience = {},
): Promise<void> {
  const wsClientOptions = {
    handshakeTimeout: handshakeMs,
    // The library's own would send the cookie alone, so that every console had this server's address.
    rewriteRequestHeaders: (headers: object, request: FastifyRequest) => ({
      ...headers,
      ...(request.headers.cookie && { cookie: request.headers.cookie }),
      ...forwarded(request),
    }),
  }
  await app.register(httpProxy, {
    upstream,
    prefix: '/api',
    rewritePrefix: '/api',
    websocket: true,
    // The library would believe any certificate.
    http: { requestOptions: { timeout: answerMs, rejectUnauthorized: true } },
    wsClientOptions,
    preHandler(request, reply, done) {
      if (isForeignSocket(request, allowedOrigins)) reply.code(403).send(errorBody(403, 'Origin not allowed'))
      else done()
    },
    replyOptions: {
      // The platform may give up an idle connection just as a read goes over it; reads may be asked again.
      retriesCount: 1,
      rewriteRequestHeaders: (request, headers) => ({ ...without(headers, NOT_PASSED_ON), ...forwarded(request) }),
      // Which pages may read answers is said here: a platform of this family lets every page do so.
      rewriteHeaders: (headers) =>
        without(
          headers,
          Object.keys(headers).filter((name) => name.startsWith('access-control-')),
        ),
      onError(reply, { error }) {
        reply.log.warn({ upstream, reason: error.message }, 'the platform does not answer')
        // Its address is the operator's business: the log has it.
        reply.code(502).send(errorBody(502, 'The platform behind this console does not answer.'))
      },
    },
    wsHooks: {
      onConnect: (_context, source, target) => giveUpSilent(source, target, pongMs),
      onOutgoingMessage(_context, source) {
        if (source.bufferedAmount > MOST_UNREAD_BYTES) source.terminate()
      },
    },
  })
}

/** The socket goes on without its Origin header, so a page of another site must be turned away here. */
function isForeignSocket(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { upgrade, origin, host } = request.headers
  return upgrade?.toLowerCase() === 'websocket' && !isAllowedOrigin(origin, host, allowedOrigins)
}

/** Tells the platform whose call it is: it slows down guessing by address, and makes links of the address in the browser. */
function forwarded(request: { readonly ip?: string; readonly protocol?: string; readonly host?: string }) {
  return {
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': request.protocol ?? 'http',
    'x-forwarded-host': request.host ?? '',
  }
}

/** Ends both sides of a live socket whose platform no longer gives a sign of life: the console shall look for another. */
function giveUpSilent(source: Live, target: Live, pongMs: number): void {
  let isHeard = true
  const hear = (): void => {
    isHeard = true
  }
  target.on('pong', hear).on('message', hear)
  const timer = setInterval(() => {
    if (isHeard) {
      isHeard = false
      target.ping()
      return
    }
    target.terminate()
    source.terminate()
  }, pongMs)
  target.on('close', () => clearInterval(timer))
}

function without<H extends object>(headers: H, names: readonly string[]): H {
  const left = { ...headers }
  for (const name of names) Reflect.deleteProperty(left, name)
  return left
}

function errorBody(status: number, message: string) {
  return { status, message, errorCode: ERRORS.general.errorCode, timestamp: Date.now() }
}
