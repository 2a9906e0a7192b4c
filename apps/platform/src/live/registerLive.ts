import websocket from '@fastify/websocket'
import { LEGACY_LIVE_PATH, LIVE_CLOSE, LIVE_PATH, MAX_CLIENT_MESSAGE_BYTES } from '@greenwave/contract/wire/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { isAllowedOrigin } from '../access/pageOrigin.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import { createGatheredLog } from '../connections/gatheredLog.ts'
import { refusalOf } from '../http/refusedCalls.ts'
import type { Fills } from '../limits/limits.ts'
import { type Meter, NO_METER } from '../meter/meter.ts'
import { CommandSlices } from './commandSlices.ts'
import { FrameGathering } from './frameGathering.ts'
import { LiveBudget } from './liveBudget.ts'
import { type LiveDeps, type LiveHandshake, LiveSession, type LiveSocket } from './liveSession.ts'

/** The parts and options of the live socket. */
export interface LiveServerDeps extends Omit<LiveDeps, 'now' | 'budget' | 'slices'> {
  /** Origins of pages, besides the platform's own console, that may open a socket. */
  readonly allowedOrigins: readonly string[]
  /** Counter of frames; default: none. */
  readonly meter?: Meter
  /** Returns epoch milliseconds; tests pass their own clock. */
  readonly now?: () => number
  /** Interval between checks of connections, milliseconds. */
  readonly lookAfterEveryMs?: number
}

/** The live sockets of a platform. */
export interface LiveServer {
  /** Returns how full the limits of sockets are now. */
  fills(): Fills
  /** Returns the number of open sockets. */
  count(): number
}

/** Close code of a stopping server. */
const GOING_AWAY = 1001
/** Close code for frames that are not text. */
const NOT_TEXT = 1003
/** Time for consoles to answer the close of a stopping server, milliseconds. */
const CLOSE_GRACE_MS = 1_000

/** Adds the live socket to an HTTP server; it closes with the server. */
export async function registerLive(
  app: FastifyInstance,
  { allowedOrigins, now = Date.now, lookAfterEveryMs = 1_000, meter = NO_METER, ...rest }: LiveServerDeps,
): Promise<LiveServer> {
  const budget = new LiveBudget()
  const deps: LiveDeps = { ...rest, now, budget, slices: new CommandSlices() }
  const connections = new Map<WebSocket, LiveSession>()
  const timer = setInterval(() => {
    for (const connection of connections.values()) connection.lookAfter()
  }, lookAfterEveryMs)

  const refusals = createGatheredLog(deps.log)
  const stopFollowing = deps.tokens.onRevoked((subject) => {
    for (const connection of connections.values()) connection.onRevoked(subject)
  })

  await app.register(websocket, {
    options: { maxPayload: MAX_CLIENT_MESSAGE_BYTES, perMessageDeflate: false },
    async preClose() {
      clearInterval(timer)
      stopFollowing()
      refusals.close()
      await closeAll(connections)
    },
    errorHandler(error, socket) {
      // The library closes the socket after a bad frame, with the right code; this only reports it.
      deps.log.debug({ error: error.message }, 'a live connection broke')
      connections.get(socket)?.onClosed()
    },
  })

  function accept(socket: WebSocket, { raw }: FastifyRequest, handshake: LiveHandshake): void {
    const connection = new LiveSession(liveSocket(socket, new FrameGathering(raw.socket), meter), deps, handshake)
    connections.set(socket, connection)
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) connection.close(NOT_TEXT, 'Binary messages are not supported')
      else connection.onText(data.toString())
    })
    socket.on('pong', () => connection.onPong())
    socket.on('close', () => {
      connections.delete(socket)
      connection.onClosed()
    })
  }

  const tokenOf = (request: FastifyRequest): string | undefined => {
    const { token } = request.query as { token?: unknown }
    return typeof token === 'string' ? token : undefined
  }
  const checkOrigin = async (request: FastifyRequest): Promise<void> => {
    const { origin, host } = request.headers
    if (!isAllowedOrigin(origin, host, allowedOrigins)) {
      throw Object.assign(new Error('Origin not allowed'), { statusCode: 403 })
    }
  }

  const handshakeOf = (protocol: LiveHandshake['protocol'], request: FastifyRequest): LiveHandshake => ({
    protocol,
    token: tokenOf(request),
    onSignedIn: () => app.keepLiveSocket?.(request),
    onRefused(error) {
      const what = refusalOf(error)
      if (what !== undefined) refusals.note(what, addressGroup(request.ip), { call: LIVE_PATH })
    },
  })
  app.get(LIVE_PATH, { websocket: true, preValidation: checkOrigin }, (socket, request) =>
    accept(socket, request, handshakeOf('current', request)),
  )
  app.get(LEGACY_LIVE_PATH, { websocket: true, preValidation: checkOrigin }, (socket, request) =>
    accept(socket, request, handshakeOf('legacy', request)),
  )
  app.get(`${LIVE_PATH}/plugins/*`, { websocket: true, preValidation: checkOrigin }, (socket) =>
    socket.close(LIVE_CLOSE.badData, 'Unknown session type'),
  )
  return { fills: () => budget.fills(), count: () => connections.size }
}

/** Adapts a WebSocket to what a live connection needs. */
function liveSocket(socket: WebSocket, gathering: FrameGathering, meter: Meter): LiveSocket {
  return {
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    send(frame, onFlushed) {
      meter.frameSent()
      gathering.next()
      socket.send(frame, onFlushed)
    },
    sendPart(part, fin, onFlushed) {
      if (fin) meter.frameSent()
      socket.send(part, { fin, binary: false }, onFlushed)
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}

/** Closes every connection and waits until they are gone. */
async function closeAll(connections: ReadonlyMap<WebSocket, LiveSession>): Promise<void> {
  const gone = [...connections].map(
    ([socket, connection]) =>
      new Promise<void>((resolve) => {
        const cut = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS)
        socket.once('close', () => {
          clearTimeout(cut)
          resolve()
        })
        connection.close(GOING_AWAY, 'The platform stops')
      }),
  )
  await Promise.all(gone)
}
