import type { JsonValue } from '@greenwave/contract/attributes'

/** Why the platform ends a device's connection. */
export type DisconnectReason = 'credentialsChanged' | 'deviceDeleted'

/** What the rest of the platform asks of the devices' connections. */
export interface DeviceGateway {
  /** Ends every live connection of a device. */
  disconnectDevice(deviceId: string, reason: DisconnectReason): void
  /**
   * Calls a device. `oneway` resolves with undefined once the request was written to its socket; otherwise with the
   * device's answer. Resolves with `'noAnswer'` when no session that subscribed to calls is live, or none answered in time.
   */
  callDevice(
    deviceId: string,
    request: { method: string; params: JsonValue | undefined; timeoutMs: number; oneway: boolean },
  ): Promise<{ answer: JsonValue | undefined } | 'noAnswer'>
  /** Number of live device sessions. */
  readonly sessionCount: number
}
