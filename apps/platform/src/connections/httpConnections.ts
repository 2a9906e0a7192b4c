/** @file The connections of an HTTP server and of its live sockets, kept within their shares. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressGroup } from './addressGroup.ts'
import { ConnectionBook } from './connectionBook.ts'
import { createGatheredLog } from './gatheredLog.ts'
import type { HandleShares } from './handleShares.ts'
import {
  HEADERS_TIMEOUT_MS,
  IDLE_CONNECTION_MS,
  MAX_HTTP_CONNECTIONS,
  MAX_HTTP_OF_ADDRESS,
  MAX_LIVE_SOCKETS,
  MAX_LIVE_SOCKETS_OF_ADDRESS,
  REQUEST_TIMEOUT_MS,
  REQUESTS_CHECKED_EVERY_MS,
  UNREAD_ANSWER_MS,
} from './limits.ts'

/** What a server is built with so that no request takes for ever. */
export const PATIENCE_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: IDLE_CONNECTION_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: REQUESTS_CHECKED_EVERY_MS },
} as const

export interface HttpConnectionsDeps {
  readonly shares?: Pick<HandleShares, 'http' | 'live'>
  /** Whether an address is a proxy's, behind which there are many. */
  readonly isTrustedProxy: (address: string) => boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whoever opened the live socket of this request has signed in: it is not given up for others any more. */
    keepLiveSocket?: (request: FastifyRequest) => void
  }
}

const LIVE_REFUSED = 'closed a live socket of an address that holds too many'
const HTTP_REFUSED = 'closed a connection of an address that holds too many'

/** Must be registered before everything else of the server: what comes first sees the sockets first. */
export function registerConnections(
  app: FastifyInstance,
  { shares = { http: MAX_HTTP_CONNECTIONS, live: MAX_LIVE_SOCKETS }, isTrustedProxy }: HttpConnectionsDeps,
): void {
  const log = createGatheredLog(app.log)
  app.addHook('onClose', async () => log.close())
  const cut = (what: string) => (socket: Socket, address: string) => {
    log.note(what, address)
    socket.destroy()
  }
  const connections = new ConnectionBook<Socket>(
    { total: shares.http, ofAddress: MAX_HTTP_OF_ADDRESS, countsBusy: true },
    cut(HTTP_REFUSED),
  )
  const sockets = new ConnectionBook<Socket>(
    { total: shares.live, ofAddress: MAX_LIVE_SOCKETS_OF_ADDRESS, countsBusy: true },
    cut(LIVE_REFUSED),
  )
  const upgraded = new WeakSet<Socket>()
  /** Requests under way of each connection; those whose headers are not whole do not count. */
  const asked = new Map<Socket, number>()
  let isClosing = false
  /** Requests under way, by address. */
  const underWay = new Map<string, number>()

  /** A server that stops waits for those that ask nothing, or half, and looks at no time limit of its own any more. */
  function endWhenSilent(socket: Socket): void {
    const patience = setTimeout(() => {
      if (asked.get(socket) === 0) socket.destroy()
    }, HEADERS_TIMEOUT_MS)
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
  // A listener of 'upgrade' would do as well, but the library of the proxy looks whether it is the only one.
  Object.assign(app.server, {
    shouldUpgradeCallback({ socket }: IncomingMessage): boolean {
      // Answers on an upgraded socket do not end it: what a stopping server refuses would keep it from stopping.
      if (isClosing || app.server.listenerCount('upgrade') === 0) return false
      connections.leave(socket)
      asked.delete(socket)
      upgraded.add(socket)
      const address = socket.remoteAddress ?? ''
      if (!sockets.admit(socket, addressGroup(address), isTrustedProxy(address))) socket.destroy()
      socket.once('close', () => sockets.leave(socket))
      // Whoever takes the socket takes the timer off. Refused ones are not read any more: their end would not be noticed.
      socket.setTimeout(HEADERS_TIMEOUT_MS).once('timeout', () => socket.destroy())
      return true
    },
  })

  function countRequest(group: string, response: ServerResponse): void {
    const count = underWay.get(group) ?? 0
    if (count >= MAX_HTTP_OF_ADDRESS) throw tooMany('Too many requests from this address at once!')
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
    // From here on it counts for the client, who may be behind a proxy.
    sockets.leave(socket)
    if (sockets.admit(socket, group, isShared)) return
    log.note(LIVE_REFUSED, group)
    reply.raw.once('finish', () => socket.destroySoon())
    throw tooMany('Too many live sockets are open!')
  })
  app.addHook('onSend', async (request) => {
    const { socket } = request.raw
    // Requests that tests inject have no socket of the network.
    if ('setTimeout' in socket && !upgraded.has(socket)) socket.setTimeout(UNREAD_ANSWER_MS)
  })
  app.decorate('keepLiveSocket', (request) => sockets.note(request.raw.socket, 'busy'))
}

function tooMany(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 429 })
}
