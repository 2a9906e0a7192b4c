/** @file History replies that are larger than what a connection takes at once. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { entityRef } from '@greenwave/contract/wire/ids'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { startLive } from '../testing/startLive.ts'

const SAMPLES = 3000
const KEYS = Array.from({ length: 20 }, (_, i) => `k${i}`)
/** The store in memory reads in this thread, which takes longer. */
const CUSTOMER = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e11'
const longValue = (key: string, ts: number): string => `${key} at ${ts}`.padEnd(300, '.')

const live = systemOfTests(await startLive())
const deviceId = makeDevice(live.store, { customerId: entityRef('CUSTOMER', CUSTOMER).id }).id
const values = (ts: number) => Object.fromEntries(KEYS.map((key) => [key, longValue(key, ts)]))
await live.store.data.saveTelemetry(
  deviceId,
  Array.from({ length: SAMPLES }, (_, ts) => ({ ts, values: values(ts) })),
)

const history = (cmdId: number, limit = 2_147_483_647) => ({
  type: 'TIMESERIES_HISTORY',
  entityType: 'DEVICE',
  entityId: deviceId,
  keys: KEYS.join(','),
  startTs: 0,
  endTs: SAMPLES,
  limit,
  cmdId,
})
const fills = () => live.store.data.fills()

test('a large reply comes as one frame with every sample, and replies in the order of their commands', async () => {
  const client = await live.console()
  client.send({ cmds: [history(1), history(2, 1)] })
  const first = await client.next()
  expect([first.subscriptionId, first.errorCode, Object.keys(first.data ?? {})]).toEqual([1, 0, KEYS])
  const times = Array.from({ length: SAMPLES }, (_, i) => SAMPLES - 1 - i)
  for (const key of KEYS) expect(first.data?.[key]).toEqual(times.map((ts) => [ts, longValue(key, ts)]))
  expect(first.latestValues).toEqual(Object.fromEntries(KEYS.map((key) => [key, 0])))
  const second = await client.next()
  expect([second.subscriptionId, second.latestValues?.k0]).toEqual([2, SAMPLES - 1])
  client.socket.close()
})

test('a user who asks on many sockets has few places, and another user is served in between', async () => {
  const greedy = await Promise.all(Array.from({ length: 4 }, () => live.console()))
  for (const client of greedy) {
    client.socket.pause()
    client.send({ cmds: Array.from({ length: 10 }, (_, cmdId) => history(cmdId)) })
  }
  const places = LIMITS.historyReadsOfUser.value
  await expect.poll(fills).toMatchObject({ historyReads: places, historyReadsWaitingOfUser: 4 - places })
  const other = await live.console(await live.customerToken(CUSTOMER))
  other.send({ cmds: [history(7, 1)] })
  expect(await other.next()).toMatchObject({ subscriptionId: 7, errorCode: 0 })
  expect(fills()).toMatchObject({ historyReads: places })
  for (const { socket } of [...greedy, other]) socket.terminate()
  await expect.poll(fills).toMatchObject({ historyReads: 0, historyReadsWaitingOfUser: 0 })
})

test('more commands than may wait behind a socket get an error, the others their reply', async () => {
  const released = Promise.withResolvers<void>()
  const slow = await startLive((data) => ({
    ...data,
    async *readHistory(...asked) {
      await released.promise
      yield* data.readHistory(...asked)
    },
  }))
  try {
    const { id } = makeDevice(slow.store)
    const client = await slow.console()
    // One is being read while the others wait.
    const taken = LIMITS.historyReadsWaitingOfSocket.value + 1
    const sent = taken + 3
    for (let cmdId = 0; cmdId < sent; cmdId += 100) {
      const count = Math.min(100, sent - cmdId)
      const cmds = Array.from({ length: count }, (_, i) => ({ ...history(cmdId + i), entityId: id, keys: 'k0' }))
      client.send({ cmds })
    }
    for (const cmdId of [taken, taken + 1, taken + 2]) {
      expect(await client.next()).toMatchObject({ subscriptionId: cmdId, errorMsg: 'Failed to fetch data!' })
    }
    released.resolve()
    for (let cmdId = 0; cmdId < taken; cmdId += 1) {
      expect(await client.next()).toMatchObject({ subscriptionId: cmdId, errorCode: 0 })
    }
  } finally {
    await slow.close()
  }
})
