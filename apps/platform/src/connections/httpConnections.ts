/** @file Limits the connections of an HTTP server and of its live sockets. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LIMITS } from '../limits/limits.ts'
import { addressGroup } from './addressGroup.ts'
import { ConnectionBook } from './connectionBook.ts'
import { createGatheredLog } from './gatheredLog.ts'
import type { HandleShares } from './handleShares.ts'

/** Interval at which the server checks the time limits of requests, milliseconds. */
const REQUESTS_CHECKED_EVERY_MS = 1_000

/** Server options that set a time limit for each step of a request. */
export const PATIENCE_OPTIONS = {
  requestTimeout: LIMITS.requestTimeoutMs.value,
  keepAliveTimeout: LIMITS.idleConnectionMs.value,
  http: { headersTimeout: LIMITS.headersTimeoutMs.value, connectionsCheckingInterval: REQUESTS_CHECKED_EVERY_MS },
} as const

/** The limits of `registerConnections`, and the proxies that they do not apply to. */
export interface HttpConnectionsDeps {
  readonly shares?: Pick<HandleShares, 'http' | 'live'>
  /** Returns whether an address is a trusted proxy, with many clients behind it. */
  readonly isTrustedProxy: (address: string) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Marks the live socket of this request as signed in, so that it is no longer closed to make room. */
    keepLiveSocket?: (request: FastifyRequest) => void
  }
}

const LIVE_REFUSED = 'closed a live socket of an address that holds too many'
const HTTP_REFUSED = 'closed a connection of an address that holds too many'

/**
 * Registers the connection limits. Call this before registering anything else on the server, so that these listeners
 * see each socket first.
 */
export function registerConnections(
  app: FastifyInstance,
  {
    shares = { http: LIMITS.httpConnections.value, live: LIMITS.liveSockets.value },
    isTrustedProxy,
  }: HttpConnectionsDeps,
): void {
  const log = createGatheredLog(app.log)
  app.addHook('onClose', async () => log.close())
  const cut = (what: string) => (socket: Socket, address: string) => {
    log.note(what, address)
    socket.destroy()
  }
  const connections = new ConnectionBook<Socket>(
    { total: shares.http, ofAddress: LIMITS.httpConnectionsOfAddress.value, countsBusy: true },
    cut(HTTP_REFUSED),
  )
  const sockets = new ConnectionBook<Socket>(
    { total: shares.live, ofAddress: LIMITS.liveSocketsOfAddress.value, countsBusy: true },
    cut(LIVE_REFUSED),
  )
  const upgraded = new WeakSet<Socket>()
  /** Requests in progress on each connection. A request counts once its headers are complete. */
  const asked = new Map<Socket, number>()
  let isClosing = false
  /** Requests in progress by address. */
  const underWay = new Map<string, number>()

  /** Closes a socket that is silent when the server stops: a closing server no longer applies its own timeouts. */
  function endWhenSilent(socket: Socket): void {
    const patience = setTimeout(() => {
      if (asked.get(socket) === 0) socket.destroy()
    }, LIMITS.headersTimeoutMs.value)
    socket.once('close', () => clearTimeout(patience))
  }

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const group = addressGroup(address)
    if (!connections.admit(socket, group, isTrustedProxy(address))) {
      log.note(HTTP_REFUSED, group)
      socket.destroy()
      return
    }
    asked.set(socket, 0)
    if (isClosing) endWhenSilent(socket)
    socket.once('close', () => {
      connections.leave(socket)
      asked.delete(socket)
    })
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    asked.set(socket, (asked.get(socket) ?? 0) + 1)
    const hasBody =
      request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined
    connections.note(socket, hasBody ? 'pending' : 'busy')
    if (hasBody) request.once('end', () => connections.note(socket, 'busy'))
    response.once('close', () => {
      if (response.writableFinished) connections.note(socket, 'idle')
      const left = (asked.get(socket) ?? 1) - 1
      if (asked.has(socket)) asked.set(socket, left)
      if (isClosing && left === 0) socket.destroySoon()
    })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const [socket, count] of asked) if (count === 0) socket.destroy()
  })
  // A listener for 'upgrade' would do as well, but the proxy library checks that its own listener is the only one.
  Object.assign(app.server, {
    shouldUpgradeCallback({ socket }: IncomingMessage): boolean {
      // An answer on an upgraded socket does not end the socket, so a refused upgrade would keep the server from
      // closing.
      if (isClosing || app.server.listenerCount('upgrade') === 0) return false
      connections.leave(socket)
      asked.delete(socket)
      upgraded.add(socket)
      const address = socket.remoteAddress ?? ''
      if (!sockets.admit(socket, addressGroup(address), isTrustedProxy(address))) socket.destroy()
      socket.once('close', () => sockets.leave(socket))
      // The code that accepts the socket removes this timer. A refused socket is no longer read, so its end would go
      // unnoticed.
      socket.setTimeout(LIMITS.headersTimeoutMs.value).once('timeout', () => socket.destroy())
      return true
    },
  })

  function countRequest(group: string, response: ServerResponse): void {
    const count = underWay.get(group) ?? 0
    if (count >= LIMITS.httpConnectionsOfAddress.value) throw tooMany('Too many requests from this address at once!')
    underWay.set(group, count + 1)
    response.once('close', () => {
      const left = (underWay.get(group) ?? 1) - 1
      if (left > 0) underWay.set(group, left)
      else underWay.delete(group)
    })
  }

  app.addHook('onRequest', async (request, reply) => {
    const group = addressGroup(request.ip)
    const isShared = isTrustedProxy(request.ip)
    const { socket } = request.raw
    if (!upgraded.has(socket)) {
      if (!isShared) countRequest(group, reply.raw)
      return
    }
    // From here on the socket counts for the client, who may be behind a proxy.
    sockets.leave(socket)
    if (sockets.admit(socket, group, isShared)) return
    log.note(LIVE_REFUSED, group)
    reply.raw.once('finish', () => socket.destroySoon())
    throw tooMany('Too many live sockets are open!')
  })
  app.addHook('onSend', async (request) => {
    const { socket } = request.raw
    // Requests that tests inject have no network socket.
    if ('setTimeout' in socket && !upgraded.has(socket)) socket.setTimeout(LIMITS.unreadAnswerMs.value)
  })
  app.decorate('keepLiveSocket', (request) => sockets.note(request.raw.socket, 'busy'))
}

function tooMany(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 429 })
}
