import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { PacketFramer } from './packetFramer.ts'

const LIMIT = 65_536

function frame(framer: PacketFramer, chunks: readonly Buffer[]) {
  const pieces: Buffer[] = []
  for (const chunk of chunks) {
    const fault = framer.push(chunk, (piece) => pieces.push(piece))
    if (fault) return { pieces, fault }
  }
  return { pieces, fault: undefined }
}

const publishOf = (payload: Uint8Array): Buffer =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.from(payload), qos: 0, dup: false, retain: false })

test('no piece crosses a packet boundary and no byte is lost, however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(400)),
      (payloads, cuts) => {
        const packets = payloads.map(publishOf)
        const stream = Buffer.concat(packets)
        const places = [...new Set(cuts.map((cut) => cut % stream.length))].sort((a, b) => a - b)
        const chunks = [0, ...places].map((from, i) => stream.subarray(from, places[i] ?? stream.length))
        const { pieces, fault } = frame(new PacketFramer(LIMIT), chunks)
        expect(fault).toBeUndefined()
        expect(Buffer.concat(pieces)).toEqual(stream)
        let end = 0
        const ends = new Set(packets.map((packet) => (end += packet.length)))
        let at = 0
        for (const piece of pieces) {
          const crossed = [...ends].filter((boundary) => boundary > at && boundary < at + piece.length)
          expect(crossed).toEqual([])
          at += piece.length
        }
      },
    ),
  )
})

test('a packet of exactly the limit passes and one byte more does not', () => {
  const header = (length: number) =>
    Buffer.from([0x30, (length & 0x7f) | 0x80, ((length >> 7) & 0x7f) | 0x80, length >> 14])
  expect(frame(new PacketFramer(LIMIT), [header(LIMIT)]).fault).toBeUndefined()
  expect(frame(new PacketFramer(LIMIT), [header(LIMIT + 1)]).fault).toBe('tooLarge')
})

test('a length of more than four bytes is malformed [MQTT-1.5.5-1]', () => {
  expect(frame(new PacketFramer(LIMIT), [Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80])]).fault).toBe('malformedLength')
})
