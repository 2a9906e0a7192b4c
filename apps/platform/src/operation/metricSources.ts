/** @file Where the metrics of a platform come from. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Pulse, pulseShare, parsePulse, WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import { ENTITY_FILE, HISTORY_FOLDER, TELEMETRY_FILE } from '../store/databaseFiles.ts'
import type { Store } from '../store/openStore.ts'
import type { DiskState, MetricSources, WatchState } from './metrics.ts'

/** Reads the metrics of a store. `dataDir` is its folder. */
export function storeSources(
  store: Store,
  dataDir: string,
): Pick<MetricSources, 'devices' | 'incidents' | 'watch' | 'clockTroubleMs' | 'disk'> {
  return {
    devices: () => countDevices(store),
    incidents: () => store.alarms.countActive(),
    watch: () => readWatch(store, Date.now()),
    clockTroubleMs: () => store.clockTrouble()?.byMs ?? 0,
    disk: () => readDisk(dataDir),
  }
}

/** Returns the devices of all tenants by whether they are active. */
function countDevices(store: Pick<Store, 'tenants' | 'devices'>): { active: number; inactive: number } {
  let active = 0
  let all = 0
  for (const { id } of store.tenants.all()) {
    for (const row of store.devices.rows(id, 'id')) {
      all += 1
      if (row.active) active += 1
    }
  }
  return { active, inactive: all - active }
}

/** Reads the last reports of the watchers of all tenants; undefined if there are none. `now` is epoch milliseconds. */
function readWatch(store: Pick<Store, 'tenants' | 'assets' | 'data'>, now: number): WatchState | undefined {
  const watches = store.tenants.all().flatMap(({ id }) => watchOf(store, id, now) ?? [])
  if (watches.length === 0) return undefined
  return {
    oldestPulseMs: Math.max(...watches.map(({ oldestPulseMs }) => oldestPulseMs)),
    levels: addedUp(watches.map(({ levels }) => levels)),
  }
}

function watchOf(store: Pick<Store, 'assets' | 'data'>, tenantId: string, now: number): WatchState | undefined {
  const link = { pageSize: 1, page: 0, textSearch: undefined, sortProperty: 'createdTime', sortOrder: 'ASC' } as const
  const [asset] = store.assets.page(tenantId, { type: WATCH_ASSET_TYPE }, link).data
  if (!asset) return undefined
  const pulses: { i: number; n: number; pulse: Pulse }[] = []
  for (const [key, { value }] of store.data.attributes(asset.id.id, 'SERVER_SCOPE')) {
    const share = pulseShare(key)
    const pulse = share && parsePulse(value)
    if (share && pulse) pulses.push({ ...share, pulse })
  }
  // Pulses of a division of the fleet that is no longer in use stay behind.
  const [newest] = pulses.toSorted((a, b) => b.pulse.at - a.pulse.at)
  if (!newest) return undefined
  const current = pulses.filter(({ n }) => n === newest.n)
  const isWhole = current.length === newest.n
  const oldest = Math.min(...current.map(({ pulse }) => pulse.at))
  return {
    oldestPulseMs: isWhole ? Math.max(0, now - oldest) : Number.POSITIVE_INFINITY,
    levels: addedUp(current.map(({ pulse }) => pulse.levels)),
  }
}

function addedUp(lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, level) => lists.reduce((sum, levels) => sum + (levels[level] ?? 0), 0))
}

/** Resolves with the room on the disk of a data folder and what its databases take; undefined for `:memory:`. */
async function readDisk(dataDir: string): Promise<DiskState | undefined> {
  if (dataDir === ':memory:') return undefined
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const history = join(dataDir, HISTORY_FOLDER)
  const names = await readdir(history).catch(() => [])
  const historySizes = new Map<string, number>()
  for (const name of names) historySizes.set(name, await bytesOf([join(history, name)]))
  return {
    historySizes,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    storeBytes: {
      entities: await bytesOf([ENTITY_FILE, `${ENTITY_FILE}-wal`].map((name) => join(dataDir, name))),
      telemetry: await bytesOf([TELEMETRY_FILE, `${TELEMETRY_FILE}-wal`].map((name) => join(dataDir, name))),
      history: [...historySizes.values()].reduce((sum, bytes) => sum + bytes, 0),
    },
  }
}

/** Files may go while they are looked at. */
async function bytesOf(paths: readonly string[]): Promise<number> {
  let sum = 0
  for (const path of paths) sum += (await stat(path).catch(() => undefined))?.size ?? 0
  return sum
}
