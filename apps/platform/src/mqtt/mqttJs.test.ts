/** @file MQTT.js, a third-party client, as the device: what its users do must work at the first try. */
import { systemOfTests } from '@greenwave/harness/ofTest'
import { connect, connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MadeDevice, makeDevice } from '../testing/makeDevice.ts'
import { selfSignedCertificate } from '../testing/selfSignedCertificate.ts'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

/** Returns a function that resolves with the next message. */
function messagesOf(client: MqttClient): () => Promise<{ topic: string; payload: unknown }> {
  const arrived: { topic: string; payload: unknown }[] = []
  const waiting: (() => void)[] = []
  client.on('message', (topic, payload) => {
    arrived.push({ topic, payload: JSON.parse(payload.toString()) })
    for (const resolve of waiting.splice(0)) resolve()
  })
  return async () => {
    for (;;) {
      const message = arrived.shift()
      if (message) return message
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
}

describe.each([
  ['3.1', { protocolVersion: 3, protocolId: 'MQIsdp' }],
  ['3.1.1', { protocolVersion: 4 }],
  ['5', { protocolVersion: 5 }],
] as const)('MQTT.js with MQTT %s', (_, protocol) => {
  let made: MadeDevice
  let client: MqttClient
  const optionsOf = ({ userName, password }: MadeDevice): IClientOptions => ({
    ...protocol,
    port: system.port,
    host: '127.0.0.1',
    username: userName,
    password,
    reconnectPeriod: 10,
  })
  beforeAll(async () => {
    made = makeDevice(system.store, { createdTime: system.clock.now })
    client = await connectAsync(optionsOf(made))
  })
  afterAll(() => client.endAsync(true))

  test.each([0, 1, 2] as const)('publishes telemetry with QoS %i [contract 10.6]', async (qos) => {
    await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [`q${qos}`]: 27 }), { qos })
    // A message with an acknowledgement follows, because QoS 0 has none.
    await client.publishAsync('v1/devices/me/telemetry', '{"after":1}', { qos: 1 })
    expect(system.store.data.latest(made.id).get(`q${qos}`)?.value).toBe(27)
  })

  test('comes back by itself after its connection was taken over or lost, subscribed as before [contract 10.7]', async () => {
    const own = makeDevice(system.store, { createdTime: system.clock.now })
    const lasting = connect(optionsOf(own))
    await new Promise((resolve) => lasting.once('connect', resolve))
    await lasting.subscribeAsync('v1/devices/me/attributes', { qos: 1 })
    const next = messagesOf(lasting)
    const back = new Promise((resolve) => lasting.on('packetreceive', ({ cmd }) => cmd === 'suback' && resolve(cmd)))
    system.gateway.disconnectDevice(own.id, 'credentialsChanged')
    await back
    await system.store.data.saveAttributes(own.id, 'SHARED_SCOPE', { Mode: 1 }, 1)
    expect(await next()).toEqual({ topic: 'v1/devices/me/attributes', payload: { Mode: 1 } })
    await lasting.endAsync(true)
  })
})

test('MQTT.js speaks over TLS, where a certificate is set [contract 10.1]', async () => {
  const { cert, key } = selfSignedCertificate()
  const port = await system.gateway.listenTls({ host: '127.0.0.1', port: 0, cert, key })
  const { id, userName, password } = makeDevice(system.store)
  const client = await connectAsync({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port,
    ca: cert,
    username: userName,
    password,
  })
  await client.publishAsync('v1/devices/me/telemetry', '{"T_D1":27}', { qos: 1 })
  expect(system.store.data.latest(id).get('T_D1')?.value).toBe(27)
  await client.endAsync()
})
