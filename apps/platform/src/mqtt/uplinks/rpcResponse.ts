import type { GatewayContext } from '../session/gatewayContext.ts'
import { requireRequestId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'

/** Passes a device's answer, any text, to the call that waits for it. @throws {PayloadRefused} */
export function receiveAnswer(
  context: GatewayContext,
  session: Session,
  uplink: { readonly requestId: number | undefined },
  payload: string,
): undefined {
  context.calls.answered(session.deviceId, requireRequestId(uplink.requestId), payload)
}
