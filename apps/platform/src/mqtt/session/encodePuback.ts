import { type ProtocolVersion, PUBACK, type PubackReason } from './reasonCodes.ts'

/**
 * The bytes of a PUBACK. Written here and not by mqtt-packet because every message of every device costs one, and the
 * generator builds some ten objects for its four bytes. [MQTT-3.4.2-1] the reason is left out where it is success.
 */
export function encodePuback(messageId: number, reason: PubackReason, version: ProtocolVersion): Buffer {
  const high = messageId >> 8
  const low = messageId & 0xff
  return version === 5 && reason !== PUBACK.success
    ? Buffer.from([0x40, 3, high, low, reason])
    : Buffer.from([0x40, 2, high, low])
}
