import { statfs } from 'node:fs/promises'
import type { Found } from './attempt.ts'

const GIB = 2 ** 30
/** Below these a day of 5,000 controllers, or a backup, may not fit. */
const LEAST_BYTES = 2 * GIB
const FEW_BYTES = 10 * GIB
const FEW_PART = 0.1

const FIX = 'Give the disk room, or keep less: GREENWAVE_TELEMETRY_RETENTION'

/** Evaluates the room on a disk; bytes. */
export function evaluateRoom(freeBytes: number, totalBytes: number): Found {
  const says = `${gib(freeBytes)} of ${gib(totalBytes)} are free`
  if (freeBytes < LEAST_BYTES) return { level: 'error', says, fix: FIX }
  if (freeBytes < FEW_BYTES && freeBytes < totalBytes * FEW_PART) return { level: 'warning', says, fix: FIX }
  return { level: 'ok', says }
}

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`

/** Looks at the disk of a data folder. */
export async function checkDisk(dataDir: string): Promise<Found> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return evaluateRoom(bavail * bsize, blocks * bsize)
}
