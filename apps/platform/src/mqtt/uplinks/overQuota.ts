import { PayloadRefused } from '../../data/values/valueTyping.ts'
import type { WriteQuota } from '../../limits/writeQuota.ts'

/** Counts the values that a device sent. @throws {PayloadRefused} beyond its quota */
export function refuseOverQuota(writes: WriteQuota, deviceId: string, bytes: number): void {
  const over = writes.byDevice(deviceId, bytes)
  if (over) throw new PayloadRefused('overQuota', over.message)
}
