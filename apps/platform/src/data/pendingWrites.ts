import type { CommitBatch } from './commitBatch.ts'
import type { Sample } from './deviceData.ts'
import type { PendingWrites } from './groupCommit.ts'
import { encodeOwnKeys, MAX_KEY_SETS, OWN_KEYS } from './sampleRows.ts'
import type { StoredValues } from './storedValues.ts'
import { encodeValues, type ValueMap } from './valueRows.ts'

/** What is kept in memory of one device: its number in the database, and the values that have been asked for so far. */
export interface DeviceSlot {
  readonly no: number
  /** Its device was deleted; nothing of it is written any more. */
  forgotten: boolean
  latest: ValueMap | undefined
  /** By scope number. */
  readonly attributes: (ValueMap | undefined)[]
}

/** Gathers writes of devices until the next commit. Rows of values are encoded once for each commit, however often they changed. */
export function createPendingWrites(stored: StoredValues): PendingWrites & {
  addDevice(no: number, id: string): void
  addSamples(slot: DeviceSlot, samples: readonly Sample[]): void
  changeAttributes(slot: DeviceSlot, scope: number): void
  forget(slot: DeviceSlot): void
} {
  const keySetIds = new Map(stored.keySets().map(({ id, keys }) => [keys, id]))
  let devices: CommitBatch['devices'] = []
  let keySets: CommitBatch['keySets'] = []
  let samples: CommitBatch['samples'] = []
  let forgotten: CommitBatch['forgotten'] = []
  const changedLatest = new Map<number, DeviceSlot>()
  const changedAttributes = new Map<string, { slot: DeviceSlot; scope: number }>()
  // What the batch under way holds of latest values and attributes.
  let takenLatest: DeviceSlot[] = []
  let takenAttributes: { slot: DeviceSlot; scope: number }[] = []

  const keySetOf = (keys: string): number => {
    const known = keySetIds.get(keys)
    if (known !== undefined) return known
    if (keySetIds.size >= MAX_KEY_SETS) return OWN_KEYS
    const id = keySetIds.size + 1
    keySetIds.set(keys, id)
    keySets.push([id, keys])
    return id
  }

  const changeLatest = (slot: DeviceSlot): void => {
    changedLatest.set(slot.no, slot)
  }
  const changeAttributes = (slot: DeviceSlot, scope: number): void => {
    changedAttributes.set(`${slot.no}/${scope}`, { slot, scope })
  }

  return {
    isEmpty: () =>
      samples.length +
        changedLatest.size +
        changedAttributes.size +
        devices.length +
        keySets.length +
        forgotten.length ===
      0,
    addDevice(no, id) {
      devices.push([no, id])
    },
    addSamples(slot, added) {
      for (const { ts, values } of added) {
        const entries = Object.entries(values)
        const keySet = keySetOf(JSON.stringify(entries.map(([key]) => key)))
        const body = keySet === OWN_KEYS ? encodeOwnKeys(entries) : JSON.stringify(entries.map(([, value]) => value))
        samples.push([slot.no, ts, keySet, body])
      }
      changeLatest(slot)
    },
    changeAttributes,
    forget(slot) {
      slot.forgotten = true
      forgotten.push(slot.no)
      changedLatest.delete(slot.no)
      for (const scope of [0, 1, 2]) changedAttributes.delete(`${slot.no}/${scope}`)
      samples = samples.filter(([no]) => no !== slot.no)
    },
    take() {
      takenLatest = [...changedLatest.values()]
      takenAttributes = [...changedAttributes.values()]
      const batch: CommitBatch = {
        now: Date.now(),
        devices,
        keySets,
        samples,
        latest: takenLatest.map((slot) => [slot.no, encodeValues(slot.latest ?? new Map())]),
        attributes: takenAttributes.map(({ slot, scope }) => [
          slot.no,
          scope,
          encodeValues(slot.attributes[scope] ?? new Map()),
        ]),
        forgotten,
      }
      devices = []
      keySets = []
      samples = []
      forgotten = []
      changedLatest.clear()
      changedAttributes.clear()
      return batch
    },
    putBack(batch) {
      // Samples are not tried again: their senders were told, and send them again themselves.
      devices = [...batch.devices, ...devices]
      keySets = [...batch.keySets, ...keySets]
      forgotten = [...batch.forgotten, ...forgotten]
      for (const slot of takenLatest) if (!slot.forgotten) changeLatest(slot)
      for (const { slot, scope } of takenAttributes) if (!slot.forgotten) changeAttributes(slot, scope)
    },
  }
}
