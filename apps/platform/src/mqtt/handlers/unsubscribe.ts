import type { IUnsubscribePacket } from 'mqtt-packet'
import type { DeviceConnection } from '../session/deviceConnection.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { UNSUBACK } from '../session/reasonCodes.ts'
import { requirePacketId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'

/** [MQTT-3.10.4-4] Answers with UNSUBACK whether or not there was a subscription. */
export function handleUnsubscribe(
  context: GatewayContext,
  connection: DeviceConnection,
  session: Session,
  packet: IUnsubscribePacket,
): void {
  session.heardAt = context.now()
  const messageId = requirePacketId(connection, packet)
  if (messageId === undefined) return
  const granted = packet.unsubscriptions.map((filter) =>
    session.unsubscribe(filter) ? UNSUBACK.success : UNSUBACK.noSubscriptionExisted,
  )
  connection.send({ cmd: 'unsuback', messageId, granted })
}
