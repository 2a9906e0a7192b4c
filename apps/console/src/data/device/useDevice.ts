import type { DevicePart } from './DeviceFeed.ts'
import { deviceHooks } from './deviceHook.ts'
import { DEVICE_STEPS, type DeviceState } from './deviceState.ts'

const hooks = deviceHooks(DEVICE_STEPS)

const WHOLE_DEVICE: readonly DevicePart[] = ['telemetry', 'attributes']

/**
 * Follows a device while the component is mounted and returns the selected part of its state. Returns the same object
 * while its content is the same, so that the component renders again only for what it shows.
 *
 * @param select a pure function, the same one at every render
 * @param parts the parts of the device to follow (default: all), the same array at every render
 */
export function useDevice<T>(
  deviceId: string,
  select: (device: DeviceState) => T,
  parts: readonly DevicePart[] = WHOLE_DEVICE,
): T {
  return hooks.useOne(deviceId, select, parts)
}

/**
 * Follows several devices, all of each, and returns the selected part of each in their order.
 *
 * @param deviceIds the same array at every render
 */
export function useDevices<T>(deviceIds: readonly string[], select: (device: DeviceState) => T): readonly T[] {
  return hooks.useSeveral(deviceIds, select, WHOLE_DEVICE)
}
