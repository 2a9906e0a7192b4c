/** Returns the path parameters by which a call about any entity's values, alarms or audit log means this device. */
export function ofDevice(deviceId: string): { entityType: 'DEVICE'; entityId: string } {
  return { entityType: 'DEVICE', entityId: deviceId }
}
