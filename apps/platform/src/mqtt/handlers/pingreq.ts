import type { DeviceConnection } from '../session/deviceConnection.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import type { Session } from '../session/session.ts'

/** [MQTT-3.12.4-1] Answers with PINGRESP; a ping counts as activity. */
export function handlePingreq(context: GatewayContext, connection: DeviceConnection, session: Session): void {
  session.heardAt = context.now()
  connection.send({ cmd: 'pingresp' })
}
