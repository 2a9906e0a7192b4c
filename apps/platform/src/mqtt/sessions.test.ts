import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { dialDevice } from '../testing/rawDevice.ts'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'
import { until } from '../testing/until.ts'

const system = systemOfTests(await startGateway())

const serverAttribute = (deviceId: string, key: string) =>
  system.store.data.attributes(deviceId, 'SERVER_SCOPE').get(key)?.value

test('a second connection of a device closes the first, whatever its client id [contract 10.7]', async () => {
  const { made, device: older } = await system.online(5)
  system.clock.now += 1_000
  const newer = await system.connect(made, 4, { clientId: 'another' })
  expect(await older.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8e }])
  await until(() => serverAttribute(made.id, 'lastConnectTime') === system.clock.now)
  expect(serverAttribute(made.id, 'lastDisconnectTime')).toBeUndefined()
  newer.publish('v1/devices/me/telemetry', { a: 1 })
  await newer.next('puback')
})

test('a wrong password takes nobody over', async () => {
  const { made, device } = await system.online()
  const intruder = await dialDevice(system.port, 4)
  await intruder.connect({ username: made.userName, password: Buffer.from('wrong') })
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
})

test.each(['credentialsChanged', 'deviceDeleted'] as const)(
  '%s ends the connection [contract 10.7]',
  async (reason) => {
    const { made, device } = await system.online(5)
    system.gateway.disconnectDevice(made.id, reason)
    expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x98 }])
  },
)

test('nothing is written of a device once it is deleted', async () => {
  const { made, device } = await system.online()
  system.gateway.disconnectDevice(made.id, 'deviceDeleted')
  await device.closed()
  expect(serverAttribute(made.id, 'lastDisconnectTime')).toBeUndefined()
})

test('a good-bye and a broken connection both write lastDisconnectTime and leave active as it is [contract 8]', async () => {
  for (const leave of ['disconnect', 'break'] as const) {
    const { made, device } = await system.online()
    system.clock.now += 60_000
    if (leave === 'disconnect') device.send({ cmd: 'disconnect' })
    else device.socket.resetAndDestroy()
    await until(() => serverAttribute(made.id, 'lastDisconnectTime') === system.clock.now)
    expect(serverAttribute(made.id, 'active')).toBe(true)
  }
})

test('a session that is silent for ten minutes is closed; a ping keeps it [contract 10.1]', async () => {
  const { device: silent } = await system.online(5)
  const { device: pinging } = await system.online(5)
  system.clock.now += 599_999
  pinging.send({ cmd: 'pingreq' })
  await pinging.next('pingresp')
  system.clock.now += 1
  expect(await silent.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x8d }])
  pinging.send({ cmd: 'pingreq' })
  await pinging.next('pingresp')
})

test('activity is reported at the session’s own beat, not with every packet [contract 8]', async () => {
  const { made, device } = await system.online()
  const connectedAt = system.clock.now
  const writes: unknown[] = []
  system.store.data.subscribe(made.id, (change) => {
    if (change.kind === 'attributes' && 'lastActivityTime' in change.values) writes.push(change.values.lastActivityTime)
  })
  system.clock.now += 1
  for (let i = 0; i < 5; i++) {
    device.publish('v1/devices/me/telemetry', { i })
    await device.next('puback')
  }
  expect(serverAttribute(made.id, 'lastActivityTime')).toBe(connectedAt)
  // Past the interval of reports, which is ten milliseconds here; all packets were heard at the time before.
  system.clock.now += 10
  await until(() => writes.length > 0)
  expect(writes).toEqual([connectedAt + 1])
})

test.each([
  [
    'a message on an unknown topic',
    (device: Awaited<ReturnType<TestGateway['online']>>['device']) => device.publish('x', 'y', 0),
  ],
  [
    'a subscription',
    (device) => device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] }),
  ],
  ['the end of one', (device) => device.send({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['a'] })],
  ['a ping', (device) => device.send({ cmd: 'pingreq' })],
] satisfies [string, (device: Awaited<ReturnType<TestGateway['online']>>['device']) => void][])(
  '%s is activity [contract 8]',
  async (_what, act) => {
    const { made, device } = await system.online()
    system.clock.now += 60_000
    act(device)
    await until(() => serverAttribute(made.id, 'lastActivityTime') === system.clock.now)
  },
)

test('an acknowledgement of a push is no activity', async () => {
  const { made, device } = await system.online()
  const connectedAt = system.clock.now
  system.clock.now += 60_000
  device.send({ cmd: 'puback', messageId: 1 })
  device.send({ cmd: 'disconnect' })
  await until(() => serverAttribute(made.id, 'lastDisconnectTime') !== undefined)
  expect(serverAttribute(made.id, 'lastActivityTime')).toBe(connectedAt)
})

test('the number of sessions follows connections', async () => {
  const before = system.gateway.sessionCount
  const { device } = await system.online()
  expect(system.gateway.sessionCount).toBe(before + 1)
  device.end()
  await until(() => system.gateway.sessionCount === before)
})
