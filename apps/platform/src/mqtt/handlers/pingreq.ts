import type { DeviceConnection } from '../deviceConnection.ts'
import type { GatewayContext } from '../gatewayContext.ts'
import type { Session } from '../session.ts'

/** [MQTT-3.12.4-1] answers PINGRESP; a ping counts as activity. */
export function handlePingreq(context: GatewayContext, connection: DeviceConnection, session: Session): void {
  session.heardAt = context.now()
  connection.send({ cmd: 'pingresp' })
}
