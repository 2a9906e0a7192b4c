import type { ValueMap } from '../port/deviceData.ts'
import { SCOPES } from '../port/journalRow.ts'

/** The data of one device in memory: its number in the database, and the values that were read so far. */
export interface DeviceSlot {
  readonly no: number
  readonly deviceId: string
  /** Whether the device was deleted; nothing of it is written any more. */
  forgotten: boolean
  latest: ValueMap | undefined
  /** The last time given to a sample of the future, epoch milliseconds. */
  stampedTs: number
  /** Committed attributes by scope number. */
  readonly attributes: (ValueMap | undefined)[]
  /** By scope number: how many writes and deletions of each key are not committed yet. */
  readonly underWay: readonly Map<string, number>[]
}

/** Returns a slot with no values loaded. */
export function createSlot(no: number, deviceId: string): DeviceSlot {
  return {
    no,
    deviceId,
    forgotten: false,
    latest: undefined,
    stampedTs: Number.NEGATIVE_INFINITY,
    attributes: [],
    underWay: Array.from({ length: SCOPES }, () => new Map()),
  }
}

/** Counts one more (or with -1, one fewer) uncommitted write of each key. */
export function countUnderWay(slot: DeviceSlot, scope: number, keys: Iterable<string>, more: 1 | -1): void {
  const counts = slot.underWay[scope]
  for (const key of keys) {
    const count = (counts?.get(key) ?? 0) + more
    if (count > 0) counts?.set(key, count)
    else counts?.delete(key)
  }
}
