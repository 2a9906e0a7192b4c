/** @file A platform for tests of the calls: the real store in memory, the real server, and a gateway that notes what it is asked. */
import type { Customer } from '@greenwave/contract/customers'
import type { Device } from '@greenwave/contract/devices'
import { entityRef } from '@greenwave/contract/ids'
import type { User } from '@greenwave/contract/users'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { type Access, type AccessDeps, createAccess } from '../access/signIn/createAccess.ts'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import type { DeviceGateway } from '../entities/deviceGateway.ts'
import { buildHttpServer, type HttpOptions } from '../http/server.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/store.ts'

type Body = string | object | undefined

/** A person at the platform: his calls carry his token. */
export interface Caller {
  readonly email: string
  readonly token: string
  readonly refreshToken: string
  get(path: string): Promise<LightMyRequestResponse>
  post(path: string, body?: Body, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(path: string): Promise<LightMyRequestResponse>
}

export interface TestPlatform {
  readonly app: FastifyInstance
  readonly store: Store
  readonly access: Access
  readonly admin: Caller
  /** Administrator of another tenant. */
  readonly stranger: Caller
  /** What the gateway was asked for: `disconnect <device> <reason>` or `call <method>`. */
  readonly gatewayCalls: string[]
  /** What the gateway answers calls with. */
  answerCalls(answer: Awaited<ReturnType<DeviceGateway['callDevice']>>): void
  /** Moves the clock on, milliseconds. */
  advance(ms: number): void
  /** Lines that the server wrote to its log. */
  readonly logLines: string[]
  caller(headers: Record<string, string>): Caller
  signIn(email: string, password: string): Promise<Caller>
  customer(title: string, by?: Caller): Promise<Customer>
  device(name: string, more?: Record<string, unknown>, by?: Caller): Promise<Device>
  /** An activated customer user, signed in. */
  customerUser(customer: Customer, email: string, by?: Caller): Promise<{ user: User; caller: Caller }>
  close(): Promise<void>
}

export const PASSWORD = 'correct horse'

/** Starts one, in memory unless a folder is named; the guard answers failures at once unless told otherwise. */
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
    sessionCount: 0,
  }
  const app = await buildHttpServer({
    store,
    gateway,
    access,
    log,
    options: { publicCallsPerMinute: 100_000, ...http },
  })
  await app.ready()

  function caller(headers: Record<string, string>, pair = { email: '', token: '', refreshToken: '' }): Caller {
    const send = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: Body, more: Record<string, string> = {}) =>
      app.inject({
        method,
        url,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    return {
      ...pair,
      get: (path) => send('GET', path),
      post: (path, body, more) => send('POST', path, body, more),
      delete: (path) => send('DELETE', path),
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
