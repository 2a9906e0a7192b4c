import type { IPubackPacket } from 'mqtt-packet'
import type { Session } from '../session/session.ts'

/** Handles the acknowledgement of a message that was pushed to the device with QoS 1. */
export function handlePuback(session: Session, packet: IPubackPacket): void {
  if (packet.messageId !== undefined) session.pushAcknowledged(packet.messageId)
}
