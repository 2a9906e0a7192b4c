import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceChange } from '../data/port/deviceData.ts'
import { makeDevice } from '../testing/makeDevice.ts'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'
import { until } from '../testing/until.ts'

let system: TestGateway
beforeEach(async () => {
  system = await startGateway()
})
afterEach(() => system.close())

const serverAttributes = (deviceId: string) =>
  Object.fromEntries(
    [...system.store.data.attributes(deviceId, 'SERVER_SCOPE')].map(([key, { value }]) => [key, value]),
  )

test('connecting records the connection and the activity at once [contract 8]', async () => {
  const { made } = await system.online()
  const { now } = system.clock
  expect(serverAttributes(made.id)).toEqual({ active: true, lastConnectTime: now, lastActivityTime: now })
})

test('a device that drops off is gone, though the clock was an hour ahead when it connected', async () => {
  const { made, device } = await system.online()
  system.clock.now -= 3_600_000
  const { now } = system.clock
  device.end()
  await until(() => serverAttributes(made.id).lastDisconnectTime === now)
  expect(serverAttributes(made.id).lastConnectTime).toBeLessThan(now)
})

test('a device that drops off stays active until the sweep finds it silent [contract 8]', async () => {
  const { made, device } = await system.online()
  const connectedAt = system.clock.now
  device.end()
  await until(() => serverAttributes(made.id).lastDisconnectTime === connectedAt)
  system.clock.now = connectedAt + 599_999
  system.activity.sweep()
  expect(serverAttributes(made.id).active).toBe(true)
  system.clock.now = connectedAt + 600_000
  system.activity.sweep()
  await until(() => serverAttributes(made.id).active === false)
  expect(serverAttributes(made.id)).toMatchObject({ active: false, inactivityAlarmTime: system.clock.now })
  expect(system.store.devices.infoById(made.id)?.active).toBe(false)
})

test('a device that never spoke is evaluated once, when it is as old as the timeout [contract 8]', async () => {
  const made = makeDevice(system.store, { createdTime: system.clock.now })
  const writes: DeviceChange[] = []
  system.store.data.subscribe(made.id, (change) => writes.push(change))
  for (const age of [599_999, 600_000, 660_000]) {
    system.clock.now += age - (system.clock.now - (system.store.devices.byId(made.id)?.createdTime ?? 0))
    system.activity.sweep()
  }
  await until(() => serverAttributes(made.id).active === false)
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Mode: 1 }, system.clock.now)
  expect(writes).toMatchObject([{ scope: 'SERVER_SCOPE' }, { scope: 'SHARED_SCOPE' }])
})

test('a shorter inactivityTimeout takes effect at once, and so does its deletion [contract 8]', async () => {
  const { made, device } = await system.online()
  device.end()
  await until(() => serverAttributes(made.id).lastDisconnectTime !== undefined)
  system.clock.now += 10_000
  await system.store.data.saveAttributes(made.id, 'SERVER_SCOPE', { inactivityTimeout: 5_000 }, system.clock.now)
  await until(() => serverAttributes(made.id).active === false)
  await system.store.data.deleteAttributes(made.id, 'SERVER_SCOPE', ['inactivityTimeout'])
  await until(() => serverAttributes(made.id).active === true)
})

test('an attribute of that name in another scope means nothing', async () => {
  const { made, device } = await system.online()
  device.end()
  await until(() => serverAttributes(made.id).lastDisconnectTime !== undefined)
  system.clock.now += 10_000
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { inactivityTimeout: 5_000 }, system.clock.now)
  expect(serverAttributes(made.id).active).toBe(true)
})

test('each flip reaches those who follow the server scope [contract 8]', async () => {
  const { made, device } = await system.online()
  const flips: unknown[] = []
  system.store.data.subscribe(made.id, (change) => {
    if (change.kind === 'attributes' && 'active' in change.values) flips.push(change.values.active)
  })
  await system.store.data.saveAttributes(made.id, 'SERVER_SCOPE', { inactivityTimeout: 5_000 }, system.clock.now)
  system.clock.now += 5_000
  system.activity.sweep()
  system.clock.now += 1
  device.send({ cmd: 'pingreq' })
  await until(() => flips.length === 2)
  expect(flips).toEqual([false, true])
})
