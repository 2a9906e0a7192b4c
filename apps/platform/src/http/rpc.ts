import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { tenantAdmins } from '../access/permissions.ts'
import { parseKeepingLiterals } from '../data/values/numberLiteral.ts'
import { asJsonValue } from '../data/values/valueTyping.ts'
import { callDevice } from '../entities/callDevice.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { Answer, type CallInput, handlersOf, jsonAnswer, policiesOf } from './callTypes.ts'
import { textDevice } from './telemetryTargets.ts'

type RpcCall = 'rpcOneway' | 'rpcTwoway'

/** Policies of the calls to devices. */
export const rpcPolicies = policiesOf({
  rpcOneway: {
    may: tenantAdmins,
    summary: 'Call a device without waiting for its reply',
    records: 'RPC_CALL',
    example: { method: 'reboot' },
  },
  rpcTwoway: {
    may: tenantAdmins,
    summary: 'Call a device and wait for its reply',
    records: 'RPC_CALL',
    example: { method: 'reboot' },
  },
})

/** Returns the handlers of the calls to devices. A device that does not answer in time gets its caller a 504. */
export function rpcHandlers(deps: EntityDeps) {
  const call = ({ params, body, bodyText, principal, reach }: CallInput<RpcCall>, oneway: boolean) =>
    callDevice(deps, principal, textDevice(deps.store, { principal, reach }, params.deviceId), {
      method: body.method,
      params: body.params === undefined ? undefined : paramsOf(bodyText),
      timeout: body.timeout,
      oneway,
    })
  return handlersOf({
    rpcOneway: async (input) => ((await call(input, true)) === 'noAnswer' ? new Answer(504) : undefined),
    rpcTwoway: async (input) => {
      const result = await call(input, false)
      return result === 'noAnswer' ? new Answer(504) : jsonAnswer(JSON.stringify(result.answer ?? null))
    },
  })
}

/** Returns the `params` of a body that was parsed before; its numbers keep their text. */
function paramsOf(bodyText: string): JsonValue {
  const body = parseKeepingLiterals(bodyText)
  return asJsonValue(typeof body === 'object' && body !== null && 'params' in body ? body.params : null)
}
