import { parseDownlinkFilter } from '@greenwave/contract/wire/topics'
import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { DeviceConnection } from '../session/deviceConnection.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { refusedFilterCode, UNSUBACK } from '../session/reasonCodes.ts'
import { requirePacketId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'

/** Grants the exact filters of the device topics with QoS 0 or 1, and refuses all others. */
export function handleSubscribe(
  context: GatewayContext,
  connection: DeviceConnection,
  session: Session,
  packet: ISubscribePacket,
): void {
  session.heardAt = context.now()
  const messageId = requirePacketId(connection, packet)
  if (messageId === undefined) return
  // [MQTT-3.8.4-5] One return code for each filter, in order.
  const granted = packet.subscriptions.map(({ topic, qos }) => {
    const downlink = parseDownlinkFilter(topic)
    context.attempts.note(session.deviceId, downlink ? 'subscribed' : 'wrongFilter', connection.address, topic)
    if (!downlink) return refusedFilterCode(session.version)
    const grantedQos = qos === 0 ? 0 : 1
    session.subscribe(topic, downlink, grantedQos)
    return grantedQos
  })
  context.log.debug({ deviceId: session.deviceId, subscriptions: packet.subscriptions, granted }, 'a device subscribed')
  connection.send({ cmd: 'suback', messageId, granted })
}

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
