import { ApiError } from '@greenwave/client/callErrors'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import type { NotifyRules } from '@greenwave/contract/records/notify'
import type { Notified } from '@greenwave/contract/records/notifyRecords'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WHOLE_FLEET } from '../fleet/share.ts'
import type { Channel } from './channel.ts'
import { Teller } from './teller.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const NOBODY = { id: '13814000-1dd2-11b2-8080-808080808080', entityType: 'CUSTOMER' }

/** A junction without a customer, before a platform and a mail server that answer at once. */
class Scene {
  readonly id = 'd'
  readonly customerId = null
  readonly sent: string[] = []
  readonly written: unknown[] = []
  readonly users = new Map<string, Partial<NotifyRules>>()
  readonly deleted = new Set<string>()
  isDark = true
  notified: Notified = {}
  lists = 0
  listTakesMs = 0

  isMuted(): boolean {
    return false
  }

  noteNotified(notified: Notified): void {
    this.notified = notified
  }

  /** Begins to tell by e-mail. */
  start(): Teller {
    const email: Channel = {
      send: async ({ email: address }) => {
        this.sent.push(address)
        return { gone: [] }
      },
      close: () => {},
    }
    const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
    const teller = new Teller({
      ...{ call: this.#call, share: WHOLE_FLEET, channels: { email }, by: 'me', rest },
      style: { productName: 'Greenwave', publicUrl: undefined },
      assetId: async () => 'asset',
      notified: () => this,
      all: () => [this],
      now: () => Date.now(),
      onRefused: () => {},
      log: pino({ level: 'silent' }),
    })
    teller.start()
    return teller
  }

  readonly #call = playedCalls(async (name, { params, body }) => {
    switch (name) {
      case 'users':
        return { data: [...this.users].map(([id, notify]) => userOf(id, notify)), hasNext: false }
      case 'user': {
        const { userId } = params as { readonly userId: string }
        if (this.deleted.has(userId)) throw new ApiError(404)
        return { additionalInfo: {} }
      }
      case 'alarmsV2':
        this.lists += 1
        if (this.listTakesMs > 0) await new Promise((resolve) => setTimeout(resolve, this.listTakesMs))
        return { data: this.isDark ? [DARK] : [], hasNext: false }
      case 'attributes':
        return this.#lease
      case 'customers':
        return { data: [], hasNext: false }
      case 'attributeKeys':
        return []
      case 'saveAttributes':
        this.#save(body as Readonly<Record<string, unknown>>)
        return undefined
      default:
        this.written.push(name)
        return undefined
    }
  })

  #lease: readonly unknown[] = []

  #save(body: Readonly<Record<string, unknown>>): void {
    const { gw_told, gw_teller_1of1 } = body
    if (gw_teller_1of1) this.#lease = [{ value: gw_teller_1of1 }]
    if (gw_told) this.written.push(gw_told)
  }
}

const userOf = (id: string, notify: Partial<NotifyRules>) => ({
  ...{ id: { id }, email: `${id}@city.example`, customerId: NOBODY, additionalInfo: { gw: { notify } } },
})
const DARK = {
  ...{ id: { id: 'a' }, originator: { entityType: 'DEVICE', id: 'd' }, type: 'Dark', severity: 'MAJOR' },
  ...{ startTs: 5, acknowledged: false, details: { code: 'dark', text: 'The junction is dark', facts: {} } },
}

test('a user who was deleted a moment ago keeps nobody else from being notified, and nobody is notified twice', async () => {
  const scene = new Scene()
  for (const id of ['gone', 'here']) scene.users.set(id, { email: true })
  scene.deleted.add('gone')
  const teller = scene.start()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(scene.sent).toEqual(['here@city.example'])
  expect(scene.written).toEqual([{ a: { code: 'dark', since: 5, title: 'd', to: ['here email'] } }])
  await teller.close()
})

test('who was told by a way that this watcher does not have is forgotten when the incident is over', async () => {
  const scene = new Scene()
  scene.users.set('u', { email: true, push: true, cleared: true })
  scene.notified = { a: { code: 'dark', since: 5, title: 'd', to: ['u push'] } }
  scene.isDark = false
  const teller = scene.start()
  await vi.advanceTimersByTimeAsync(40_000)
  expect([scene.sent, scene.written, scene.notified]).toEqual([[], ['deleteAttributes'], {}])
  await teller.close()
})

test('what is open is read for a fifth of the time at most, however often something changes', async () => {
  const scene = new Scene()
  scene.users.set('u', { email: true })
  scene.listTakesMs = 2_000
  const teller = scene.start()
  for (let second = 0; second < 100; second += 1) {
    teller.touch()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(scene.lists).toBeGreaterThan(5)
  expect(scene.lists).toBeLessThanOrEqual(10)
  await teller.close()
})
