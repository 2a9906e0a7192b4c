import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubCaches } from '../test/stubCaches.ts'
import { signInForTest, startSessionForTest, stubPlatform } from '../test/stubPlatform.ts'
import { callApi } from './api.ts'
import { asOf } from './asOf.ts'
import { errorText } from './errorText.ts'
import { callFleet } from './fleetApi.ts'
import { session } from './session.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const NAMES = `GET /api/plugins/telemetry/DEVICE/${DEVICE}/values/attributes/SHARED_SCOPE`
const MODE = [{ key: 'Mode', value: 4, lastUpdateTs: 5 }]
const mode = (fresh?: true) =>
  callApi('attributes', {
    params: { entityType: 'DEVICE', entityId: DEVICE, scope: 'SHARED_SCOPE' },
    ...(fresh && { fresh }),
  })
const GONE = new TypeError('no network')

let stores: ReturnType<typeof stubCaches>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 28, 7, 2) })
  stores = stubCaches()
  startSessionForTest()
  signInForTest()
})

/** Reads the mode while the platform answers, and resolves when that is kept. */
async function readOnce(): Promise<void> {
  stubPlatform({ [NAMES]: MODE })
  await mode()
  await vi.waitFor(() => expect(stores.entries()).toHaveLength(1))
}

describe('without a network', () => {
  it('a read gets the last answer, and the screen is as of its time until the platform answers again', async () => {
    await readOnce()
    expect(asOf.state).toBeNull()
    vi.setSystemTime(Date.UTC(2026, 10, 28, 8, 0))
    stubPlatform({ [NAMES]: GONE })
    expect(await mode()).toMatchObject(MODE)
    expect(new Date(asOf.state ?? 0).toISOString()).toMatch(/^2026-11-28T07:02/)
    stubPlatform({ [NAMES]: MODE })
    await mode()
    await vi.waitFor(() => expect(asOf.state).toBeNull())
  })

  it('a read that decides what is written gets none', async () => {
    await readOnce()
    stubPlatform({ [NAMES]: GONE })
    await expect(mode(true)).rejects.toThrow('The platform did not answer')
    expect(asOf.state).toBeNull()
  })

  it.each([
    [
      'a setting',
      () => callApi('saveDeviceAttributes', { params: { deviceId: DEVICE, scope: 'SHARED_SCOPE' }, body: { Mode: 0 } }),
    ],
    ['an acknowledgement', () => callFleet('acknowledgeAlarm', { params: { alarmId: DEVICE } })],
  ])('%s is refused in a sentence, and never sent later', async (_, write) => {
    const { calls } = stubPlatform({})
    vi.stubGlobal('navigator', { onLine: false })
    const error: unknown = await write().catch((thrown: unknown) => thrown)
    expect(errorText(error, 'Failed')).toMatch(/^There is no connection, so nothing was sent\./)
    expect(calls).toEqual([])
  })
})

describe('what is kept', () => {
  it('belongs to its user, and is removed when the session ends', async () => {
    await readOnce()
    signInForTest({ userId: '7d1d0f20-8c1e-11f0-9a55-0f6a3c2b7e11' })
    stubPlatform({ [NAMES]: GONE })
    await expect(mode()).rejects.toThrow('The platform did not answer')
    await vi.waitFor(() => expect(stores.names()).toEqual([]))
    signInForTest()
    await readOnce()
    session.signOut()
    await vi.waitFor(() => expect(stores.names()).toEqual([]))
  })

  it('is nothing of an answer that arrives after the session has ended', async () => {
    let answer: (value: unknown) => void = () => undefined
    stubPlatform({
      [NAMES]: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const reading = mode()
    await vi.waitFor(() => expect(answer).toHaveLength(1))
    session.signOut()
    answer(MODE)
    await reading
    // The next answer is kept after that one was not.
    signInForTest()
    await readOnce()
    expect(stores.names()).toHaveLength(1)
  })

  it('is no list of changes since a time, and never more than 150 answers: the oldest go', async () => {
    stubPlatform({ 'POST /api/entitiesQuery/find': { data: [], totalElements: 0, totalPages: 0, hasNext: false } })
    const find = (page: number, since: boolean) =>
      callFleet('findEntities', {
        body: {
          entityFilter: { type: 'entityType', entityType: 'DEVICE' },
          pageLink: { page, pageSize: 10, sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' } },
          ...(since && {
            keyFilters: [
              {
                key: { type: 'SERVER_ATTRIBUTE', key: 'gw_since' },
                predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: page } },
              },
            ],
          }),
        },
      })
    await find(0, true)
    for (let page = 1; page <= 152; page += 1) await find(page, false)
    await vi.waitFor(() => expect(stores.entries().at(-1)).toContain('%22page%22%3A152'))
    await vi.waitFor(() => expect(stores.entries()).toHaveLength(150))
    expect(stores.entries().join('')).not.toContain('keyFilters')
  })
})
