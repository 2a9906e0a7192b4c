import { type ProtocolVersion, PUBACK, type PubackReason } from './reasonCodes.ts'

/**
 * Returns the bytes of a PUBACK. mqtt-packet builds about ten objects for these four bytes, and every message of every
 * device needs one. [MQTT-3.4.2-1] The reason is left out for success.
 */
export function encodePuback(messageId: number, reason: PubackReason, version: ProtocolVersion): Buffer {
  const high = messageId >> 8
  const low = messageId & 0xff
  return version === 5 && reason !== PUBACK.success
    ? Buffer.from([0x40, 3, high, low, reason])
    : Buffer.from([0x40, 2, high, low])
}
