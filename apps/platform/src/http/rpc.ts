import type { JsonValue } from '@greenwave/contract/attributes'
import { RPC_DEFAULT_TIMEOUT_MS, RPC_MIN_TIMEOUT_MS } from '@greenwave/contract/rpc'
import { badRequest } from '../access/refusal.ts'
import { parseKeepingLiterals } from '../data/values/numberLiteral.ts'
import { asJsonValue } from '../data/values/valueTyping.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { Answer, type CallInput, type Handlers } from './callTypes.ts'
import { textDevice } from './telemetryTargets.ts'

type RpcCall = 'rpcOneway' | 'rpcTwoway'

/** Longest time that a device is given for its answer, milliseconds: a request must not hang for hours. */
const MAX_TIMEOUT_MS = 600_000

export function rpcHandlers({ store, gateway, access }: EntityDeps): Handlers<RpcCall> {
  async function call(
    name: RpcCall,
    { params: { deviceId }, body, bodyText, principal }: CallInput<RpcCall>,
  ): Promise<{ answer: JsonValue | undefined } | 'noAnswer'> {
    const device = textDevice(store, principal, name, deviceId)
    const oneway = name === 'rpcOneway'
    if (body.method.trim() === '')
      throw badRequest("Parameter 'method' is empty; it must name what the device should do.")
    const timeoutMs = Math.min(MAX_TIMEOUT_MS, Math.max(RPC_MIN_TIMEOUT_MS, body.timeout ?? RPC_DEFAULT_TIMEOUT_MS))
    const callParams = body.params === undefined ? undefined : paramsOf(bodyText)
    const result = await gateway.callDevice(deviceId, { method: body.method, params: callParams, timeoutMs, oneway })
    access.audit.record({
      actor: principal,
      type: 'RPC_CALL',
      entity: device.id,
      entityName: device.name,
      data: { entityId: deviceId, oneWay: oneway, method: body.method, params: callParams ?? null },
      ...(result === 'noAnswer' ? { failure: 'No answer from the device' } : {}),
    })
    return result
  }
  return {
    rpcOneway: async (input) => {
      if ((await call('rpcOneway', input)) === 'noAnswer') return new Answer(504)
      return undefined
    },
    rpcTwoway: async (input) => {
      const result = await call('rpcTwoway', input)
      if (result === 'noAnswer') return new Answer(504)
      return new Answer(200, { 'content-type': 'application/json' }, JSON.stringify(result.answer ?? null))
    },
  }
}

/** The `params` of a body that was read already, with its numbers as they were written. */
function paramsOf(bodyText: string): JsonValue {
  const body = parseKeepingLiterals(bodyText)
  return asJsonValue(typeof body === 'object' && body !== null && 'params' in body ? body.params : null)
}
