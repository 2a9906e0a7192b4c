import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { ControllerAttempts, StrangerKind } from '@greenwave/contract/wire/attempts'
import { MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { rpcRequestTopic } from '@greenwave/contract/wire/topics'
import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from '../activity/activity.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import { ConnectionBook } from '../connections/connectionBook.ts'
import { createGatheredLog } from '../connections/gatheredLog.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import type { DeviceGateway, DisconnectReason } from '../entities/entityDeps.ts'
import { type Fills, LIMITS, LISTEN_BACKLOG } from '../limits/limits.ts'
import { WriteQuota } from '../limits/writeQuota.ts'
import { type Meter, NO_METER } from '../meter/meter.ts'
import type { Store } from '../store/openStore.ts'
import { dispatchPacket } from './dispatchPacket.ts'
import { AttemptLog } from './session/attemptLog.ts'
import { createConnectGuard } from './session/connectGuard.ts'
import { DeviceCalls } from './session/deviceCalls.ts'
import { DeviceConnection } from './session/deviceConnection.ts'
import { type GatewayContext, SessionRegistry } from './session/gatewayContext.ts'
import type { GuessLimits } from './session/guessLimits.ts'
import { InFlightBytes } from './session/inFlightBytes.ts'
import { DISCONNECT } from './session/reasonCodes.ts'

/**
 * Number of ticks over which session reports are spread: thousands of attribute writes in one tick would delay
 * telemetry.
 */
const TICKS_PER_REPORT = 6

/** The parts and options of a gateway. */
export interface MqttGatewayDeps {
  readonly data: DeviceData
  readonly credentials: Store['credentials']
  readonly activity: Activity
  readonly log: FastifyBaseLogger
  /** Interval at which sessions report when they were last heard, milliseconds. */
  readonly reportEveryMs: number
  /** Counter of messages; default: none. */
  readonly meter?: Meter | undefined
  /** Quota of devices' writes, shared with their other ways to send; default: one of the gateway's own. */
  readonly writes?: WriteQuota
  /** Returns epoch milliseconds; tests pass their own clock. */
  readonly now?: () => number
  /** Most connections; by default as many as a process with enough handles takes. */
  readonly maxConnections?: number
  /** Returns whether an address is a trusted proxy, with many devices behind it; by default none is. */
  readonly isTrustedProxy?: (address: string) => boolean
  /** Delays against guessing of passwords; default `GUESS_LIMITS`. */
  readonly guessLimits?: GuessLimits
}

/** The MQTT server that devices connect to. */
export interface MqttGateway extends DeviceGateway {
  /** Starts listening and resolves with the port; port 0 takes a free one. Rejects with the socket's error. */
  listen(at: { host: string; port: number }): Promise<number>
  /** Starts listening with TLS; `cert` and `key` are PEM. */
  listenTls(at: { host: string; port: number; cert: string; key: string }): Promise<number>
  /** Returns how full the limits of controllers are now. */
  fills(): Fills
  /** Ends all calls that wait for a device's answer, and all later ones, so that their callers need not wait. */
  endCalls(): void
  /** Accepts no more connections, stores what devices have sent, disconnects them and waits until all are gone. */
  close(): Promise<void>
}

/** Creates a gateway. */
export function createMqttGateway(deps: MqttGatewayDeps): MqttGateway {
  return new Gateway(deps)
}

class Gateway implements MqttGateway {
  readonly #context: GatewayContext
  readonly #connections = new Set<DeviceConnection>()
  readonly #servers: Server[] = []
  /** Counts every open socket, including those that have not finished their TLS handshake. */
  readonly #book: ConnectionBook<Socket>
  /** The same sockets by their far end, because TLS hands over another object for the same connection. */
  readonly #sockets = new Map<string, Socket>()
  readonly #isTrustedProxy: (address: string) => boolean
  readonly #tick: NodeJS.Timeout
  #listens: ControllerAttempts['listens'] = { host: '', mqtt: null, mqtts: null }
  readonly #reportEveryMs: number

  constructor({ now = Date.now, reportEveryMs, data, credentials, activity, log, ...options }: MqttGatewayDeps) {
    this.#context = {
      data,
      credentials,
      activity,
      log,
      now,
      sessions: new SessionRegistry(),
      calls: new DeviceCalls(),
      guard: createConnectGuard(now, options.guessLimits),
      attempts: new AttemptLog(now),
      inFlight: new InFlightBytes(),
      writes: options.writes ?? new WriteQuota(),
      gatheredLog: createGatheredLog(log),
      meter: options.meter ?? NO_METER,
    }
    this.#isTrustedProxy = options.isTrustedProxy ?? (() => false)
    this.#book = new ConnectionBook<Socket>(
      {
        total: options.maxConnections ?? LIMITS.deviceConnections.value,
        ofAddress: LIMITS.unknownDevicesOfAddress.value,
        countsBusy: false,
      },
      (socket, address) => this.#turnAway(socket, address),
    )
    this.#reportEveryMs = reportEveryMs
    this.#tick = setInterval(() => this.#lookAfterConnections(), reportEveryMs / TICKS_PER_REPORT)
  }

  fills(): Fills {
    return { inFlightBytes: this.#context.inFlight.total }
  }

  get sessionCount(): number {
    return this.#context.sessions.size
  }

  async listen({ host, port }: { host: string; port: number }): Promise<number> {
    const mqtt = await this.#listen(createServer({ noDelay: true }), host, port, 'connection')
    this.#listens = { ...this.#listens, host, mqtt }
    return mqtt
  }

  async listenTls({ host, port, ...tls }: { host: string; port: number; cert: string; key: string }): Promise<number> {
    const server = createTlsServer({ ...tls, noDelay: true, handshakeTimeout: LIMITS.connectTimeoutMs.value })
    server.on('tlsClientError', ({ code }: NodeJS.ErrnoException, socket) => {
      this.#context.attempts.noteStranger(tlsFault(code), addressGroup(socket.remoteAddress ?? ''))
    })
    const mqtts = await this.#listen(server, host, port, 'secureConnection')
    this.#listens = { ...this.#listens, host, mqtts }
    return mqtts
  }

  disconnectDevice(deviceId: string, reason: DisconnectReason): void {
    if (reason === 'deviceDeleted') {
      this.#context.calls.abandon(deviceId)
      this.#context.attempts.forget(deviceId)
    }
    const session = this.#context.sessions.get(deviceId)
    if (!session) return
    session.deviceGone = reason === 'deviceDeleted'
    session.connection.close(DISCONNECT.administrativeAction, reason)
  }

  attempts(deviceId: string): ControllerAttempts {
    const { attempts, credentials, now, sessions } = this.#context
    const value = credentials.byDevice(deviceId)?.credentialsValue
    const login = MqttBasicValue.safeParse(JSON.parse(value ?? '{}')).data ?? {}
    const isConnected = sessions.get(deviceId) !== undefined
    const listens = this.#listens
    return { atMs: now(), sinceMs: attempts.sinceMs, isConnected, listens, ...attempts.read(deviceId, login) }
  }

  async callDevice(
    deviceId: string,
    request: Parameters<DeviceGateway['callDevice']>[1],
  ): ReturnType<DeviceGateway['callDevice']> {
    const session = this.#context.sessions.get(deviceId)
    const form = session?.subscribedForm('rpcRequest')
    if (!session || !form) return 'noAnswer'
    const { calls } = this.#context
    const id = calls.nextId()
    const answer = request.oneway ? { answer: undefined } : calls.waitFor(deviceId, id, request.timeoutMs)
    const payload = JSON.stringify({ method: request.method, params: request.params ?? null })
    session.push({ kind: 'rpcRequest', form }, rpcRequestTopic(id, form), payload)
    return answer
  }

  endCalls(): void {
    this.#context.calls.end()
  }

  async close(): Promise<void> {
    this.endCalls()
    clearInterval(this.#tick)
    const closed = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    await Promise.all([...this.#connections].map((connection) => connection.shutDown()))
    // The remaining sockets have not finished their TLS handshake.
    for (const socket of this.#sockets.values()) socket.destroy()
    await Promise.all(closed)
    this.#context.gatheredLog.close()
  }

  #listen(server: Server, host: string, port: number, event: 'connection' | 'secureConnection'): Promise<number> {
    server.on('connection', (socket: Socket) => this.#admit(socket))
    server.on(event, (socket: Socket) => this.#take(socket))
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port, host, backlog: LISTEN_BACKLOG }, () => {
        server.off('error', reject)
        server.on('error', (error) => this.#context.log.error({ err: error }, 'the device listener failed'))
        this.#servers.push(server)
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  }

  /** Admits a connection, or closes it when there is no room. */
  #admit(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const group = addressGroup(address)
    if (!this.#book.admit(socket, group, this.#isTrustedProxy(address))) {
      this.#turnAway(socket, group)
      return
    }
    const farEnd = farEndOf(socket)
    this.#sockets.set(farEnd, socket)
    socket.once('close', () => {
      this.#book.leave(socket)
      this.#sockets.delete(farEnd)
    })
  }

  #turnAway(socket: Socket, address: string): void {
    this.#context.gatheredLog.note('closed a device connection: too many are open', address)
    socket.destroy()
  }

  #take(socket: Socket): void {
    if (socket.destroyed) return
    const admitted = this.#sockets.get(farEndOf(socket))
    const address = addressGroup(socket.remoteAddress ?? '')
    const connection = new DeviceConnection(socket, address, this.#context, {
      onOpen: () => admitted && this.#book.note(admitted, 'busy'),
      onPacket: (packet) => dispatchPacket(this.#context, connection, packet),
      onClosed: () => this.#connections.delete(connection),
    })
    this.#connections.add(connection)
  }

  /** Reports which devices were heard, and closes silent connections. */
  #lookAfterConnections(): void {
    const now = this.#context.now()
    for (const connection of this.#connections) {
      const { state } = connection
      if (state.kind === 'awaitingConnect' && now - connection.openedAt >= LIMITS.connectTimeoutMs.value) {
        connection.close(DISCONNECT.protocolError, 'sent no CONNECT in time')
      }
      if (state.kind !== 'open') continue
      const { session } = state
      if (session.heardAt > session.reportedAt && now - session.reportedAt >= this.#reportEveryMs) {
        session.reportedAt = session.heardAt
        this.#context.activity.heard(session.deviceId, session.heardAt)
      }
      if (now - session.heardAt >= LIMITS.silentSessionMs.value) {
        connection.close(DISCONNECT.keepAliveTimeout, 'was silent for too long')
      }
    }
  }
}

/** Returns the kind of a failed handshake: plain MQTT or HTTP on the port for TLS, or another fault. */
const tlsFault = (code: string | undefined): StrangerKind =>
  code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
  code === 'ERR_SSL_HTTP_REQUEST' ||
  code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG'
    ? 'plainOnTlsPort'
    : 'tlsFailed'

/** Returns address and port of the other side, and our own port; together they identify a connection. */
function farEndOf({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`
}
