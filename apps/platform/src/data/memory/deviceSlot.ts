import type { ValueMap } from '../port/deviceData.ts'
import { SCOPES } from '../port/journalRow.ts'

/** What is kept in memory of one device: its number in the database, and the values that have been asked for so far. */
export interface DeviceSlot {
  readonly no: number
  readonly deviceId: string
  /** Its device was deleted; nothing of it is written any more. */
  forgotten: boolean
  latest: ValueMap | undefined
  /** The last time that was given to a sample of the future. */
  stampedTs: number
  /** By scope number: what is committed. */
  readonly attributes: (ValueMap | undefined)[]
  /** By scope number: how many writes and deletions of a key are not committed yet. */
  readonly underWay: readonly Map<string, number>[]
}

/** Returns a slot whose values have not been asked for. */
export function makeSlot(no: number, deviceId: string): DeviceSlot {
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

/** Notes that so many more (or, below 0, fewer) writes of these keys are under way. */
export function countUnderWay(slot: DeviceSlot, scope: number, keys: Iterable<string>, more: 1 | -1): void {
  const counts = slot.underWay[scope]
  for (const key of keys) {
    const count = (counts?.get(key) ?? 0) + more
    if (count > 0) counts?.set(key, count)
    else counts?.delete(key)
  }
}
