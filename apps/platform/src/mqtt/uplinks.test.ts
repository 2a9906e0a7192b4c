import { systemOfTests } from '@greenwave/harness/ofTest'
import { describe, expect, test } from 'vitest'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

const attributesOf = (deviceId: string, scope: 'CLIENT_SCOPE' | 'SHARED_SCOPE') =>
  Object.fromEntries([...system.store.data.attributes(deviceId, scope)].map(([key, { value }]) => [key, value]))

describe('telemetry [contract 10.3]', () => {
  test.each(['v1/devices/me/telemetry', 'v2/t', 'v2/t/j'])(
    '%s: values without a time get that of their arrival',
    async (topic) => {
      const { made, device } = await system.online()
      const messageId = device.publish(topic, { T_D1: 27, on: true, name: 'nga tư' })
      expect(await device.next('puback')).toMatchObject({ messageId })
      const latest = system.store.data.latest(made.id)
      expect(latest.get('T_D1')).toEqual({ ts: system.clock.now, value: 27 })
      expect(latest.get('on')?.value).toBe(true)
      expect(latest.get('name')?.value).toBe('nga tư')
    },
  )

  test('each element of an array is stored on its own and announced on its own', async () => {
    const { made, device } = await system.online()
    const changes: unknown[] = []
    system.store.data.subscribe(made.id, (change) => {
      if (change.kind === 'telemetry') changes.push(change.samples)
    })
    device.publish('v1/devices/me/telemetry', [{ a: 1 }, { ts: 1767312000100, values: { a: 2 } }])
    await device.next('puback')
    expect(changes).toEqual([[{ ts: system.clock.now, values: { a: 1 } }], [{ ts: 1767312000100, values: { a: 2 } }]])
  })

  test('null values are passed over', async () => {
    const { made, device } = await system.online()
    device.publish('v1/devices/me/telemetry', { a: null, b: 1 })
    await device.next('puback')
    expect([...system.store.data.latest(made.id).keys()]).toEqual(['b'])
  })

  test('a message without acknowledgement is stored too', async () => {
    const { made, device } = await system.online()
    device.publish('v1/devices/me/telemetry', { a: 1 }, 0)
    device.publish('v1/devices/me/telemetry', { b: 1 }, 1)
    await device.next('puback')
    expect([...system.store.data.latest(made.id).keys()]).toEqual(['a', 'b'])
  })

  test('a message of QoS 2 is taken and answered with PUBACK [contract 10.6]', async () => {
    const { made, device } = await system.online()
    const messageId = device.publish('v1/devices/me/telemetry', { a: 1 }, 2)
    expect(await device.next('puback')).toMatchObject({ messageId })
    expect(system.store.data.latest(made.id).get('a')?.value).toBe(1)
  })
})

describe('client attributes [contract 10.3]', () => {
  test.each(['v1/devices/me/attributes', 'v2/a', 'v2/a/j'])('%s: are stored in their scope', async (topic) => {
    const { made, device } = await system.online()
    device.publish(topic, { fw: '2.1', serial: 'A-7', Mode: 4 })
    await device.next('puback')
    expect(attributesOf(made.id, 'CLIENT_SCOPE')).toEqual({ fw: 2.1, serial: 'A-7', Mode: 4 })
  })

  test('only changed ones are stored again', async () => {
    const { made, device } = await system.online()
    device.publish('v1/devices/me/attributes', { Mode: 4, list: [1, { a: 2 }] })
    await device.next('puback')
    const before = system.clock.now
    system.clock.now += 5_000
    device.publish('v1/devices/me/attributes', { Mode: 4, list: [1, { a: 2 }], fw: 'new' })
    await device.next('puback')
    const stored = system.store.data.attributes(made.id, 'CLIENT_SCOPE')
    expect(stored.get('Mode')?.ts).toBe(before)
    expect(stored.get('list')?.ts).toBe(before)
    expect(stored.get('fw')?.ts).toBe(before + 5_000)
  })

  test('one that is reported anew after a write of its name gets the time of the report, once for each write', async () => {
    const { made, device } = await system.online()
    const report = async () => {
      system.clock.now += 5_000
      device.publish('v1/devices/me/attributes', { Vang: 44, fw: 'x' })
      await device.next('puback')
      const stored = system.store.data.attributes(made.id, 'CLIENT_SCOPE')
      return { Vang: stored.get('Vang')?.ts, fw: stored.get('fw')?.ts }
    }
    const first = await report()
    await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Vang: 4 }, system.clock.now + 1_000)
    const answered = system.clock.now + 5_000
    expect(await report()).toEqual({ Vang: answered, fw: first.fw })
    expect(await report()).toEqual({ Vang: answered, fw: first.fw })
  })
})

describe('malformed messages [contract 10.6]', () => {
  const cases: [what: string, topic: string, payload: string][] = [
    ['no JSON', 'v1/devices/me/telemetry', '{T_D1'],
    ['an empty payload', 'v1/devices/me/telemetry', ''],
    ['a scalar', 'v1/devices/me/telemetry', '27'],
    ['null', 'v1/devices/me/telemetry', 'null'],
    ['a scalar in an array', 'v1/devices/me/telemetry', '[1]'],
    ['a ts that is no time', 'v1/devices/me/telemetry', '{"ts":"soon","values":{"a":1}}'],
    ['values that are no object', 'v1/devices/me/telemetry', '{"ts":1,"values":[1]}'],
    ['a question that is no object', 'v1/devices/me/attributes/request/1', '[]'],
    ['a question without payload', 'v1/devices/me/attributes/request/1', ''],
    ['keys that are no text', 'v1/devices/me/attributes/request/1', '{"sharedKeys":["Mode"]}'],
    ['a request id that is no integer', 'v1/devices/me/attributes/request/seven', '{}'],
    ['a request id beyond 32 bits', 'v1/devices/me/attributes/request/2147483648', '{}'],
    ['no request id', 'v1/devices/me/rpc/response/', '{}'],
    ['a call without a method', 'v1/devices/me/rpc/request/1', '{"params":{}}'],
  ]

  test.each(cases)('%s: MQTT 3.1.1 loses its connection', async (_what, topic, payload) => {
    const { device } = await system.online(4)
    device.publish(topic, payload, 1)
    expect(await device.closed()).toEqual([])
  })

  test.each(cases)('%s: MQTT 5 with QoS 1 is answered so and stays connected', async (_what, topic, payload) => {
    const { device } = await system.online(5)
    const messageId = device.publish(topic, payload, 1)
    expect(await device.next('puback')).toMatchObject({ messageId, reasonCode: 0x99 })
    device.send({ cmd: 'pingreq' })
    await device.next('pingresp')
  })

  test.each(cases)('%s: MQTT 5 with QoS 0 loses its connection', async (_what, topic, payload) => {
    const { device } = await system.online(5)
    device.publish(topic, payload, 0)
    expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x99 }])
  })
})

describe('messages of which nothing can be stored [contract 10.6]', () => {
  const cases: [what: string, topic: string, payload: string][] = [
    ['a blank key', 'v1/devices/me/telemetry', '{" ":1}'],
    ['a key of records', 'v1/devices/me/telemetry', '{"a":1,"gw_cycle":{"v":1}}'],
    ['a key of 256 characters', 'v1/devices/me/telemetry', JSON.stringify({ ['k'.repeat(256)]: 1 })],
    ['a blank key of an attribute', 'v1/devices/me/attributes', '{"":1}'],
    ['an array of attributes', 'v1/devices/me/attributes', '[]'],
    ['an attribute that is null', 'v1/devices/me/attributes', '{"a":null,"b":1}'],
  ]

  test.each(cases)('%s: MQTT 3.1.1 is acknowledged, and stays connected', async (_what, topic, payload) => {
    const { made, device } = await system.online(4)
    const messageId = device.publish(topic, payload, 1)
    expect(await device.next('puback')).toMatchObject({ messageId })
    expect(attributesOf(made.id, 'CLIENT_SCOPE')).toEqual({})
    expect(system.store.data.latest(made.id).size).toBe(0)
  })

  test.each(cases)('%s: MQTT 5 is answered so and stays connected, by either QoS', async (_what, topic, payload) => {
    const { device } = await system.online(5)
    device.publish(topic, payload, 0)
    const messageId = device.publish(topic, payload, 1)
    expect(await device.next('puback')).toMatchObject({ messageId, reasonCode: 0x99 })
    device.send({ cmd: 'pingreq' })
    await device.next('pingresp')
  })

  test('empty telemetry is acknowledged: a device waits for it', async () => {
    const { device } = await system.online(4)
    const messageId = device.publish('v1/devices/me/telemetry', '[]', 1)
    expect(await device.next('puback')).toMatchObject({ messageId })
  })
})

test('JSON as careless firmware writes it is read, numbers by their digits', async () => {
  const { made, device } = await system.online()
  const text = "\uFEFF{name: 'nga tư', /* doubles */ temp: 10.0, big: 9007199254740993, gone: NaN, list: [1.50,],}"
  device.publish('v1/devices/me/telemetry', text)
  await device.next('puback')
  device.publish('v1/devices/me/attributes', "{fw: '2.1.0'}")
  await device.next('puback')
  const latest = [...system.store.data.latest(made.id)].map(([key, { value }]) => [key, value])
  expect(JSON.stringify(Object.fromEntries(latest))).toBe(
    '{"name":"nga tư","temp":10.0,"big":9007199254740993,"gone":"NaN","list":[1.50]}',
  )
  expect(attributesOf(made.id, 'CLIENT_SCOPE')).toEqual({ fw: '2.1.0' })
})

describe('attribute requests [contract 10.4]', () => {
  async function onlineWithAttributes() {
    const online = await system.online()
    const { id } = online.made
    await system.store.data.saveAttributes(id, 'CLIENT_SCOPE', { fw: '2.1', serial: 'A-7' }, 1)
    await system.store.data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 4, Plan_total: 6, list: [1] }, 1)
    await system.store.data.saveAttributes(id, 'SERVER_SCOPE', { latitude: 10.7 }, 1)
    return online
  }

  test.each<[question: object, answer: object]>([
    [
      { clientKeys: 'fw,serial', sharedKeys: 'Mode,Plan_total' },
      { client: { fw: '2.1', serial: 'A-7' }, shared: { Mode: 4, Plan_total: 6 } },
    ],
    [{}, { client: { fw: '2.1', serial: 'A-7' }, shared: { Mode: 4, Plan_total: 6, list: [1] } }],
    [{ sharedKeys: 'Mode' }, { shared: { Mode: 4 } }],
    [{ clientKeys: 'fw' }, { client: { fw: '2.1' } }],
    [{ clientKeys: 'none', sharedKeys: 'Mode,none' }, { shared: { Mode: 4 } }],
    [{ sharedKeys: 'latitude' }, {}],
    [{ sharedKeys: '' }, {}],
  ])('%j is answered with %j', async (question, answer) => {
    const { device } = await onlineWithAttributes()
    device.publish('v1/devices/me/attributes/request/7', question)
    const packet = await device.next('publish')
    expect(packet.topic).toBe('v1/devices/me/attributes/response/7')
    expect(packet.qos).toBe(1)
    expect(JSON.parse(packet.payload.toString())).toEqual(answer)
    await device.next('puback')
  })

  test.each([
    ['v2/a/req/12', 'v2/a/res/12'],
    ['v2/a/req/j/12', 'v2/a/res/j/12'],
    ['v1/devices/me/attributes/request/-1', 'v1/devices/me/attributes/response/-1'],
  ])('a question on %s is answered on %s', async (question, answer) => {
    const { device } = await onlineWithAttributes()
    device.publish(question, { sharedKeys: 'Mode' }, 0)
    expect((await device.next('publish')).topic).toBe(answer)
  })

  test('the answer takes the QoS that was granted for its topic', async () => {
    const { device } = await onlineWithAttributes()
    device.send({
      cmd: 'subscribe',
      messageId: 9,
      subscriptions: [{ topic: 'v1/devices/me/attributes/response/+', qos: 0 }],
    })
    expect((await device.next('suback')).granted).toEqual([0])
    device.publish('v1/devices/me/attributes/request/7', {}, 0)
    expect((await device.next('publish')).qos).toBe(0)
  })
})
