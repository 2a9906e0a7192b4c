import { randomUUID } from 'node:crypto'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { entityRef } from '@greenwave/contract/wire/ids'
import { LEGACY_LIVE_PATH, LIVE_PATH } from '@greenwave/contract/wire/live'
import { fastify } from 'fastify'
import type { ClientOptions } from 'ws'
import { type Access, createAccess } from '../access/signIn/createAccess.ts'
import { ensureTenantAdmin } from '../access/signIn/firstStart.ts'
import { mayReadValues } from '../entities/valueReaders.ts'
import type { Fills } from '../limits/limits.ts'
import type { LiveDeps } from '../live/liveSession.ts'
import { registerLive } from '../live/registerLive.ts'
import { openStore, type Store } from '../store/openStore.ts'
import { LiveClient } from './liveClient.ts'
import { quickHash } from './quickHash.ts'
import { silentLog } from './silentLog.ts'
import { TEST_ADMIN } from './startPlatform.ts'

const SOMEWHERE = { address: '127.0.0.1', userAgent: undefined }

/** A live socket server with a store in memory, a signed-in administrator and its own clock. */
export interface TestLive {
  readonly store: Store
  readonly access: Access
  /** Returns how full the limits of sockets are now. */
  fills(): Fills
  /** Access token of the administrator. */
  readonly token: string
  readonly refreshToken: string
  readonly clock: { now: number }
  /** Returns an access token of a new user of this customer. */
  customerToken(customerId: string): Promise<string>
  /** Opens a socket without signing in; `path` may have a query. */
  dial(path?: string, headers?: Record<string, string>, options?: ClientOptions): LiveClient
  /** Opens a socket and signs in. */
  console(token?: string, options?: ClientOptions): Promise<LiveClient>
  close(): Promise<void>
}

/** Starts a live socket server; `overrides` may replace functions of the store's values. */
export async function startLive(
  overrides: (data: LiveDeps['data']) => LiveDeps['data'] = (data) => data,
): Promise<TestLive> {
  const clock = { now: Date.now() }
  const now = () => clock.now
  const store = await openStore({ dataDir: ':memory:', telemetryRetentionMs: 86_400_000, log: silentLog })
  const access = createAccess({ store, log: silentLog, hashPassword: quickHash, now })
  const { userId, tenantId } = await ensureTenantAdmin(store, access, TEST_ADMIN)
  const pairOf = async (id: string): Promise<TokenPair> => {
    const user = store.users.byId(id)
    if (!user) throw new Error(`no user ${id}`)
    return access.tokens.issue(user, access.sessions.open(id, SOMEWHERE), true)
  }
  const app = fastify()
  const server = await registerLive(app, {
    data: overrides(store.data),
    tokens: access.tokens,
    noteUse: (principal) => access.sessions.noteUse(principal),
    mayRead: (principal, entity) => mayReadValues(store, principal, entity),
    allowedOrigins: ['https://wall.example'],
    log: silentLog,
    now,
    lookAfterEveryMs: 5,
  })
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const { token, refreshToken } = await pairOf(userId)
  const clients: LiveClient[] = []

  const live: TestLive = {
    store,
    access,
    fills: () => server.fills(),
    token,
    refreshToken,
    clock,
    async customerToken(customerId) {
      const id = randomUUID()
      store.users.save({
        id: entityRef('USER', id),
        createdTime: 0,
        tenantId: entityRef('TENANT', tenantId),
        customerId: entityRef('CUSTOMER', customerId),
        email: `${id}@city.vn`,
        name: `${id}@city.vn`,
        authority: 'CUSTOMER_USER',
      })
      return (await pairOf(id)).token
    },
    dial(path = LIVE_PATH, headers = {}, options = {}) {
      const client = new LiveClient(`${url}${path}`, { headers, ...options })
      clients.push(client)
      return client
    },
    async console(as = token, options = {}) {
      const client = await live.dial(LIVE_PATH, {}, options).opened()
      client.send({ authCmd: { cmdId: 0, token: as } })
      return client
    },
    async close() {
      for (const { socket } of clients) socket.terminate()
      await app.close()
      await store.close()
    },
  }
  return live
}

/** Returns the older path of the live socket, with a token. */
export const legacyPath = (token: string): string => `${LEGACY_LIVE_PATH}?token=${token}`
