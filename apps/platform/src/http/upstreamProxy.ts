/** @file Passes the API and its live socket on to another platform. */
import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import { ERRORS } from '@greenwave/contract/wire/errors'
import { MAX_CLIENT_MESSAGE_BYTES } from '@greenwave/contract/wire/live'
import { PROVIDER_SIGN_IN_PATHS } from '@greenwave/contract/wire/providerSignIn'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket as Live } from 'ws'
import { isAllowedOrigin } from '../access/pageOrigin.ts'

/** A reader of the live socket that is this far behind is disconnected, because its frames would fill our memory. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
/** A client so far ahead of what the platform takes is disconnected, also before the platform has taken the socket. */
const MOST_UNSENT_BYTES = 1024 * 1024
/** A message of the platform, unpacked: as long as a watcher takes it. */
const MOST_MESSAGE_BYTES = 64 * 1024 * 1024

/** Timeout of a silent platform. */
export interface Patience {
  /** For the answer of a call, milliseconds. Default 60 s, longer than a platform's own limit of 30 s. */
  readonly answerMs?: number
  /** For the answer to a new live socket, milliseconds. Default 10 s. */
  readonly handshakeMs?: number
  /** For a message or pong on an open socket, which is pinged as often, milliseconds. Default 15 s. */
  readonly pongMs?: number
}

/**
 * Headers that are not passed on: headers of other proxies about the caller, and those meant for this proxy. The
 * platform gets ours.
 */
const NOT_PASSED_ON = [
  'forwarded',
  'proxy-authorization',
  'proxy-connection',
  'x-real-ip',
  'x-forwarded-port',
  'x-request-id',
]

/**
 * Passes `/api` on to the platform at `upstream`, an origin, and the pages of a sign-in through its provider.
 * @param allowedOrigins origins of other pages that may open a live socket
 */
export async function registerUpstreamProxy(
  app: FastifyInstance,
  upstream: string,
  allowedOrigins: readonly string[] = [],
  { answerMs = 60_000, handshakeMs = 10_000, pongMs = 15_000 }: Patience = {},
): Promise<void> {
  const wsClientOptions = {
    handshakeTimeout: handshakeMs,
    maxPayload: MOST_MESSAGE_BYTES,
    // The library's default would pass on the cookie only, and all consoles would seem to have this server's address.
    rewriteRequestHeaders: (headers: object, request: FastifyRequest) => ({
      ...headers,
      ...(request.headers.cookie && { cookie: request.headers.cookie }),
      ...forwarded(request),
    }),
  }
  const passedOn: FastifyHttpProxyOptions = {
    upstream,
    // Each call has its line at debug already.
    disableRequestLogging: true,
    // The library's default accepts any certificate.
    http: { requestOptions: { timeout: answerMs, rejectUnauthorized: true } },
    preHandler(request, reply, done) {
      if (isForeignSocket(request, allowedOrigins)) reply.code(403).send(errorBody(403, 'Origin not allowed'))
      else done()
    },
    replyOptions: {
      // The platform may close an idle connection just when a read is sent on it; reads can be repeated.
      retriesCount: 1,
      rewriteRequestHeaders: (request, headers) => ({
        ...without(headers, NOT_PASSED_ON),
        ...forwarded(request),
        'x-request-id': request.id,
      }),
      // This server decides which pages may read answers, because ThingsBoard allows every page, and names requests.
      rewriteHeaders: (headers) =>
        without(
          headers,
          Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'x-request-id'),
        ),
      onError(reply, { error }) {
        if (reply.request.raw.destroyed) {
          reply.log.debug('the caller closed the connection before the platform answered')
          return
        }
        reply.log.warn({ upstream, reason: error.message }, 'the platform does not answer')
        // The answer leaves out the platform's address; the log has it.
        reply.code(502).send(errorBody(502, 'The platform behind this console does not answer.'))
      },
    },
  }
  const unsent = unsentBytes()
  await app.register(httpProxy, {
    ...passedOn,
    prefix: '/api',
    rewritePrefix: '/api',
    websocket: true,
    wsClientOptions,
    // The library's defaulttakes 100 MiB from any client, before a platform has asked who it is.
    wsServerOptions: { maxPayload: MAX_CLIENT_MESSAGE_BYTES, perMessageDeflate: false },
    wsHooks: {
      onConnect: (_context, source, target) => giveUpSilent(source, target, pongMs),
      onIncomingMessage(_context, source, target, { data }) {
        if (unsent(target, lengthOf(data)) > MOST_UNSENT_BYTES) source.terminate()
      },
      onOutgoingMessage(_context, source) {
        if (source.bufferedAmount > MOST_UNREAD_BYTES) source.terminate()
      },
    },
  })
  for (const prefix of PROVIDER_SIGN_IN_PATHS) {
    await app.register(httpProxy, { ...passedOn, prefix, rewritePrefix: prefix })
  }
}

/**
 * Returns true for a live socket from a page of another site. The socket is passed on without its Origin header, so it
 * must be refused here.
 */
function isForeignSocket(request: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { upgrade, origin, host } = request.headers
  return upgrade?.toLowerCase() === 'websocket' && !isAllowedOrigin(origin, host, allowedOrigins)
}

/**
 * Returns the headers that tell the platform who the caller is. It slows down guessing by address, and builds links
 * with the browser's address.
 */
export function forwarded(request: { readonly ip?: string; readonly protocol?: string; readonly host?: string }) {
  return {
    'x-forwarded-for': request.ip ?? '',
    'x-forwarded-proto': request.protocol ?? 'http',
    'x-forwarded-host': request.host ?? '',
  }
}

/** Returns a function that takes the length of one more message for a socket, and returns how many bytes it has to send. */
function unsentBytes(): (target: Live, length: number) => number {
  /** The library keeps what comes before the socket is open. */
  const kept = new WeakMap<Live, number>()
  return (target, length) => {
    if (target.readyState !== target.CONNECTING) return target.bufferedAmount + length
    const bytes = (kept.get(target) ?? 0) + length
    kept.set(target, bytes)
    return bytes
  }
}

function lengthOf(data: unknown): number {
  return Buffer.isBuffer(data) ? data.length : Buffer.byteLength(String(data))
}

/** Closes both sides of a live socket when the platform is silent, so that the console reconnects. */
function giveUpSilent(source: Live, target: Live, pongMs: number): void {
  // The library leaves the platform's side open if the caller left before the platform had taken it.
  if (source.readyState !== source.OPEN) {
    target.terminate()
    return
  }
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
