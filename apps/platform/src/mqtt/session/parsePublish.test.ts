import fc from 'fast-check'
import { generate, parser } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { parsePublish } from './parsePublish.ts'

/** Lets mqtt-packet parse a packet of MQTT 3. Returns the packet, or the error with which it refuses the bytes. */
function readByLibrary(bytes: Buffer): unknown {
  let read: unknown
  const library = parser({ protocolVersion: 4 })
  library.on('packet', (packet) => {
    read = { ...packet }
  })
  library.on('error', (error) => {
    read = error
  })
  library.parse(bytes)
  return read
}

const anyPublish = fc.record({
  topic: fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
  payload: fc.uint8Array({ maxLength: 300 }),
  qos: fc.constantFrom(0, 1, 2),
  dup: fc.boolean(),
  retain: fc.boolean(),
  messageId: fc.integer({ min: 1, max: 65_535 }),
})

test('a PUBLISH is read as mqtt-packet reads it', () => {
  fc.assert(
    fc.property(anyPublish, ({ payload, qos, dup, ...packet }) => {
      const isDup = dup && qos > 0
      const bytes = generate({ ...packet, cmd: 'publish', payload: Buffer.from(payload), qos: qos as 0, dup: isDup })
      expect(parsePublish(bytes)).toEqual(readByLibrary(bytes))
    }),
  )
})

test('of any bytes of one packet, what is read is what mqtt-packet reads', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 0x30, max: 0x3f }), (body, first) => {
      const bytes = Buffer.from([first, body.length, ...body])
      const read = parsePublish(bytes)
      if (read) expect(read).toEqual(readByLibrary(bytes))
    }),
  )
})

test('other packets are left to mqtt-packet', () => {
  expect(parsePublish(generate({ cmd: 'pingreq' }))).toBeUndefined()
  expect(
    parsePublish(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'a', qos: 0 }] })),
  ).toBeUndefined()
})
