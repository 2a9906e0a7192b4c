import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { Sample, ValueMap } from '../port/deviceData.ts'
import { isRecordKey, type JournalRow, ROW_KIND } from '../port/journalRow.ts'
import type { CommitBatch, StoredValues } from '../port/valueStorage.ts'
import { type MessageKeys, messageKeys } from '../values/messageKeys.ts'
import { MAX_KEY_SETS, OWN_KEYS } from '../values/sampleRows.ts'
import { encodeEntries, encodeValues, timedAt } from '../values/valueRows.ts'
import { countUnderWay, type DeviceSlot } from './deviceSlot.ts'
import type { PendingWrites, TakenWrites } from './groupCommit.ts'
import { LatestUndo } from './latestUndo.ts'

/** A change of a device's values that becomes visible only with its commit. */
export type LateChange =
  | {
      readonly kind: 'attributes'
      readonly slot: DeviceSlot
      readonly scope: number
      readonly ts: number
      readonly values: Readonly<Record<string, JsonValue>>
    }
  | {
      readonly kind: 'attributesDeleted'
      readonly slot: DeviceSlot
      readonly scope: number
      readonly keys: readonly string[]
      /** Called with the keys that existed. */
      readonly onDeleted: (keys: readonly string[]) => void
    }
  | {
      readonly kind: 'latestDeleted'
      readonly slot: DeviceSlot
      readonly keys: readonly string[]
      readonly startTs: number
      readonly endTs: number
      /** Called with the keys that had a latest value in that time. */
      readonly onDeleted: (keys: readonly string[]) => void
    }

/**
 * The effects of the end of a commit on the values in memory. Slots whose device was deleted meanwhile are left out.
 */
export interface CommitEffects {
  /**
   * Applies a change after its commit; called in the order of gathering. `later` holds the samples gathered after this
   * batch was taken.
   */
  committed(change: LateChange, later: LatestUndo): void
  /** Undoes what the samples of a refused commit did. */
  undo(slot: DeviceSlot, refused: LatestUndo, later: LatestUndo): void
}

/** Writes of devices, gathered until the next commit. */
export interface GatheredWrites extends PendingWrites {
  addDevice(no: number, id: string): void
  /**
   * Merges samples into latest values, visible at once, and gathers them. Returns the keys whose newer value was
   * replaced.
   */
  addSamples(slot: DeviceSlot, latest: ValueMap, samples: readonly Sample[], now: number): readonly string[]
  /** Merges samples that history already has. */
  addStoredSamples(slot: DeviceSlot, latest: ValueMap, samples: readonly Sample[], now: number): void
  /** Gathers all latest values of a device as they are in memory at the time of the commit. */
  addWholeLatest(slot: DeviceSlot): void
  add(change: LateChange): void
  forget(slot: DeviceSlot): void
}

interface Gathering {
  readonly devices: [number, string][]
  readonly keySets: [number, string][]
  rows: JournalRow[]
  readonly forgotten: number[]
  changes: LateChange[]
  readonly undo: LatestUndo
}

const gatherAnew = (): Gathering => ({
  devices: [],
  keySets: [],
  rows: [],
  forgotten: [],
  changes: [],
  undo: new LatestUndo(),
})

/** Creates the writes that gather for the next commit. `effects` is called when a commit has ended. */
export function createPendingWrites(stored: StoredValues, effects: CommitEffects): GatheredWrites {
  const keySetIds = new Map(stored.keySets().map(({ id, keys }) => [keys, id]))
  let gathering = gatherAnew()

  const keySetOf = (keys: string): number => {
    const known = keySetIds.get(keys)
    if (known !== undefined) return known
    if (keySetIds.size >= MAX_KEY_SETS) return OWN_KEYS
    const id = keySetIds.size + 1
    keySetIds.set(keys, id)
    gathering.keySets.push([id, keys])
    return id
  }

  const keySetsOfMessages = new WeakMap<MessageKeys, number>()
  const keySetOfMessage = (keys: MessageKeys): number => {
    const known = keySetsOfMessages.get(keys)
    if (known !== undefined) return known
    const id = keySetOf(JSON.stringify(keys.names))
    keySetsOfMessages.set(keys, id)
    return id
  }

  const addRow = (slot: DeviceSlot, kind: number, ts: number, entries: [string, JsonValue][]): void => {
    const keySet = keySetOf(JSON.stringify(entries.map(([key]) => key)))
    const body = keySet === OWN_KEYS ? encodeEntries(entries) : JSON.stringify(entries.map(([, value]) => value))
    gathering.rows.push([slot.no, kind, ts, keySet, body])
  }

  const endUnderWay = (changes: readonly LateChange[]): void => {
    for (const change of changes) {
      if (change.kind !== 'latestDeleted') countUnderWay(change.slot, change.scope, keysOf(change), -1)
    }
  }

  const taken = (own: Gathering): TakenWrites => ({
    batch: {
      devices: own.devices,
      keySets: own.keySets,
      rows: [...own.rows, ...wholeRows(own)],
      forgotten: own.forgotten,
    } satisfies CommitBatch,
    written() {
      endUnderWay(own.changes)
      for (const change of own.changes) if (!change.slot.forgotten) effects.committed(change, gathering.undo)
    },
    refused() {
      // Memory already uses these numbers, and deleted devices must not come back, so these rows go into the next
      // batch.
      gathering.devices.unshift(...own.devices)
      gathering.keySets.unshift(...own.keySets)
      gathering.forgotten.unshift(...own.forgotten)
      endUnderWay(own.changes)
      for (const slot of own.undo.slots()) if (!slot.forgotten) effects.undo(slot, own.undo, gathering.undo)
    },
  })

  return {
    isEmpty: () => {
      const { devices, forgotten, rows, changes, undo } = gathering
      return devices.length + forgotten.length + rows.length + changes.length + undo.whole.size === 0
    },
    addDevice(no, id) {
      gathering.devices.push([no, id])
    },
    addSamples(slot, latest, samples, now) {
      const overruled = gathering.undo.merge(slot, latest, samples, now)
      for (const { ts, values } of samples) {
        const keys = messageKeys(values)
        if (!keys.hasRecords) {
          const keySet = keySetOfMessage(keys)
          const isOwn = keySet === OWN_KEYS
          const body = isOwn ? encodeEntries(Object.entries(values)) : JSON.stringify(Object.values(values))
          gathering.rows.push([slot.no, ROW_KIND.sample, ts, keySet, body])
          continue
        }
        const entries = Object.entries(values)
        const others = entries.filter((entry) => !isOfRecord(entry))
        if (others.length > 0) addRow(slot, ROW_KIND.sample, ts, others)
        addRow(slot, ROW_KIND.record, ts, entries.filter(isOfRecord))
      }
      return overruled
    },
    addStoredSamples(slot, latest, samples, now) {
      gathering.undo.merge(slot, latest, samples, now)
      gathering.undo.whole.add(slot)
    },
    addWholeLatest(slot) {
      gathering.undo.whole.add(slot)
    },
    add(change) {
      gathering.changes.push(change)
      if (change.kind !== 'latestDeleted') countUnderWay(change.slot, change.scope, keysOf(change), 1)
      if (change.kind === 'attributes') {
        const { slot, scope, ts, values } = change
        gathering.rows.push([slot.no, ROW_KIND.attributes + scope, ts, OWN_KEYS, encodeEntries(Object.entries(values))])
      }
    },
    forget(slot) {
      slot.forgotten = true
      gathering.forgotten.push(slot.no)
      gathering.rows = gathering.rows.filter(([no]) => no !== slot.no)
      gathering.changes = gathering.changes.filter((change) => change.slot !== slot)
      gathering.undo.forget(slot)
    },
    take() {
      const own = gathering
      gathering = gatherAnew()
      return taken(own)
    },
  }
}

function isOfRecord([key]: readonly [string, JsonValue]): boolean {
  return isRecordKey(key)
}

function keysOf(change: Exclude<LateChange, { kind: 'latestDeleted' }>): readonly string[] {
  return change.kind === 'attributes' ? Object.keys(change.values) : change.keys
}

/**
 * Returns rows with the whole values of a device's part when a deletion is among its changes, as they will be after the
 * commit. They come last in a batch, because they include what its other rows say. Call this only when no other batch
 * is in progress.
 */
function wholeRows({ changes, undo }: Gathering): JournalRow[] {
  const latest = new Map<DeviceSlot, ValueMap>([...undo.whole].map((slot) => [slot, new Map(slot.latest)]))
  const attributes = new Map<string, { slot: DeviceSlot; scope: number; values: ValueMap }>()
  for (const change of changes) {
    const { slot } = change
    if (change.kind === 'latestDeleted') {
      const values = latest.get(slot) ?? new Map(slot.latest)
      latest.set(slot, values)
      deleteInTime(values, change)
    } else if (change.kind === 'attributesDeleted') {
      attributes.set(`${slot.no} ${change.scope}`, {
        slot,
        scope: change.scope,
        values: new Map(slot.attributes[change.scope]),
      })
    }
  }
  for (const change of changes) {
    if (change.kind === 'latestDeleted') continue
    const values = attributes.get(`${change.slot.no} ${change.scope}`)?.values
    if (values) applyAttributes(values, change)
  }
  return [
    ...Array.from(
      latest,
      ([slot, values]): JournalRow => [slot.no, ROW_KIND.wholeLatest, 0, OWN_KEYS, encodeValues(values)],
    ),
    ...Array.from(attributes.values(), ({ slot, scope, values }): JournalRow => {
      return [slot.no, ROW_KIND.wholeAttributes + scope, 0, OWN_KEYS, encodeValues(values)]
    }),
  ]
}

/** Writes or deletes attributes in memory; returns the keys that changed or were deleted. */
export function applyAttributes(
  attributes: ValueMap,
  change: Exclude<LateChange, { kind: 'latestDeleted' }>,
): readonly string[] {
  if (change.kind === 'attributesDeleted') return change.keys.filter((key) => attributes.delete(key))
  const keys = Object.keys(change.values)
  const timed = timedAt(change.ts)
  for (const key of keys) attributes.set(key, timed(change.values[key] ?? null))
  return keys
}

/** Deletes the latest values of some keys with `startTs <= ts < endTs`; returns the deleted keys. */
export function deleteInTime(
  latest: ValueMap,
  { keys, startTs, endTs }: { readonly keys: readonly string[]; readonly startTs: number; readonly endTs: number },
): readonly string[] {
  return keys.filter((key) => {
    const ts = latest.get(key)?.ts
    return ts !== undefined && ts >= startTs && ts < endTs && latest.delete(key)
  })
}
