import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { WriteQuota } from '../limits/writeQuota.ts'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

/** Returns a telemetry PUBLISH of QoS 1 with exactly this remaining length. */
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
  device.sendBytes(publishOfLength(LIMITS.packetBytes.value, version))
  expect(await device.next('puback')).toMatchObject({ messageId: 1 })
})

test.each([
  [4, []],
  [5, [{ cmd: 'disconnect', reasonCode: 0x81 }]],
] as const)('version %i: one byte more closes the connection [contract 10.1]', async (version, goodbye) => {
  const { device } = await system.online(version)
  device.sendBytes(publishOfLength(LIMITS.packetBytes.value + 1, version))
  expect(await device.closed()).toMatchObject(goodbye)
})

test.each([
  ['telemetry', 'latest'],
  ['attributes', 'CLIENT_SCOPE'],
] as const)(
  'a device that invents keys is refused those beyond the limit, and keeps its own: %s',
  async (topic, part) => {
    const { made, device } = await system.online(5)
    const publish = (keys: readonly string[]) =>
      device.publish(`v1/devices/me/${topic}`, Object.fromEntries(keys.map((key) => [key, 1])))
    const half = (from: number) => Array.from({ length: LIMITS.keysOfDevice.value / 2 }, (_, i) => `k${from + i}`)
    publish(half(0))
    publish(half(LIMITS.keysOfDevice.value / 2))
    publish(['one more'])
    publish(['k0', 'k1'])
    for (const reasonCode of [0, 0, 0x99, 0]) expect((await device.next('puback')).reasonCode ?? 0).toBe(reasonCode)
    const { data } = system.store
    const stored = part === 'latest' ? data.latest(made.id) : data.attributes(made.id, part)
    expect(stored.size).toBe(LIMITS.keysOfDevice.value)
    expect(stored.has('one more')).toBe(false)
  },
)

test('a device whose values take all the bytes that they may is refused further ones, and goes on with those it has', async () => {
  const { made, device } = await system.online(5)
  const publish = (key: string, length: number) =>
    device.publish('v1/devices/me/telemetry', { [key]: 'x'.repeat(length) })
  const length = 60_000
  const fitting = Math.floor(LIMITS.deviceValueBytes.value / (length + 'k00'.length))
  const keys = Array.from({ length: fitting }, (_, i) => `k${String(i).padStart(2, '0')}`)
  for (const key of keys) publish(key, length)
  for (const _ of keys) expect((await device.next('puback')).reasonCode ?? 0).toBe(0)
  publish('one more', length)
  publish('k00', length)
  publish('k01', length - 1)
  for (const reasonCode of [0x99, 0, 0]) expect((await device.next('puback')).reasonCode ?? 0).toBe(reasonCode)
  const latest = system.store.data.latest(made.id)
  expect([latest.size, latest.has('one more')]).toEqual([fitting, false])
  expect(system.gateway.fills()).toEqual({ inFlightBytes: 0 })
})

test('a device that has more keys than the limit from before goes on with them, and gets no other', async () => {
  const { made, device } = await system.online(5)
  const values = Object.fromEntries(Array.from({ length: LIMITS.keysOfDevice.value + 1 }, (_, i) => [`k${i}`, 1]))
  await system.store.data.saveTelemetry(made.id, [{ ts: system.clock.now, values }])
  device.publish('v1/devices/me/telemetry', { k0: 2, [`k${LIMITS.keysOfDevice.value}`]: 2 })
  device.publish('v1/devices/me/telemetry', { k0: 3, 'one more': 3 })
  for (const reasonCode of [0, 0x99]) expect((await device.next('puback')).reasonCode ?? 0).toBe(reasonCode)
  expect(system.store.data.latest(made.id).get('k0')?.value).toBe(2)
})

test('the keys of a message are counted over all its times, each once', async () => {
  const { made, device } = await system.online(5)
  const ts = system.clock.now
  const half = (from: number) =>
    Object.fromEntries(Array.from({ length: LIMITS.keysOfDevice.value / 2 }, (_, i) => [`k${from + i}`, 1] as const))
  const times = [half(0), half(LIMITS.keysOfDevice.value / 2), { k0: 2 }].map((values, i) => ({ ts: ts + i, values }))
  device.publish('v1/devices/me/telemetry', [...times, { ts: ts + 3, values: { 'one more': 1 } }])
  device.publish('v1/devices/me/telemetry', times)
  for (const reasonCode of [0x99, 0]) expect((await device.next('puback')).reasonCode ?? 0).toBe(reasonCode)
  expect(system.store.data.latest(made.id).size).toBe(LIMITS.keysOfDevice.value)
})

test('a device that reads nothing is cut off before pushes fill the memory', async () => {
  const { made, device } = await system.online()
  device.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 0 }] })
  await device.next('suback')
  device.socket.pause()
  const text = 'x'.repeat(LIMITS.writeBacklogBytes.value / 4)
  // More than the buffers of both sockets hold; the gateway ends the session long before.
  for (let i = 0; i < 200 && system.gateway.sessionCount > 0; i++) {
    await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { text: `${i}${text}` }, i)
  }
  expect(system.gateway.sessionCount).toBe(0)
})

test.each([4, 5] as const)(
  'version %i: a device that wrote its bytes of a minute is refused, and no other one is',
  async (version) => {
    const writes = new WriteQuota(() => 0)
    const limited = await startGateway({ writes })
    const { made, device } = await limited.online(version)
    const other = await limited.online(version)
    device.publish('v1/devices/me/telemetry', { a: 1 })
    expect((await device.next('puback')).reasonCode ?? 0).toBe(0)
    writes.byDevice(made.id, LIMITS.writtenBytesOfDeviceByMinute.value)
    device.publish('v1/devices/me/telemetry', { a: 2 })
    if (version === 5) {
      expect((await device.next('puback')).reasonCode).toBe(0x97)
      device.publish('v1/devices/me/telemetry', { a: 3 }, 0)
      expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x97 }])
    } else {
      expect(await device.closed()).toEqual([])
    }
    expect(limited.store.data.latest(made.id).get('a')?.value).toBe(1)
    other.device.publish('v1/devices/me/telemetry', { a: 1 })
    expect((await other.device.next('puback')).reasonCode ?? 0).toBe(0)
    other.device.end()
    await limited.close()
  },
)
