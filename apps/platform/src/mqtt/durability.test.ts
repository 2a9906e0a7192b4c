import { afterEach, expect, test } from 'vitest'
import type { DeviceData } from '../data/port/deviceData.ts'
import { openStore, type Store } from '../store/openStore.ts'
import { LIMITS } from '../limits/limits.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { dialDevice } from '../testing/rawDevice.ts'
import { silentLog } from '../testing/silentLog.ts'
import { createMqttGateway, type MqttGateway } from './mqttGateway.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Starts a gateway whose disk commits when the test says so. */
async function startWithSlowDisk() {
  const store: Store = await openStore({ dataDir: ':memory:', telemetryRetentionMs: 1e9, log: silentLog })
  closers.push(() => store.close())
  const commits: PromiseWithResolvers<void>[] = []
  const data: DeviceData = {
    ...store.data,
    async saveTelemetry(deviceId, samples) {
      const commit = Promise.withResolvers<void>()
      commits.push(commit)
      await Promise.all([store.data.saveTelemetry(deviceId, samples), commit.promise])
    },
  }
  const activity = { connected() {}, disconnected() {}, heard() {}, sweep() {}, start: () => () => {} }
  const gateway: MqttGateway = createMqttGateway({
    data,
    credentials: store.credentials,
    activity,
    log: silentLog,
    reportEveryMs: 1_000,
  })
  closers.push(() => gateway.close())
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const made = makeDevice(store)
  const device = await dialDevice(port, 5)
  await device.connect({ username: made.userName, password: Buffer.from(made.password) })
  return { store, gateway, commits, made, device }
}

test('telemetry is live before it is committed and acknowledged only after', async () => {
  const { store, commits, made, device } = await startWithSlowDisk()
  const seen = new Promise((resolve) => store.data.subscribe(made.id, resolve))
  const messageId = device.publish('v1/devices/me/telemetry', { a: 1 })
  await seen
  // The gateway answers in order, so a PINGRESP now means that no acknowledgement was sent before.
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
  commits[0]?.resolve()
  expect(await device.next('puback')).toMatchObject({ messageId, reasonCode: 0 })
})

test('what could not be stored is not acknowledged: the connection ends [contract 10.6]', async () => {
  const { store, commits, made, device } = await startWithSlowDisk()
  const seen = new Promise((resolve) => store.data.subscribe(made.id, resolve))
  device.publish('v1/devices/me/telemetry', { a: 1 })
  await seen
  commits[0]?.reject(new Error('disk full'))
  expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x80 }])
})

test('a stop waits for what is being stored, and not for what could not be', async () => {
  const { store, gateway, commits, made, device } = await startWithSlowDisk()
  const seen = new Promise((resolve) => store.data.subscribe(made.id, resolve))
  device.publish('v1/devices/me/telemetry', { a: 1 })
  await seen
  const closed = gateway.close()
  commits[0]?.reject(new Error('disk full'))
  await closed
  expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x80 }])
})

test('a device that sends faster than the disk takes is read no further until the disk has caught up', async () => {
  const { store, commits, made, device } = await startWithSlowDisk()
  const total = 6_000
  let taken = 0
  let committed = 0
  let mostWaiting = 0
  const allTaken = new Promise<void>((resolve) => {
    store.data.subscribe(made.id, () => {
      taken += 1
      mostWaiting = Math.max(mostWaiting, taken - committed)
      if (taken === total) resolve()
    })
  })
  const slowDisk = setInterval(() => {
    for (const commit of commits.splice(0, 500)) {
      commit.resolve()
      committed += 1
    }
  }, 1)
  // Runs after the gateway has closed, which waits for commits.
  closers.unshift(async () => clearInterval(slowDisk))
  const bytes = 40
  for (let i = 0; i < total; i++) device.publish('v1/devices/me/telemetry', { i: i + 100_000 }, 0)
  await allTaken
  // Everything that one read of the socket brings is accepted.
  expect(mostWaiting).toBeLessThan(LIMITS.publishesInFlight.value + 65_536 / bytes)
  expect(mostWaiting).toBeGreaterThanOrEqual(LIMITS.publishesInFlight.value)
})

test('closing settles what was received before it says good-bye', async () => {
  const { store, gateway, commits, made, device } = await startWithSlowDisk()
  const seen = new Promise((resolve) => store.data.subscribe(made.id, resolve))
  const messageId = device.publish('v1/devices/me/telemetry', { a: 1 })
  await seen
  const closing = gateway.close()
  commits[0]?.resolve()
  await closing
  expect(await device.closed()).toMatchObject([
    { cmd: 'puback', messageId },
    { cmd: 'disconnect', reasonCode: 0x8b },
  ])
})

test('closing goes on when a device breaks its connection meanwhile', async () => {
  const { store, gateway, commits, made, device } = await startWithSlowDisk()
  const seen = new Promise((resolve) => store.data.subscribe(made.id, resolve))
  device.publish('v1/devices/me/telemetry', { a: 1 })
  await seen
  const closing = gateway.close()
  device.socket.resetAndDestroy()
  await device.closed()
  commits[0]?.resolve()
  await closing
  expect(gateway.sessionCount).toBe(0)
})
