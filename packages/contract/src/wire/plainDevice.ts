import type { DeviceRequest } from './devices.ts'

/**
 * Returns a device without the members that only lists add to it, for saving it: what is saved replaces the whole
 * record, so that everything else, its version included, is sent back as it was read.
 */
export function plainDevice(read: DeviceRequest): DeviceRequest {
  const {
    customerTitle: _title,
    customerIsPublic: _public,
    deviceProfileName: _profile,
    active: _active,
    ...device
  } = read
  return device
}
