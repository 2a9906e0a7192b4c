import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { rpcRequestTopic } from '@greenwave/contract/topics'
import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from '../activity/activity.ts'
import type { DeviceData } from '../data/deviceData.ts'
import type { CredentialsRepository } from '../store/store.ts'
import { DeviceCalls } from './deviceCalls.ts'
import { DeviceConnection } from './deviceConnection.ts'
import type { DeviceGateway, DisconnectReason } from './deviceGateway.ts'
import type { GatewayContext } from './gatewayContext.ts'
import { CONNECT_TIMEOUT_MS, SILENT_SESSION_MS } from './limits.ts'
import { DISCONNECT } from './reasonCodes.ts'
import { SessionRegistry } from './sessionRegistry.ts'

/** Sessions report each at its own beat, not all in one tick: thousands of attribute writes at once would delay telemetry. */
const TICKS_PER_REPORT = 20

export interface MqttGatewayDeps {
  readonly data: DeviceData
  readonly credentials: CredentialsRepository
  readonly activity: Activity
  readonly log: FastifyBaseLogger
  /** How often sessions report when they were last heard, milliseconds. */
  readonly reportEveryMs: number
  /** Epoch milliseconds; tests give their own. */
  readonly now?: () => number
}

/** Where devices connect. */
export interface MqttGateway extends DeviceGateway {
  /** Resolves with the port; rejects as the socket does when it cannot be had. Port 0 takes a free one. */
  listen(at: { host: string; port: number }): Promise<number>
  /** The same over TLS; `cert` and `key` in PEM. */
  listenTls(at: { host: string; port: number; cert: string; key: string }): Promise<number>
  /** Gives up the calls that wait for a device's answer, and every later one. Whoever waits for them can end then. */
  endCalls(): void
  /** Takes no more connections, settles what devices have sent, tells them good-bye and waits until all are gone. */
  close(): Promise<void>
}

export function createMqttGateway(deps: MqttGatewayDeps): MqttGateway {
  return new Gateway(deps)
}

class Gateway implements MqttGateway {
  readonly #context: GatewayContext
  readonly #connections = new Set<DeviceConnection>()
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #tick: NodeJS.Timeout
  readonly #reportEveryMs: number

  constructor({ now = Date.now, reportEveryMs, ...deps }: MqttGatewayDeps) {
    this.#context = { ...deps, now, sessions: new SessionRegistry(), calls: new DeviceCalls() }
    this.#reportEveryMs = reportEveryMs
    this.#tick = setInterval(() => this.#lookAfterConnections(), reportEveryMs / TICKS_PER_REPORT)
  }

  get sessionCount(): number {
    return this.#context.sessions.size
  }

  listen({ host, port }: { host: string; port: number }): Promise<number> {
    return this.#listen(createServer({ noDelay: true }), host, port, 'connection')
  }

  listenTls({ host, port, cert, key }: { host: string; port: number; cert: string; key: string }): Promise<number> {
    return this.#listen(
      createTlsServer({ cert, key, noDelay: true, handshakeTimeout: CONNECT_TIMEOUT_MS }),
      host,
      port,
      'secureConnection',
    )
  }

  disconnectDevice(deviceId: string, reason: DisconnectReason): void {
    if (reason === 'deviceDeleted') this.#context.calls.abandon(deviceId)
    const session = this.#context.sessions.get(deviceId)
    if (!session) return
    session.deviceGone = reason === 'deviceDeleted'
    session.connection.close(DISCONNECT.administrativeAction, reason)
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
    // What is left has not finished its TLS handshake.
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(closed)
  }

  #listen(server: Server, host: string, port: number, event: 'connection' | 'secureConnection'): Promise<number> {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    server.on(event, (socket: Socket) => this.#take(socket))
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        server.on('error', (error) => this.#context.log.error({ err: error }, 'the device listener failed'))
        this.#servers.push(server)
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  }

  #take(socket: Socket): void {
    const connection = new DeviceConnection(socket, this.#context, (gone) => this.#connections.delete(gone))
    this.#connections.add(connection)
  }

  /** Reports who was heard, and ends connections that do not speak. */
  #lookAfterConnections(): void {
    const now = this.#context.now()
    for (const connection of this.#connections) {
      const { state } = connection
      if (state.kind === 'awaitingConnect' && now - connection.openedAt >= CONNECT_TIMEOUT_MS) {
        connection.close(DISCONNECT.protocolError, 'sent no CONNECT in time')
      }
      if (state.kind !== 'open') continue
      const { session } = state
      if (session.heardAt > session.reportedAt && now - session.reportedAt >= this.#reportEveryMs) {
        session.reportedAt = session.heardAt
        this.#context.activity.heard(session.deviceId, session.heardAt)
      }
      if (now - session.heardAt >= SILENT_SESSION_MS) {
        connection.close(DISCONNECT.keepAliveTimeout, 'was silent for too long')
      }
    }
  }
}
