/** Live values for components. */
import type { TimedAttributes } from '@greenwave/controller/delivery'
import type { ConnectionState } from './liveConnection.ts'
import type { Samples } from './samples.ts'

/** Everything that is followed of one device. A part is undefined until its first snapshot or answer: missing is not empty. */
export interface DeviceLive {
  /** Latest telemetry by key; values are text. */
  readonly telemetry: Samples | undefined
  /** When the latest telemetry frame arrived, by this computer's clock (epoch ms); undefined before the first. */
  readonly telemetryArrivedAtMs: number | undefined
  readonly server: TimedAttributes | undefined
  readonly shared: TimedAttributes | undefined
  readonly client: TimedAttributes | undefined
}

export function useConnectionState(): ConnectionState {
  return { kind: 'connecting' }
}

/** Follows a device while the component is mounted. */
export function useDeviceLive(_deviceId: string): DeviceLive {
  return {
    telemetry: undefined,
    telemetryArrivedAtMs: undefined,
    server: undefined,
    shared: undefined,
    client: undefined,
  }
}

/** Follows the `active` flag of the devices on screen; a device whose flag has not arrived is not in the map. */
export function useDeviceActive(_deviceIds: readonly string[]): ReadonlyMap<string, boolean> {
  return new Map()
}
