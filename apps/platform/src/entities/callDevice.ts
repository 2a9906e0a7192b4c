import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { Device } from '@greenwave/contract/wire/devices'
import { RPC_DEFAULT_TIMEOUT_MS, RPC_MIN_TIMEOUT_MS } from '@greenwave/contract/wire/calls/rpc'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Longest time that a device may take to answer, milliseconds; a request must not hang for hours. */
const MAX_TIMEOUT_MS = 600_000

/** A call to a device. */
interface DeviceCall {
  readonly method: string
  /** Parameters of the call; numbers keep their text. */
  readonly params: JsonValue | undefined
  /** Milliseconds; `callDevice` limits it. */
  readonly timeout: number | undefined
  /** Whether the call expects no answer. */
  readonly oneway: boolean
}

/** Calls a device. Resolves with its answer, or with `noAnswer`, which is recorded as a failure. @throws {Refusal} */
export async function callDevice(
  { gateway, access }: EntityDeps,
  principal: Principal,
  device: Device,
  { method, params, timeout, oneway }: DeviceCall,
): Promise<{ answer: JsonValue | undefined } | 'noAnswer'> {
  if (method.trim() === '') throw badRequest("Parameter 'method' is empty; it must name what the device should do.")
  const timeoutMs = Math.min(MAX_TIMEOUT_MS, Math.max(RPC_MIN_TIMEOUT_MS, timeout ?? RPC_DEFAULT_TIMEOUT_MS))
  const deviceId = device.id.id
  // As in ThingsBoard, the record names no customer.
  const subject = { entity: device.id, entityName: device.name }
  const data = { entityId: deviceId, oneWay: oneway, method, params: params ?? null }
  return access.audited(
    { actor: principal, type: 'RPC_CALL', ...subject, data },
    () => gateway.callDevice(deviceId, { method, params, timeoutMs, oneway }),
    (result) => (result === 'noAnswer' ? { failure: 'No answer from the device' } : {}),
  )
}
