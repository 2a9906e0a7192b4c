import type { GatewayContext } from '../gatewayContext.ts'
import { requireRequestId } from '../requestId.ts'
import type { Session } from '../session.ts'

/** A device's answer, any text, to a call of the platform. @throws {PayloadRefused} */
export function receiveAnswer(
  context: GatewayContext,
  session: Session,
  uplink: { readonly requestId: number | undefined },
  payload: string,
): undefined {
  context.calls.answered(session.deviceId, requireRequestId(uplink.requestId), payload)
}
