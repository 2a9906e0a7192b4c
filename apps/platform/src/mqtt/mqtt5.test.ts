import { systemOfTests } from '@greenwave/harness/ofTest'
import { expect, test } from 'vitest'
import { dialDevice } from '../testing/rawDevice.ts'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

test.each([
  ['that was set', 'v1/devices/me/telemetry'],
  ['that was never set', ''],
])('a topic alias %s ends the connection with 0x94, since none is announced [MQTT-3.3.2-9]', async (_what, topic) => {
  const { device } = await system.online(5)
  device.send({
    cmd: 'publish',
    topic,
    payload: '{"a":1}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    properties: { topicAlias: 1 },
  })
  expect(await device.closed()).toMatchObject([{ cmd: 'disconnect', reasonCode: 0x94 }])
})

test('whatever session expiry a device asks for, nothing is kept while it is away [contract 10.1]', async () => {
  const { made, device: first } = await system.online(5)
  const connectAgain = async () => {
    const device = await dialDevice(system.port, 5)
    const answer = await device.connect({
      username: made.userName,
      password: Buffer.from(made.password),
      clean: false,
      properties: { sessionExpiryInterval: 0xffff_ffff },
    })
    expect(answer).toMatchObject({ reasonCode: 0, sessionPresent: true })
    return device
  }
  first.end()
  const second = await connectAgain()
  await second.subscribe('v1/devices/me/attributes')
  second.end()
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { away: 1 }, 1)
  const third = await connectAgain()
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { unsubscribed: 1 }, 2)
  third.send({ cmd: 'pingreq' })
  await third.next('pingresp')
  await third.subscribe('v1/devices/me/attributes')
  await system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { Mode: 1 }, 3)
  expect((await third.next('publish')).payload.toString()).toBe('{"Mode":1}')
})

test('a will and a retained message are taken and go to nobody [contract 10.1]', async () => {
  const watcher = await system.online(5)
  await watcher.device.subscribe('v1/devices/me/attributes')
  const { made, device } = await system.online(5, {
    will: { topic: 'v1/devices/me/attributes', payload: Buffer.from('{"gone":1}'), qos: 1, retain: true },
  })
  device.send({
    cmd: 'publish',
    topic: 'v1/devices/me/attributes',
    payload: '{"kept":1}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: true,
  })
  await device.next('puback')
  expect([...system.store.data.attributes(made.id, 'CLIENT_SCOPE').keys()]).toEqual(['kept'])
  device.end()
  const again = await system.connect(made, 5)
  await again.subscribe('v1/devices/me/attributes')
  for (const each of [again, watcher.device]) {
    each.send({ cmd: 'pingreq' })
    await each.next('pingresp')
    each.end()
  }
  expect([...system.store.data.attributes(made.id, 'CLIENT_SCOPE').keys()]).toEqual(['kept'])
})

test('a device that acknowledges nothing is cut off with 0x97 once a hundred messages wait behind its receive maximum', async () => {
  const { made, device } = await system.online(5, {
    properties: { receiveMaximum: 2 },
  })
  await device.subscribe('v1/devices/me/attributes')
  await Promise.all(
    Array.from({ length: 103 }, (_, n) => system.store.data.saveAttributes(made.id, 'SHARED_SCOPE', { n }, n)),
  )
  const packets = await device.closed()
  expect(packets.map(({ cmd }) => cmd)).toEqual(['publish', 'publish', 'disconnect'])
  expect(packets[2]).toMatchObject({ reasonCode: 0x97 })
})

test('a keep-alive is not enforced: a device that asked for one second may be silent for minutes [contract 10.1]', async () => {
  const { device } = await system.online(4, { keepalive: 1 })
  const beats = system.clock.now + 500_000
  system.clock.now = beats
  device.publish('v1/devices/me/telemetry', { a: 1 })
  await device.next('puback')
})
