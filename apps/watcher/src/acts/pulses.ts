/** The pulse: devices by level, and that a watcher runs; for all, and for each customer. */
import type { CallApi } from '@greenwave/client/callTypes'
import {
  type Pulse,
  parsePulse,
  pulseKey,
  type Unheard,
  WATCH_ASSET_NAME,
  WATCH_ASSET_TYPE,
} from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { type EntityRef, entityRef } from '@greenwave/contract/wire/ids'
import type { Standing } from '@greenwave/observer/standing'
import type { Share } from '../fleet/share.ts'
import { isRefusal } from './writeQueue.ts'

/** A pulse that does not change is written this often, milliseconds. */
const BEAT_MS = 60_000
/** A pulse that changes is written at most this often, milliseconds. */
const APART_MS = 1_000

/** Counted state of a device: the standing that the platform has. */
export interface Counted {
  readonly id: string
  readonly customerId: string | null
  readonly written: Standing | undefined
}

/** The place of the pulse for all devices; every other place is the id of a customer. */
export const EVERYTHING = 'everything'

interface Beat {
  levels: number[]
  unknown: number
  revision: number
  sentRevision: number
  sentMs: number
  sentUnheard: Unheard | undefined
}

/** Counts devices by level, for all and for each customer. */
export class PulseCounts {
  readonly #beats = new Map<string, Beat>()
  readonly #seen = new Map<string, Counted>()
  readonly #tells: Pulse['tells']
  /** Junctions without data; undefined while all send. */
  unheard: Unheard | undefined

  /** @param tells how this watcher sends messages */
  constructor(tells?: Pulse['tells']) {
    this.#tells = tells
  }

  /** Notes a change other than a state, of a customer or of none: consoles reload. */
  touch(customerId: string | null, nowMs: number): void {
    this.#touch(EVERYTHING, nowMs)
    if (customerId !== null && this.#beats.has(customerId)) this.#touch(customerId, nowMs)
  }

  /** Counts anew. Returns the places whose pulse is due: changed, or not written for a minute. */
  count(devices: readonly Counted[], nowMs: number): readonly string[] {
    for (const beat of this.#beats.values()) {
      beat.levels = [0, 0, 0, 0, 0, 0]
      beat.unknown = 0
    }
    this.#beatAt(EVERYTHING, nowMs)
    let devicesCounted = 0
    const touched = new Set<string | null | undefined>()
    for (const device of devices) {
      const { id, customerId, written } = device
      devicesCounted += 1
      const before = this.#seen.get(id)
      if (before?.written !== written || before?.customerId !== customerId) {
        this.#seen.set(id, { id, customerId, written })
        if (!isCountedAlike(before, device)) {
          for (const place of [EVERYTHING, before?.customerId, customerId]) touched.add(place)
        }
      }
      this.#add(EVERYTHING, written, nowMs)
      if (customerId !== null) this.#add(customerId, written, nowMs)
    }
    if (this.#seen.size > devicesCounted) {
      const left = new Set(this.#seen.keys())
      for (const { id } of devices) left.delete(id)
      for (const id of left) {
        for (const place of [EVERYTHING, this.#seen.get(id)?.customerId]) touched.add(place)
        this.#seen.delete(id)
      }
    }
    for (const place of touched) this.#touch(place, nowMs)
    return [...this.#beats].filter(([, beat]) => isDue(beat, this.unheard, nowMs)).map(([place]) => place)
  }

  /** Returns the pulse of a place; undefined for a customer without devices. */
  pulse(place: string, nowMs: number): Pulse | undefined {
    const beat = this.#beats.get(place)
    if (!beat || (place !== EVERYTHING && isEmpty(beat))) return undefined
    const { levels, unknown, revision } = beat
    return { at: nowMs, levels, unknown, revision, tells: this.#tells, unheard: this.unheard }
  }

  /** Notes that a pulse was written. A customer without devices is forgotten. */
  noteWritten(place: string, pulse: Pulse | undefined, nowMs: number): void {
    const beat = this.#beats.get(place)
    if (!beat) return
    if (!pulse && isEmpty(beat)) this.#beats.delete(place)
    beat.sentMs = nowMs
    beat.sentRevision = pulse?.revision ?? 0
    beat.sentUnheard = pulse?.unheard
  }

  #beatAt(place: string, nowMs: number): Beat {
    const known = this.#beats.get(place)
    if (known) return known
    const beat: Beat = {
      ...{ levels: [0, 0, 0, 0, 0, 0], unknown: 0, revision: nowMs },
      ...{ sentRevision: 0, sentMs: 0, sentUnheard: undefined },
    }
    this.#beats.set(place, beat)
    return beat
  }

  #add(place: string, written: Standing | undefined, nowMs: number): void {
    const beat = this.#beatAt(place, nowMs)
    const level = written?.level ?? 0
    beat.levels[level] = (beat.levels[level] ?? 0) + 1
    if (level === 0 && written?.state !== 'ok') beat.unknown += 1
  }

  /** The revision goes on from the time, and by one a count, so that it also grows over a restart. */
  #touch(place: string | null | undefined, nowMs: number): void {
    if (place == null) return
    const beat = this.#beatAt(place, nowMs)
    beat.revision = Math.max(nowMs, beat.revision + 1)
  }
}

/** Returns whether two states of a device are counted in the same places and shown alike. */
function isCountedAlike(a: Counted | undefined, b: Counted): boolean {
  return (
    a !== undefined &&
    a.customerId === b.customerId &&
    a.written?.level === b.written?.level &&
    a.written?.state === b.written?.state
  )
}

function isEmpty({ levels }: Beat): boolean {
  return levels.every((count) => count === 0)
}

function isDue({ sentMs, sentRevision, sentUnheard, revision }: Beat, unheard: Unheard | undefined, nowMs: number) {
  const sinceMs = nowMs - sentMs
  const isChanged =
    revision !== sentRevision || unheard?.why !== sentUnheard?.why || unheard?.since !== sentUnheard?.since
  return sinceMs >= BEAT_MS || (isChanged && sinceMs >= APART_MS)
}

/** Writes pulses to the platform. */
export class PulseWrites {
  readonly #call: CallApi<WatcherCall>
  readonly #key: string
  readonly #findAsset: () => Promise<string>
  #assetId: string | undefined

  /** @param findAsset returns the id of the asset that carries the pulse of all devices, made if it is missing */
  constructor(call: CallApi<WatcherCall>, { i, n }: Share, findAsset: () => Promise<string>) {
    this.#call = call
    this.#key = pulseKey(i, n)
    this.#findAsset = findAsset
  }

  /** Reads when the pulse of all devices was last written while all were heard, epoch milliseconds; 0 without one. */
  async heardUntilMs(): Promise<number> {
    const params = { entityType: 'ASSET', entityId: await this.assetId(), scope: 'SERVER_SCOPE' }
    const [found] = await this.#call('attributes', { params, query: { keys: this.#key } })
    const pulse = parsePulse(found?.value)
    return pulse?.unheard?.since ?? pulse?.at ?? 0
  }

  /** Writes the pulse of a place, or removes it if there is none. */
  async write(place: string, pulse: Pulse | undefined): Promise<void> {
    const { entityType, id: entityId } = await this.#carrier(place)
    try {
      if (pulse) {
        const params = { entityType, entityId, scope: 'SERVER_SCOPE' }
        await this.#call('saveAttributes', { params, body: { [this.#key]: pulse } })
      } else await this.remove(entityId)
    } catch (error) {
      if (!isRefusal(error) || error.status !== 404) throw error
      // A deleted asset is created again; a deleted customer needs no pulse.
      if (place === EVERYTHING) this.#assetId = undefined
    }
  }

  /** Removes the pulse of a customer, if it has one. */
  async remove(customerId: string): Promise<void> {
    const params = { entityType: 'CUSTOMER', entityId: customerId, scope: 'SERVER_SCOPE' }
    const query = { keys: this.#key }
    const found = await this.#call('attributes', { params, query })
    if (found.length > 0) await this.#call('deleteAttributes', { params, query })
  }

  /** Returns the id of the asset that carries the pulse of all devices, made if it is missing. */
  async assetId(): Promise<string> {
    this.#assetId ??= await this.#findAsset()
    return this.#assetId
  }

  async #carrier(place: string): Promise<EntityRef> {
    return place === EVERYTHING ? entityRef('ASSET', await this.assetId()) : entityRef('CUSTOMER', place)
  }
}

/** Returns the id of the asset, and makes the asset if it is missing. */
export async function findWatchAsset(call: CallApi<WatcherCall>): Promise<string> {
  const found = await find(call)
  if (found !== undefined) return found
  try {
    const { id } = await call('saveAsset', { body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
    return id.id
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Another watcher made it meanwhile, or another asset has its name.
    const other = await find(call)
    if (other !== undefined) return other
    const query = { nameConflictPolicy: 'UNIQUIFY' }
    const { id } = await call('saveAsset', { query, body: { name: WATCH_ASSET_NAME, type: WATCH_ASSET_TYPE } })
    return id.id
  }
}

/** Returns the oldest asset of the type, so that several watchers agree on one. */
async function find(call: CallApi<WatcherCall>): Promise<string | undefined> {
  const query = { type: WATCH_ASSET_TYPE, pageSize: 1, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' }
  const { data } = await call('tenantAssets', { query })
  return data[0]?.id.id
}
