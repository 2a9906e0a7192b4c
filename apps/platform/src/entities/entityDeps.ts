import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { ControllerAttempts } from '@greenwave/contract/wire/attempts'
import type { Access } from '../access/signIn/createAccess.ts'
import type { Store } from '../store/openStore.ts'

/** The parts of the platform that the verbs on entities use. */
export interface EntityDeps {
  readonly store: Store
  readonly gateway: DeviceGateway
  readonly access: Access
}

/** Why the platform closes a device's connection. */
export type DisconnectReason = 'credentialsChanged' | 'deviceDeleted'

/** The devices' connections, as the rest of the platform uses them. */
export interface DeviceGateway {
  /** Closes every connection of a device. */
  disconnectDevice(deviceId: string, reason: DisconnectReason): void
  /**
   * Calls a device. With `oneway` resolves with undefined when the request was written to the device's socket,
   * otherwise with the device's answer. Resolves with `'noAnswer'` when no live session has subscribed to calls, or
   * none answers in time.
   */
  callDevice(
    deviceId: string,
    request: { method: string; params: JsonValue | undefined; timeoutMs: number; oneway: boolean },
  ): Promise<{ answer: JsonValue | undefined } | 'noAnswer'>
  /** Returns how the controller of a device connected or failed to, with the clients that are unknown. */
  attempts(deviceId: string): ControllerAttempts
  /** Number of live device sessions. */
  readonly sessionCount: number
}
