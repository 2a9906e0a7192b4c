import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

const GRANTED = [
  'v1/devices/me/attributes',
  'v1/devices/me/attributes/response/+',
  'v1/devices/me/rpc/request/+',
  'v1/devices/me/rpc/response/+',
  'v2/a',
  'v2/a/j',
  'v2/a/res/+',
  'v2/a/res/j/+',
  'v2/r/req/+',
  'v2/r/req/j/+',
  'v2/r/res/+',
]

const REFUSED = [
  '#',
  'v1/devices/me/#',
  'v1/devices/me/+',
  'v1/devices/me/telemetry',
  'v1/devices/+/attributes',
  'a/b',
  '',
]

test.each([
  [3, 0x80],
  [4, 0x80],
  [5, 0x8f],
] as const)(
  'version %i: exactly the documented filters are granted, %i for any other [contract 10.5]',
  async (version, refused) => {
    const { device } = await system.online(version)
    const { granted } = await device.subscribe(...GRANTED, ...REFUSED)
    expect(granted).toEqual([...GRANTED.map(() => 1), ...REFUSED.map(() => refused)])
  },
)

test('the granted QoS is the one asked for, but not above 1 [contract 10.5]', async () => {
  const { device } = await system.online()
  device.send({
    cmd: 'subscribe',
    messageId: 3,
    subscriptions: ([0, 1, 2] as const).map((qos) => ({ topic: 'v1/devices/me/attributes', qos })),
  })
  expect(await device.next('suback')).toMatchObject({ messageId: 3, granted: [0, 1, 1] })
})

test('UNSUBACK tells MQTT 5 whether there was a subscription', async () => {
  const { device } = await system.online(5)
  await device.subscribe('v1/devices/me/attributes')
  device.send({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: ['v1/devices/me/attributes', 'v2/a'] })
  expect(await device.next('unsuback')).toMatchObject({ messageId: 8, granted: [0, 0x11] })
})

test.each([
  ['subscribe', Buffer.from([0x82, 6, 0, 0, 0, 1, 0x61, 0])],
  ['unsubscribe', Buffer.from([0xa2, 5, 0, 0, 0, 1, 0x61])],
  ['publish', Buffer.from([0x32, 5, 0, 1, 0x61, 0, 0])],
])('%s with packet id 0 closes the connection [MQTT-2.2.1-3]', async (_cmd, bytes) => {
  const { device } = await system.online(4)
  device.sendBytes(bytes)
  expect(await device.closed()).toEqual([])
})
