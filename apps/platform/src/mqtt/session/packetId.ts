import type { DeviceConnection } from './deviceConnection.ts'
import { DISCONNECT } from './reasonCodes.ts'

/** Returns the packet id of a request. [MQTT-2.2.1-3] Closes the connection when there is none, or 0. */
export function requirePacketId(
  connection: Pick<DeviceConnection, 'close'>,
  packet: { readonly messageId?: number; readonly cmd: string },
): number | undefined {
  if (packet.messageId !== undefined && packet.messageId > 0) return packet.messageId
  connection.close(DISCONNECT.malformedPacket, `sent ${packet.cmd} without a packet id`)
  return undefined
}
