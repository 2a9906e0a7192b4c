import type { JsonValue } from '@greenwave/contract/attributes'
import { parseKeepingLiterals } from '../data/values/numberLiteral.ts'
import { asJsonValue } from '../data/values/valueTyping.ts'
import { callDevice } from '../entities/callDevice.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { Answer, type CallInput, type Handlers } from './callTypes.ts'
import { textDevice } from './telemetryTargets.ts'

type RpcCall = 'rpcOneway' | 'rpcTwoway'

export function rpcHandlers(deps: EntityDeps): Handlers<RpcCall> {
  const call = (name: RpcCall, { params, body, bodyText, principal }: CallInput<RpcCall>) =>
    callDevice(deps, principal, textDevice(deps.store, principal, name, params.deviceId), {
      method: body.method,
      params: body.params === undefined ? undefined : paramsOf(bodyText),
      timeout: body.timeout,
      oneway: name === 'rpcOneway',
    })
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
