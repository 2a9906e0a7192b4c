import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'
import { MAX_PACKET_BYTES, MAX_WRITE_BACKLOG_BYTES } from './limits.ts'

let system: TestGateway
beforeAll(async () => {
  system = await startGateway()
})
afterAll(() => system.close())

/** A telemetry PUBLISH of QoS 1 whose remaining length is just this. */
function publishOfLength(length: number, version: 4 | 5): Buffer {
  const topic = Buffer.from('v1/devices/me/telemetry')
  const around = 2 + topic.length + 2 + (version === 5 ? 1 : 0)
  const filler = 'x'.repeat(length - around - '{"a":""}'.length)
  return Buffer.concat([
    Buffer.from([0x32, (length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14]),
    Buffer.from([0, topic.length]),
    topic,
    Buffer.from(version === 5 ? [0, 1, 0] : [0, 1]),
    Buffer.from(JSON.stringify({ a: filler })),
  ])
}

test.each([4, 5] as const)('version %i: the largest packet is taken [contract 10.1]', async (version) => {
  const { device } = await system.online(version)
  device.sendBytes(publishOfLength(MAX_PACKET_BYTES, version))
  expect(await device.next('puback')).toMatchObject({ messageId: 1 })
  device.end()
})

test.each([
  [4, []],
  [5, [{ cmd: 'disconnect', reasonCode: 0x81 }]],
] as const)('version %i: one byte more closes the connection [contract 10.1]', async (version, goodbye) => {
  const { device } = await system.online(version)
  device.sendBytes(publishOfLength(MAX_PACKET_BYTES + 1, version))
  expect(await device.closed()).toMatchObject(goodbye)
})

test('a device that reads nothing is cut off before pushes fill the memory', async () => {
  const { made, device } = await system.online()
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 0 }] })
  await device.next('suback')
  device.socket.pause()
  const text = 'x'.repeat(MAX_WRITE_BACKLOG_BYTES / 4)
  // More than the buffers of both sockets take; the gateway ends the session long before.
  for (let i = 0; i < 200 && system.gateway.sessionCount > 0; i++) {
    await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { text: `${i}${text}` }, i)
  }
  expect(system.gateway.sessionCount).toBe(0)
  device.end()
})
