/** @file Reads the packets that controllers send each second, without the dozen objects that mqtt-packet makes of each. */
import type { IPublishPacket } from 'mqtt-packet'

const PUBLISH = 3

/**
 * Returns a PUBLISH of MQTT 3 from all its bytes; undefined for any other packet and for one that is wrong, which mqtt-packet
 * reads.
 */
export function parsePublish(bytes: Buffer): IPublishPacket | undefined {
  const first = bytes[0] ?? 0
  const qos = (first >> 1) & 3
  if (first >> 4 !== PUBLISH || qos === 3) return undefined
  // The length of the rest, whose last byte is below 0x80.
  let at = 1
  while ((bytes[at] ?? 0) >= 0x80) at += 1
  const topicAt = at + 3
  if (topicAt > bytes.length) return undefined
  const topicEnd = topicAt + bytes.readUInt16BE(at + 1)
  const payloadAt = qos === 0 ? topicEnd : topicEnd + 2
  if (payloadAt > bytes.length) return undefined
  return {
    cmd: 'publish',
    topic: bytes.toString('utf8', topicAt, topicEnd),
    payload: bytes.subarray(payloadAt),
    qos: qos === 0 ? 0 : qos === 1 ? 1 : 2,
    dup: (first & 8) !== 0,
    retain: (first & 1) !== 0,
    length: bytes.length - at - 1,
    ...(qos > 0 && { messageId: bytes.readUInt16BE(topicEnd) }),
  }
}
