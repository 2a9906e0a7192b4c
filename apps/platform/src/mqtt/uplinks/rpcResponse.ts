import { requireRequestId } from '../requestId.ts'
import type { Session } from '../session.ts'

/** A device's answer, any text, to a call of the platform. @throws {PayloadRefused} */
export function receiveAnswer(
  session: Session,
  uplink: { readonly requestId: number | undefined },
  payload: string,
): undefined {
  session.calls.answered(requireRequestId(uplink.requestId), payload)
}
