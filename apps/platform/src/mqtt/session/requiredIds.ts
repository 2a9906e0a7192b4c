import { PayloadRefused } from '../../data/values/valueTyping.ts'
import type { DeviceConnection } from './deviceConnection.ts'
import { DISCONNECT } from './reasonCodes.ts'

/** Returns the request id of a topic. @throws {PayloadRefused} when it is no integer */
export function requireRequestId(requestId: number | undefined): number {
  if (requestId === undefined) throw new PayloadRefused('notJson', 'The topic ends in no request id')
  return requestId
}

/** Returns the packet id of a request. [MQTT-2.2.1-3] Closes the connection when there is none, or 0. */
export function requirePacketId(
  connection: Pick<DeviceConnection, 'close'>,
  packet: { readonly messageId?: number; readonly cmd: string },
): number | undefined {
  if (packet.messageId !== undefined && packet.messageId > 0) return packet.messageId
  connection.close(DISCONNECT.malformedPacket, `sent ${packet.cmd} without a packet id`)
  return undefined
}
