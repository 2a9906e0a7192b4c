import type { IPubackPacket, Packet } from 'mqtt-packet'
import { handleConnect } from './handlers/connect.ts'
import { handlePublish } from './handlers/publish.ts'
import { handleSubscribe, handleUnsubscribe } from './handlers/subscribe.ts'
import type { DeviceConnection } from './session/deviceConnection.ts'
import type { GatewayContext } from './session/gatewayContext.ts'
import { DISCONNECT } from './session/reasonCodes.ts'
import type { Session } from './session/session.ts'

/** Passes a packet to its handler, and closes the connection for a packet out of turn. */
export function dispatchPacket(context: GatewayContext, connection: DeviceConnection, packet: Packet): void {
  const state = connection.state
  if (state.kind === 'closed' || state.kind === 'refusing') return
  if (state.kind === 'awaitingConnect') {
    // [MQTT-3.1.0-1] The first packet must be CONNECT.
    if (packet.cmd === 'connect') handleConnect(context, connection, packet)
    else connection.close(DISCONNECT.protocolError, `sent ${packet.cmd} before connect`)
    return
  }
  const { session } = state
  switch (packet.cmd) {
    case 'publish':
      handlePublish(context, session, packet)
      return
    case 'subscribe':
      handleSubscribe(context, connection, session, packet)
      return
    case 'unsubscribe':
      handleUnsubscribe(context, connection, session, packet)
      return
    case 'pingreq':
      handlePingreq(context, connection, session)
      return
    case 'puback':
      handlePuback(session, packet)
      return
    case 'disconnect':
      handleDisconnect(connection)
      return
    case 'pubrel':
    case 'pubrec':
    case 'pubcomp':
      // Packets of QoS 2, which this gateway does not support: it answers every QoS with PUBACK.
      return
    default:
      // [MQTT-3.1.0-2] A second CONNECT, or a packet that only servers send.
      connection.close(DISCONNECT.protocolError, `sent ${packet.cmd} out of turn`)
  }
}

/** Handles a DISCONNECT like a broken connection: there is no will to publish or to drop. */
function handleDisconnect(connection: DeviceConnection): void {
  connection.endQuietly()
}

/** [MQTT-3.12.4-1] Answers with PINGRESP; a ping counts as activity. */
function handlePingreq(context: GatewayContext, connection: DeviceConnection, session: Session): void {
  session.heardAt = context.now()
  connection.send({ cmd: 'pingresp' })
}

/** Handles the acknowledgement of a message that was pushed to the device with QoS 1. */
function handlePuback(session: Session, packet: IPubackPacket): void {
  if (packet.messageId !== undefined) session.pushAcknowledged(packet.messageId)
}
