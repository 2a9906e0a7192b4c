import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { parseTypedObject } from '../data/values/valueTyping.ts'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

test('shared attributes are pushed as they are written: the written keys alone, in their JSON types [contract 10.5]', async () => {
  const { made, device } = await system.online()
  await device.subscribe('v1/devices/me/attributes')
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { old: 1 }, 1)
  await device.next('publish')
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Vang: 3, name: 'x', list: [1] }, 2)
  const push = await device.next('publish')
  expect(push).toMatchObject({ topic: 'v1/devices/me/attributes', qos: 1, retain: false })
  expect(JSON.parse(push.payload.toString())).toEqual({ Vang: 3, name: 'x', list: [1] })
})

test('numbers are pushed as they were written: the point of a double, the digits of 64 bits', async () => {
  const { made, device } = await system.online()
  await device.subscribe('v1/devices/me/attributes')
  const text = '{"whole":10.0,"big":9007199254740993,"object":{"a":[1.0,1e3]}}'
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', parseTypedObject(text), 1)
  expect((await device.next('publish')).payload.toString()).toBe(text)
})

test('an unchanged value is pushed too [contract 7.2]', async () => {
  const { made, device } = await system.online()
  await device.subscribe('v1/devices/me/attributes')
  for (const ts of [1, 2]) {
    await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Vang: 3 }, ts)
    expect((await device.next('publish')).payload.toString()).toBe('{"Vang":3}')
  }
})

test('nothing is pushed before a subscription, after its end, of other scopes or of other devices [contract 10.5]', async () => {
  const { data } = system.store
  const { made, device } = await system.online()
  const other = await system.online()
  await data.saveAttributes(made.id, 'SHARED_SCOPE', { before: 1 }, 1)
  await device.subscribe('v1/devices/me/attributes')
  await data.saveAttributes(made.id, 'SERVER_SCOPE', { server: 1 }, 1)
  await data.saveAttributes(made.id, 'CLIENT_SCOPE', { client: 1 }, 1)
  await data.saveAttributes(other.made.id, 'SHARED_SCOPE', { foreign: 1 }, 1)
  device.send({ cmd: 'unsubscribe', messageId: 5, unsubscriptions: ['v1/devices/me/attributes'] })
  await device.next('unsuback')
  await data.saveAttributes(made.id, 'SHARED_SCOPE', { after: 1 }, 1)
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
})

test.each([
  ['v2/a', 'v2/a'],
  ['v2/a/j', 'v2/a/j'],
])('a device that subscribed to %s is written to on %s', async (filter, topic) => {
  const { made, device } = await system.online()
  await device.subscribe('v1/devices/me/attributes', filter)
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Vang: 3 }, 1)
  expect((await device.next('publish')).topic).toBe(topic)
})

test('a push takes the QoS that was granted [contract 10.5]', async () => {
  const { made, device } = await system.online()
  device.send({ cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 0 }] })
  await device.next('suback')
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Vang: 3 }, 1)
  expect((await device.next('publish')).qos).toBe(0)
})

test('a device of MQTT 5 is never sent more than its receive maximum [MQTT-3.3.4-9]', async () => {
  const { made, device } = await system.online(5, {
    properties: { receiveMaximum: 1 },
  })
  await device.subscribe('v1/devices/me/attributes')
  for (const n of [1, 2]) await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { n }, n)
  const one = await device.next('publish')
  expect(one.payload.toString()).toBe('{"n":1}')
  device.send({ cmd: 'pingreq' })
  await device.next('pingresp')
  device.send({ cmd: 'puback', messageId: one.messageId ?? 0, reasonCode: 0 })
  expect((await device.next('publish')).payload.toString()).toBe('{"n":2}')
})

test('a message larger than the device takes is left out [MQTT-3.1.2-25]', async () => {
  const { made, device } = await system.online(5, {
    properties: { maximumPacketSize: 100 },
  })
  await device.subscribe('v1/devices/me/attributes')
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { long: 'x'.repeat(100) }, 1)
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { short: 1 }, 2)
  expect((await device.next('publish')).payload.toString()).toBe('{"short":1}')
})
