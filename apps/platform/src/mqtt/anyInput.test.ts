import { systemOfTests } from '@greenwave/harness/ofTest'
import { connect } from 'node:net'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { startGateway } from '../testing/startGateway.ts'

const system = systemOfTests(await startGateway())

/** Checks that the gateway still works: a new device can connect and store a value. */
async function expectWell(): Promise<void> {
  const { device } = await system.online()
  device.publish('v1/devices/me/telemetry', { well: true })
  await device.next('puback')
}

const goodConnect = () =>
  generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId: 'c', clean: true, keepalive: 0 })

test('any bytes leave the gateway alive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }),
      fc.boolean(),
      async (chunks, withConnect) => {
        const socket = connect({ port: system.port, host: '127.0.0.1' })
        socket.on('error', () => {})
        socket.resume()
        await new Promise((resolve) => socket.once('connect', resolve))
        if (withConnect) socket.write(goodConnect())
        for (const chunk of chunks) socket.write(chunk)
        await new Promise<void>((resolve) => socket.end(resolve))
        socket.destroy()
      },
    ),
    { numRuns: rounds({ few: 50, all: 500 }) },
  )
  await expectWell()
})

test('any bytes of a device that is signed in end in answers or in a closed connection, never in a crash', async () => {
  const packetType = fc.integer({ min: 0, max: 255 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(4, 5),
      packetType,
      fc.uint8Array({ maxLength: 120 }),
      async (version, type, body) => {
        const { device } = await system.online(version === 5 ? 5 : 4)
        device.sendBytes(Buffer.concat([Buffer.from([type, body.length]), body]))
        device.send({ cmd: 'disconnect', reasonCode: 0 })
        await device.closed()
      },
    ),
    { numRuns: rounds({ few: 60, all: 1000 }) },
  )
  await expectWell()
})

const anyTopic = fc.oneof(
  fc.constantFrom(
    'v1/devices/me/telemetry',
    'v1/devices/me/attributes',
    'v1/devices/me/attributes/request/1',
    'v1/devices/me/rpc/request/1',
    'v1/devices/me/rpc/response/1',
    'v2/t',
    'v2/a',
    'v2/a/req/1',
    'v2/r/res/1',
  ),
  fc.string({ minLength: 1, maxLength: 30 }),
)

test('any JSON on any topic gets PUBACK with a documented reason [contract 10.6]', async () => {
  const { device } = await system.online(5)
  await fc.assert(
    fc.asyncProperty(anyTopic, fc.oneof(fc.json(), fc.string()), async (topic, payload) => {
      const messageId = device.publish(topic, payload)
      const answers = []
      let answer = await device.nextAny()
      while (answer.cmd === 'publish') {
        answers.push(answer.topic)
        device.send({ cmd: 'puback', messageId: answer.messageId ?? 0, reasonCode: 0 })
        answer = await device.nextAny()
      }
      expect(answer).toMatchObject({ cmd: 'puback', messageId })
      expect([undefined, 0, 0x90, 0x99]).toContain(answer.cmd === 'puback' ? answer.reasonCode : -1)
      expect(answers.every((one) => one.includes('/res'))).toBe(true)
    }),
    { numRuns: rounds({ few: 100, all: 1000 }) },
  )
})
