import { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { DeviceChange, TimedValue, ValueMap } from '../port/deviceData.ts'
import { SCOPE_NUMBERS } from '../port/journalRow.ts'
import { samplesOf } from '../values/valueRows.ts'
import type { DeviceSlot } from './deviceSlot.ts'
import type { LatestUndo } from './latestUndo.ts'
import { applyAttributes, type CommitEffects, deleteInTime, type LateChange } from './pendingWrites.ts'

interface Memory {
  readonly latestOf: (slot: DeviceSlot) => ValueMap
  readonly attributesOf: (slot: DeviceSlot, scope: number) => ValueMap
  readonly notify: (change: DeviceChange) => void
  /** Epoch milliseconds. */
  readonly now: () => number
}

const SCOPE_NAMES = AttributeScope.options.toSorted((a, b) => SCOPE_NUMBERS[a] - SCOPE_NUMBERS[b])

/** Creates the effects that the end of a commit has on the values in memory and on listeners. */
export function createCommitEffects({ latestOf, attributesOf, notify, now }: Memory): CommitEffects {
  /** Deletes latest values as if that had happened before the samples that were gathered after this commit. */
  const deleteLatest = (change: LateChange & { kind: 'latestDeleted' }, later: LatestUndo): void => {
    const { slot, onDeleted } = change
    const latest = latestOf(slot)
    const samples = later.rewind(slot, latest)
    const keys = deleteInTime(latest, change)
    if (samples.length > 0) later.merge(slot, latest, samples, now())
    onDeleted(keys)
    const gone = keys.filter((key) => !latest.has(key))
    if (gone.length > 0) notify({ kind: 'telemetryDeleted', deviceId: slot.deviceId, keys: gone })
  }

  return {
    committed(change, later) {
      if (change.kind === 'latestDeleted') {
        deleteLatest(change, later)
        return
      }
      const { deviceId } = change.slot
      const scope = SCOPE_NAMES[change.scope] ?? 'SERVER_SCOPE'
      const keys = applyAttributes(attributesOf(change.slot, change.scope), change)
      if (change.kind === 'attributesDeleted') {
        change.onDeleted(keys)
        if (keys.length > 0) notify({ kind: 'attributesDeleted', deviceId, scope, keys })
      } else {
        notify({ kind: 'attributes', deviceId, scope, ts: change.ts, values: change.values })
      }
    },
    undo(slot, refused, later) {
      const latest = latestOf(slot)
      const { deviceId } = slot
      const shown = new Map(refused.keys(slot).map((key) => [key, latest.get(key)]))
      const samples = later.rewind(slot, latest)
      refused.rewind(slot, latest)
      if (samples.length > 0) later.merge(slot, latest, samples, now())
      const changed = [...shown].filter(([key, before]) => !isSame(before, latest.get(key))).map(([key]) => key)
      if (changed.length === 0) return
      notify({ kind: 'telemetryDeleted', deviceId, keys: changed })
      const left = samplesOf(latest, changed)
      if (left.length > 0) notify({ kind: 'telemetry', deviceId, samples: left })
    },
  }
}

function isSame(a: TimedValue | undefined, b: TimedValue | undefined): boolean {
  return a?.ts === b?.ts && a?.value === b?.value
}
