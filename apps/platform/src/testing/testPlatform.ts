/**
 * @file A platform for tests of the calls: the real store in memory, the real server, and a gateway that records its
 * calls.
 */
import type { Asset } from '@greenwave/contract/wire/assets'
import type { Call } from '@greenwave/contract/wire/calls/calls'
import type { Customer } from '@greenwave/contract/wire/customers'
import type { Device } from '@greenwave/contract/wire/devices'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { User } from '@greenwave/contract/wire/users'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { type Access, type AccessDeps, createAccess } from '../access/signIn/createAccess.ts'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import type { Demonstration } from '../entities/demonstration.ts'
import type { DeviceGateway } from '../entities/entityDeps.ts'
import { createHttpServer, type HttpOptions } from '../http/server.ts'
import type { Installation } from '../http/system.ts'
import { openStore, type Store } from '../store/openStore.ts'
import { quickHash } from './quickHash.ts'

type Body = string | object | undefined

/** A user of the platform, whose calls carry the user's token. */
export interface Caller {
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  get(path: string): Promise<LightMyRequestResponse>
  post(path: string, body?: Body, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  put(path: string, body?: Body): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
  /** Makes a call by its method; a GET and a DELETE have no body. */
  send(method: Call['method'], path: string, body?: Body): Promise<LightMyRequestResponse>
}

/** A platform for tests of the calls. */
export interface TestPlatform {
  readonly app: FastifyInstance
  readonly store: Store
  readonly access: Access
  readonly admin: Caller
  /** The administrator of another tenant. */
  readonly stranger: Caller
  /** The calls of the gateway: `disconnect <device> <reason>` or `call <method>`. */
  readonly gatewayCalls: string[]
  /** Sets what the gateway answers to calls. */
  answerCalls(answer: Awaited<ReturnType<DeviceGateway['callDevice']>>): void
  /** Advances the clock, milliseconds. */
  advance(ms: number): void
  /** The lines that the server logged. */
  readonly logLines: string[]
  caller(headers: Record<string, string>): Caller
  signIn(email: string, password: string): Promise<Caller>
  customer(title: string, by?: Caller): Promise<Customer>
  device(name: string, more?: Record<string, unknown>, by?: Caller): Promise<Device>
  asset(name: string, more?: Record<string, unknown>, by?: Caller): Promise<Asset>
  /** Creates an activated customer user and signs them in. */
  customerUser(customer: Customer, email: string, by?: Caller): Promise<{ user: User; caller: Caller }>
  close(): Promise<void>
}

/** A demonstration in which every device has a virtual controller, and every fault is over at once. */
const DEMONSTRATION: Demonstration = {
  faultsOf: () => [],
  cause() {},
  end() {},
  preparation: undefined,
  madeBefore: undefined,
}

/** An installation that knows nothing. */
const INSTALLATION: Installation = {
  report: async () => ({
    ...{ startedMs: 0, news: [], controllers: { connected: 0, all: 0 }, messagesPerSecond: 0, settings: [] },
  }),
  findings: async () => ({ atMs: 0, findings: [] }),
  bundle: async () => ({ name: 'bundle.tar.gz', bytes: new Uint8Array([1]) }),
}

/** Returns a body as it is sent, with its Content-Type. */
async function encoded(body: Body): Promise<{ readonly type?: string; readonly payload?: string | Buffer }> {
  if (body === undefined) return {}
  if (!(body instanceof FormData)) {
    return { type: 'application/json', payload: typeof body === 'string' ? body : JSON.stringify(body) }
  }
  const form = new Response(body)
  return { type: form.headers.get('content-type') ?? '', payload: Buffer.from(await form.arrayBuffer()) }
}

/** The password of all users of a test platform. */
export const PASSWORD = 'correct horse'

/**
 * Creates a test platform, in memory unless a folder is given. Failed sign-ins are answered at once unless `options`
 * say otherwise.
 */
export async function createTestPlatform(
  options: Omit<Partial<AccessDeps>, 'store' | 'log' | 'now'> & { http?: HttpOptions; dataDir?: string } = {},
): Promise<TestPlatform> {
  const logLines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
  let offsetMs = 0
  const now = () => Date.now() + offsetMs
  const { http, dataDir = ':memory:', ...accessOptions } = options
  const store = await openStore({ dataDir, telemetryRetentionMs: 86_400_000, now, log })
  const access = createAccess({
    hashPassword: quickHash,
    ...accessOptions,
    store,
    log,
    now,
    guardLimits: { failureFloorMs: 0, slowestFailureMs: 0, ...options.guardLimits },
  })
  const gatewayCalls: string[] = []
  let answer: Awaited<ReturnType<DeviceGateway['callDevice']>> = 'noAnswer'
  const gateway: DeviceGateway = {
    disconnectDevice: (deviceId, reason) => void gatewayCalls.push(`disconnect ${deviceId} ${reason}`),
    callDevice: async (_deviceId, { method }) => {
      gatewayCalls.push(`call ${method}`)
      return answer
    },
    attempts: () => ({
      ...{ atMs: now(), sinceMs: 0, isConnected: false, listens: { host: '127.0.0.1', mqtt: 1883, mqtts: null } },
      ...{ attempts: [], unknown: [], strangers: [] },
    }),
    sessionCount: 0,
  }
  const app = await createHttpServer({
    store,
    gateway,
    access,
    log,
    options: { publicCallsPerMinute: 100_000, demonstration: DEMONSTRATION, installation: INSTALLATION, ...http },
  })
  await app.ready()

  function caller(headers: Record<string, string>, pair = { email: '', token: '', refreshToken: '' }): Caller {
    async function send(method: Call['method'], url: string, body?: Body, more: Record<string, string> = {}) {
      const { type, payload } = await encoded(body)
      return app.inject({
        method,
        url,
        headers: { ...headers, ...(type && { 'content-type': type }), ...more },
        ...(payload === undefined ? {} : { payload }),
      })
    }
    return {
      ...pair,
      get: (path) => send('GET', path),
      post: (path, body, more) => send('POST', path, body, more),
      put: (path, body) => send('PUT', path, body),
      delete: (path) => send('DELETE', path),
      send: (method, path, body) => send(method, path, method === 'GET' || method === 'DELETE' ? undefined : body),
    }
  }
  async function signIn(email: string, password: string): Promise<Caller> {
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: email, password },
    })
    if (response.statusCode !== 200) throw new Error(`sign-in of ${email}: ${response.statusCode} ${response.body}`)
    const { token, refreshToken } = response.json<{ token: string; refreshToken: string }>()
    return caller({ 'x-authorization': `Bearer ${token}` }, { email, token, refreshToken })
  }
  async function made<T>(response: Promise<LightMyRequestResponse>): Promise<T> {
    const { statusCode, body } = await response
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return JSON.parse(body)
  }
  for (const [email, tenantTitle] of [
    ['admin@city.vn', 'City'],
    ['admin@other.vn', 'Other'],
  ] as const) {
    await ensureTenantAdmin(store, access, { email, password: PASSWORD, tenantTitle })
  }
  const admin = await signIn('admin@city.vn', PASSWORD)

  return {
    app,
    store,
    access,
    admin,
    stranger: await signIn('admin@other.vn', PASSWORD),
    gatewayCalls,
    answerCalls: (next) => {
      answer = next
    },
    advance: (ms) => {
      offsetMs += ms
    },
    logLines,
    caller,
    signIn,
    customer: (title, by = admin) => made(by.post('/api/customer', { title })),
    device: (name, more = {}, by = admin) => made(by.post('/api/device', { name, ...more })),
    asset: (name, more = {}, by = admin) => made(by.post('/api/asset', { name, ...more })),
    async customerUser(customer, email, by = admin) {
      const user = await made<User>(
        by.post('/api/user?sendActivationMail=false', {
          email,
          authority: 'CUSTOMER_USER',
          customerId: entityRef('CUSTOMER', customer.id.id),
        }),
      )
      await access.accounts.setPassword(user.id.id, PASSWORD)
      return { user, caller: await signIn(email, PASSWORD) }
    },
    async close() {
      await app.close()
      await store.close()
    },
  }
}
