import type { JsonValue } from '@greenwave/contract/attributes'
import type { CommitBatch } from './commitBatch.ts'
import type { Sample } from './deviceData.ts'
import type { PendingWrites } from './groupCommit.ts'
import { type JournalRow, ROW_KIND, SCOPES } from './journalRow.ts'
import { MAX_KEY_SETS, OWN_KEYS } from './sampleRows.ts'
import type { StoredValues } from './storedValues.ts'
import { encodeEntries, encodeValues, type ValueMap } from './valueRows.ts'

/** What is kept in memory of one device: its number in the database, and the values that have been asked for so far. */
export interface DeviceSlot {
  readonly no: number
  /** Its device was deleted; nothing of it is written any more. */
  forgotten: boolean
  latest: ValueMap | undefined
  /** By scope number. */
  readonly attributes: (ValueMap | undefined)[]
}

/** Writes of devices, gathered until the next commit. */
export interface GatheredWrites extends PendingWrites {
  addDevice(no: number, id: string): void
  addSamples(slot: DeviceSlot, samples: readonly Sample[]): void
  addAttributes(slot: DeviceSlot, scope: number, ts: number, values: Readonly<Record<string, JsonValue>>): void
  /** All attributes of a scope as they are in memory at the time of the commit: for deletions. */
  addWholeAttributes(slot: DeviceSlot, scope: number): void
  /** All latest values as they are in memory at the time of the commit: for deletions. */
  addWholeLatest(slot: DeviceSlot): void
  forget(slot: DeviceSlot): void
}

export function createPendingWrites(stored: StoredValues): GatheredWrites {
  const keySetIds = new Map(stored.keySets().map(({ id, keys }) => [keys, id]))
  let devices: [number, string][] = []
  let keySets: [number, string][] = []
  let rows: JournalRow[] = []
  let forgotten: number[] = []
  // Devices whose values in memory are ahead of the disk by more than `rows`; they are written whole.
  const wholeLatest = new Set<DeviceSlot>()
  const wholeAttributes = Array.from({ length: SCOPES }, () => new Set<DeviceSlot>())
  // Whose rows are in the batch under way.
  let underWay = new Set<DeviceSlot>()
  let gathering = new Set<DeviceSlot>()

  const keySetOf = (keys: string): number => {
    const known = keySetIds.get(keys)
    if (known !== undefined) return known
    if (keySetIds.size >= MAX_KEY_SETS) return OWN_KEYS
    const id = keySetIds.size + 1
    keySetIds.set(keys, id)
    keySets.push([id, keys])
    return id
  }

  /** Whole values come last in a batch, since they hold what its other rows say. */
  const wholeRows = (): JournalRow[] => [
    ...[...wholeLatest].map(
      (slot): JournalRow => [slot.no, ROW_KIND.wholeLatest, 0, OWN_KEYS, encodeValues(slot.latest ?? new Map())],
    ),
    ...wholeAttributes.flatMap((slots, scope) =>
      [...slots].map((slot): JournalRow => {
        const body = encodeValues(slot.attributes[scope] ?? new Map())
        return [slot.no, ROW_KIND.wholeAttributes + scope, 0, OWN_KEYS, body]
      }),
    ),
  ]

  return {
    isEmpty: () =>
      rows.length + devices.length + forgotten.length + wholeLatest.size === 0 &&
      wholeAttributes.every((slots) => slots.size === 0),
    addDevice(no, id) {
      devices.push([no, id])
    },
    addSamples(slot, samples) {
      gathering.add(slot)
      for (const { ts, values } of samples) {
        const entries = Object.entries(values)
        const keySet = keySetOf(JSON.stringify(entries.map(([key]) => key)))
        const body = keySet === OWN_KEYS ? encodeEntries(entries) : JSON.stringify(entries.map(([, value]) => value))
        rows.push([slot.no, ROW_KIND.sample, ts, keySet, body])
      }
    },
    addAttributes(slot, scope, ts, values) {
      gathering.add(slot)
      rows.push([slot.no, ROW_KIND.attributes + scope, ts, OWN_KEYS, encodeEntries(Object.entries(values))])
    },
    addWholeAttributes(slot, scope) {
      gathering.add(slot)
      wholeAttributes[scope]?.add(slot)
    },
    addWholeLatest(slot) {
      gathering.add(slot)
      wholeLatest.add(slot)
    },
    forget(slot) {
      slot.forgotten = true
      forgotten.push(slot.no)
      rows = rows.filter(([no]) => no !== slot.no)
      for (const slots of [gathering, wholeLatest, ...wholeAttributes]) slots.delete(slot)
    },
    take() {
      const batch: CommitBatch = { devices, keySets, rows: [...rows, ...wholeRows()], forgotten }
      devices = []
      keySets = []
      rows = []
      forgotten = []
      underWay = gathering
      gathering = new Set()
      for (const slots of [wholeLatest, ...wholeAttributes]) slots.clear()
      return batch
    },
    putBack(batch) {
      devices = [...batch.devices.map(([no, id]): [number, string] => [no, id]), ...devices]
      keySets = [...batch.keySets.map(([id, keys]): [number, string] => [id, keys]), ...keySets]
      forgotten = [...batch.forgotten, ...forgotten]
      // Messages are not kept: their senders were told, and send them again. What memory shows of them is written whole.
      for (const slot of underWay) {
        if (slot.forgotten) continue
        gathering.add(slot)
        if (slot.latest) wholeLatest.add(slot)
        for (const [scope, slots] of wholeAttributes.entries()) if (slot.attributes[scope]) slots.add(slot)
      }
    },
  }
}
