/** Returns the path parameters that name a device in the calls about the values, alarms or audit log of any entity. */
export function ofDevice(deviceId: string): { entityType: 'DEVICE'; entityId: string } {
  return { entityType: 'DEVICE', entityId: deviceId }
}
