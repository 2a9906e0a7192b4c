import { rpcResponseTopic, type TopicForm } from '@greenwave/contract/wire/topics'
import { parseTypedObject, PayloadRefused } from '../../data/values/valueTyping.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { GatewayContext } from '../session/gatewayContext.ts'
import { requireRequestId } from '../session/requiredIds.ts'
import type { Session } from '../session/session.ts'

/** The limits that devices can ask for to pace themselves; message rates are not limited. */
const SESSION_LIMITS = {
  maxPayloadSize: LIMITS.packetBytes.value,
  maxInflightMessages: LIMITS.publishesInFlight.value,
  rateLimits: {},
}

/** Answers a device's call, `{method, params}`. The only method is `getSessionLimits`. @throws {PayloadRefused} */
export function answerCall(
  session: Session,
  uplink: { readonly form: TopicForm; readonly requestId: number | undefined },
  payload: string,
): undefined {
  const requestId = requireRequestId(uplink.requestId)
  const { method } = parseTypedObject(payload, 'skip')
  if (typeof method !== 'string') throw new PayloadRefused('notAnObject', 'A call names its method')
  const answer = method === 'getSessionLimits' ? SESSION_LIMITS : { error: `Unsupported method: ${method}` }
  const { form } = uplink
  session.push({ kind: 'rpcResponse', form }, rpcResponseTopic(requestId, form), JSON.stringify(answer))
}

/** Passes a device's answer, any text, to the call that waits for it. @throws {PayloadRefused} */
export function receiveAnswer(
  context: GatewayContext,
  session: Session,
  uplink: { readonly requestId: number | undefined },
  payload: string,
): undefined {
  context.calls.answered(session.deviceId, requireRequestId(uplink.requestId), payload)
}
