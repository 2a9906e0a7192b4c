import type { DeviceConnection } from './deviceConnection.ts'
import { DISCONNECT } from './reasonCodes.ts'

/** The packet id of a request; [MQTT-2.2.1-3] one without, or with 0, ends the connection. */
export function requirePacketId(
  connection: Pick<DeviceConnection, 'close'>,
  packet: { readonly messageId?: number; readonly cmd: string },
): number | undefined {
  if (packet.messageId !== undefined && packet.messageId > 0) return packet.messageId
  connection.close(DISCONNECT.malformedPacket, `sent ${packet.cmd} without a packet id`)
  return undefined
}
