import type { DevicePart } from './DeviceFeed.ts'
import { deviceHook } from './deviceHook.ts'
import { DEVICE_STEPS, type DeviceState } from './deviceState.ts'

const useDeviceState = deviceHook(DEVICE_STEPS)

const WHOLE_DEVICE: readonly DevicePart[] = ['telemetry', 'attributes']

/**
 * Follows a device while the component is mounted and returns the selected part of all that is known of it. Returns the
 * same object while its content is the same, so that the component renders again only for what it shows.
 *
 * @param select a pure function, the same one at every render
 * @param parts the parts of the device to follow (default: all), the same array at every render
 */
export function useDevice<T>(
  deviceId: string,
  select: (device: DeviceState) => T,
  parts: readonly DevicePart[] = WHOLE_DEVICE,
): T {
  return useDeviceState(deviceId, select, parts)
}
