import { type Meter, NO_METER } from '../../meter/meter.ts'
import type { StoreLog } from '../../sqlite/storeLog.ts'
import { CLOCK_TOLERANCE_MS, isFuture } from '../clock/clockBounds.ts'
import type { DeviceChange, DeviceData, FollowedValues, TimedValue, ValueMap } from '../port/deviceData.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { SCOPE_NUMBERS } from '../port/journalRow.ts'
import type { ValueStorage } from '../port/valueStorage.ts'
import { parseKeepingLiterals } from '../values/numberLiteral.ts'
import { createCommitEffects } from './commitEffects.ts'
import { type DeviceSlot, createSlot } from './deviceSlot.ts'
import { createFutureBound } from './futureSamples.ts'
import { createGroupCommit } from './groupCommit.ts'
import { createHistoryReads, readAll } from './historyReads.ts'
import { createPendingWrites } from './pendingWrites.ts'
import { createValueBudget } from './valueBudget.ts'

const NEWEST = {
  startTs: Number.MIN_SAFE_INTEGER,
  limit: 1,
  order: 'DESC',
  aggregation: 'NONE',
  intervalMs: 0,
} as const
/** The followers that a change does not concern. */
const UNFOLLOWED: Readonly<Record<DeviceChange['kind'], FollowedValues | null>> = {
  telemetry: 'attributes',
  telemetryDeleted: 'attributes',
  attributes: 'telemetry',
  attributesDeleted: 'telemetry',
  ownerDeleted: null,
}
/** A number that no device has. */
const NO_DEVICE = 0
const NOTHING: ReadonlyMap<string, TimedValue> = new Map()

/** DeviceData over a storage. `close` writes what is left. */
export interface DeviceDataStore extends DeviceData {
  /** Replaces latest values whose time is now in the future, because the clock went back, by the newest true ones. */
  recoverLatest(): void
  close(): Promise<void>
}

/** Creates the store. `now` returns epoch milliseconds. */
export function createDeviceDataStore(
  storage: ValueStorage,
  log: StoreLog,
  now: () => number = Date.now,
  meter: Meter = NO_METER,
): DeviceDataStore {
  const { stored } = storage
  const slots = new Map<string, DeviceSlot>()
  // A message in progress when its device is deleted must not bring the device's data back.
  const forgottenIds = new Set<string>()
  const listeners = new Map<string, Map<(change: DeviceChange) => void, FollowedValues | undefined>>()
  const allListeners = new Set<(change: DeviceChange) => void>()
  let lastNo = stored.lastDeviceNo()
  let closed = false

  const notifyOne = (listener: (change: DeviceChange) => void, change: DeviceChange): void => {
    try {
      listener(change)
    } catch (error) {
      log.error({ err: error, kind: change.kind, deviceId: change.deviceId }, 'A listener to device values failed')
    }
  }
  const notify = (change: DeviceChange): void => {
    const others = UNFOLLOWED[change.kind]
    for (const [listener, of] of listeners.get(change.deviceId) ?? []) {
      if (of === undefined || of !== others) notifyOne(listener, change)
    }
    for (const listener of allListeners) notifyOne(listener, change)
  }
  const boundTimes = createFutureBound(log)
  const latestOf = (slot: DeviceSlot): ValueMap => (slot.latest ??= readLatest(slot))
  /** Skips stored values of the future, which an earlier release or a wrong clock left. */
  const readLatest = (slot: DeviceSlot): ValueMap => {
    const latest = stored.values(slot.no, 'latest')
    const future = futureKeys(latest, now())
    for (const key of future) latest.delete(key)
    if (future.length > 0) queueMicrotask(() => void restoreLatest(slot, future).catch(logUnrestored))
    return latest
  }
  const attributesOf = (slot: DeviceSlot, scope: number): ValueMap =>
    (slot.attributes[scope] ??= stored.values(slot.no, scope))
  const pending = createPendingWrites(stored, createCommitEffects({ latestOf, attributesOf, notify, now }))
  const group = createGroupCommit(pending, (batch) => storage.commit(batch), log, meter)

  const reads = createHistoryReads(storage)
  /** Returns the samples of each key, for queries with few results. */
  const historyOf = async (query: RowQuery): Promise<Record<string, TimedValue[]>> =>
    parseKeepingLiterals(await readAll(storage.history(query, 'strict'))) as Record<string, TimedValue[]>

  const budget = createValueBudget(function* () {
    for (const { latest, attributes } of slots.values()) {
      for (const part of [latest, ...attributes]) if (part) yield part
    }
  })

  const findSlot = (deviceId: string): DeviceSlot | undefined => {
    const known = slots.get(deviceId)
    if (known || closed || forgottenIds.has(deviceId)) return known
    const no = stored.deviceNo(deviceId)
    if (no === undefined) return undefined
    const slot = createSlot(no, deviceId)
    slots.set(deviceId, slot)
    return slot
  }
  const findOrMakeSlot = (deviceId: string): DeviceSlot => {
    const found = findSlot(deviceId)
    if (found) return found
    lastNo += 1
    const slot = createSlot(lastNo, deviceId)
    slot.latest = new Map()
    slot.attributes.push(new Map(), new Map(), new Map())
    slots.set(deviceId, slot)
    pending.addDevice(slot.no, deviceId)
    return slot
  }

  /** Replaces deleted latest values by the newest samples of history. */
  const restoreLatest = async (slot: DeviceSlot, keys: readonly string[]): Promise<void> => {
    if (closed || slot.forgotten) return
    // Needed even when history has none: the stored latest values must go.
    pending.addWholeLatest(slot)
    const endTs = now() + CLOCK_TOLERANCE_MS
    const newest = await historyOf({ ...NEWEST, endTs, device: slot.no, keys })
    const left = Object.entries(newest).flatMap(([key, samples]) =>
      samples.map(({ ts, value }) => ({ ts, values: { [key]: value } })),
    )
    if (closed || slot.forgotten) return
    if (left.length > 0) {
      pending.addStoredSamples(slot, latestOf(slot), left, now())
      notify({ kind: 'telemetry', deviceId: slot.deviceId, samples: left })
    }
    await group.committed()
  }
  const recover = async (slot: DeviceSlot, keys: readonly string[]): Promise<void> => {
    let gone: readonly string[] = []
    const onDeleted = (deleted: readonly string[]): void => {
      gone = deleted
    }
    const startTs = now() + CLOCK_TOLERANCE_MS + 1
    pending.add({ kind: 'latestDeleted', slot, keys, startTs, endTs: Number.MAX_SAFE_INTEGER, onDeleted })
    await group.committed()
    if (gone.length > 0) await restoreLatest(slot, gone)
  }
  const logUnrestored = (error: unknown): void =>
    log.warn({ err: error }, 'Latest values of the future could not be replaced by those of history')

  return {
    latest(deviceId) {
      const slot = findSlot(deviceId)
      return slot ? latestOf(slot) : NOTHING
    },
    attributes(deviceId, scope) {
      const slot = findSlot(deviceId)
      return slot ? attributesOf(slot, SCOPE_NUMBERS[scope]) : NOTHING
    },
    attributesUnderWay(deviceId, scope) {
      return findSlot(deviceId)?.underWay[SCOPE_NUMBERS[scope]] ?? new Map()
    },
    saveTelemetry(deviceId, samples) {
      if (closed) return refuseClosed()
      if (samples.length === 0 || forgottenIds.has(deviceId)) return Promise.resolve()
      const wrong = samples.find(({ ts }) => !Number.isSafeInteger(ts))
      if (wrong) return Promise.reject(new RangeError(`A sample's ts is ${wrong.ts}; it must be whole milliseconds`))
      const slot = findOrMakeSlot(deviceId)
      const bounded = boundTimes(slot, samples, now())
      const overruled = pending.addSamples(slot, latestOf(slot), bounded, now())
      // Notifies subscriptions to forget the newer value; otherwise they would skip the older one.
      if (overruled.length > 0) notify({ kind: 'telemetryDeleted', deviceId, keys: overruled })
      notify({ kind: 'telemetry', deviceId, samples: bounded })
      return group.committed()
    },
    saveAttributes(deviceId, scopeName, values, ts) {
      if (closed) return refuseClosed()
      if (forgottenIds.has(deviceId)) return Promise.resolve()
      const slot = findOrMakeSlot(deviceId)
      const scope = SCOPE_NUMBERS[scopeName]
      // Reads the stored attributes before the first write to them.
      attributesOf(slot, scope)
      pending.add({ kind: 'attributes', slot, scope, ts, values })
      return group.committed()
    },
    async deleteAttributes(deviceId, scopeName, keys) {
      if (closed) return refuseClosed()
      const slot = findSlot(deviceId)
      const scope = SCOPE_NUMBERS[scopeName]
      const attributes = slot && attributesOf(slot, scope)
      const wanted = [...new Set(keys)].filter((key) => attributes?.has(key) || slot?.underWay[scope]?.has(key))
      if (!slot || wanted.length === 0) return []
      let deleted: readonly string[] = []
      const onDeleted = (gone: readonly string[]): void => {
        deleted = gone
      }
      pending.add({ kind: 'attributesDeleted', slot, scope, keys: wanted, onDeleted })
      await group.committed()
      return deleted
    },
    async deleteTelemetry(deviceId, keys, { startTs, endTs }, { deleteLatest, rewriteLatest }) {
      if (closed) return refuseClosed()
      const slot = findSlot(deviceId)
      if (!slot) return
      latestOf(slot)
      let gone: readonly string[] = []
      const onDeleted = (deleted: readonly string[]): void => {
        gone = deleted
      }
      if (deleteLatest) {
        pending.add({ kind: 'latestDeleted', slot, keys: [...new Set(keys)], startTs, endTs, onDeleted })
      }
      // Waits even when no latest value is deleted: samples still being gathered must be stored before they can be
      // erased.
      await group.committed()
      await storage.erase({ device: slot.no, keys, startTs, endTs })
      if (rewriteLatest && gone.length > 0) await restoreLatest(slot, gone)
    },
    async history(query) {
      const slot = findSlot(query.deviceId)
      if (!slot) return {}
      const { deviceId: _deviceId, ...rest } = query
      return historyOf({ ...rest, device: slot.no })
    },
    readHistory({ deviceId, ...query }, form, reader) {
      // A device without values has no number; a query for NO_DEVICE finds nothing.
      return reads.pieces({ ...query, device: findSlot(deviceId)?.no ?? NO_DEVICE }, form, reader)
    },
    makeRoom(deviceId, part, parts) {
      if (closed || forgottenIds.has(deviceId)) return
      const slot = findSlot(deviceId)
      const values = slot && (part === 'latest' ? latestOf(slot) : attributesOf(slot, SCOPE_NUMBERS[part]))
      budget.makeRoom(values ?? new Map(), parts)
    },
    fills: () => ({
      valueBytes: budget.total(),
      historyReads: reads.places.taken,
      historyReadsWaitingOfUser: reads.places.waiting,
    }),
    async forget(deviceId) {
      const slot = findSlot(deviceId)
      forgottenIds.add(deviceId)
      slots.delete(deviceId)
      if (slot) pending.forget(slot)
      notify({ kind: 'ownerDeleted', deviceId })
      listeners.delete(deviceId)
      // If the disk fails now, a later commit or the next start removes the rows. The device is gone either way.
      if (slot) await group.committed().catch(() => {})
    },
    subscribe(deviceId, listener, of) {
      const followers = listeners.get(deviceId) ?? new Map()
      listeners.set(deviceId, followers.set(listener, of))
      return () => {
        followers.delete(listener)
        if (followers.size === 0 && listeners.get(deviceId) === followers) listeners.delete(deviceId)
      }
    },
    subscribeAll(listener) {
      allListeners.add(listener)
      return () => allListeners.delete(listener)
    },
    recoverLatest() {
      for (const slot of slots.values()) {
        const keys = slot.latest ? futureKeys(slot.latest, now()) : []
        if (keys.length > 0) void recover(slot, keys).catch(logUnrestored)
      }
    },
    async close() {
      closed = true
      try {
        await group.close()
      } finally {
        await storage.close()
      }
    },
  }
}

function futureKeys(latest: ValueMap, now: number): string[] {
  return [...latest].filter(([, { ts }]) => isFuture(ts, now)).map(([key]) => key)
}

function refuseClosed(): Promise<never> {
  return Promise.reject(new Error('The store is closed'))
}
