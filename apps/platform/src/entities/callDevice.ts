import type { JsonValue } from '@greenwave/contract/attributes'
import type { Device } from '@greenwave/contract/devices'
import { RPC_DEFAULT_TIMEOUT_MS, RPC_MIN_TIMEOUT_MS } from '@greenwave/contract/rpc'
import type { Principal } from '../access/principal.ts'
import { badRequest } from '../access/refusal.ts'
import type { EntityDeps } from './entityDeps.ts'

/** Longest time that a device is given for its answer, milliseconds: a request must not hang for hours. */
const MAX_TIMEOUT_MS = 600_000

/** What a device is asked to do. */
interface DeviceCall {
  readonly method: string
  /** With its numbers as they were written. */
  readonly params: JsonValue | undefined
  /** Milliseconds; bounded here. */
  readonly timeout: number | undefined
  /** No answer is awaited. */
  readonly oneway: boolean
}

/** Calls a device; resolves with its answer, or with `noAnswer`, which is recorded as a failure. @throws {Refusal} */
export async function callDevice(
  { gateway, access }: EntityDeps,
  principal: Principal,
  device: Device,
  { method, params, timeout, oneway }: DeviceCall,
): Promise<{ answer: JsonValue | undefined } | 'noAnswer'> {
  if (method.trim() === '') throw badRequest("Parameter 'method' is empty; it must name what the device should do.")
  const timeoutMs = Math.min(MAX_TIMEOUT_MS, Math.max(RPC_MIN_TIMEOUT_MS, timeout ?? RPC_DEFAULT_TIMEOUT_MS))
  const deviceId = device.id.id
  // As in the platform's family it touches no customer.
  const subject = { entity: device.id, entityName: device.name }
  const data = { entityId: deviceId, oneWay: oneway, method, params: params ?? null }
  return access.audited(
    { actor: principal, type: 'RPC_CALL', ...subject, data },
    () => gateway.callDevice(deviceId, { method, params, timeoutMs, oneway }),
    (result) => (result === 'noAnswer' ? { failure: 'No answer from the device' } : {}),
  )
}
