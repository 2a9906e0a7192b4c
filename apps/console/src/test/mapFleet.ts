/** A fleet for tests of the map. */
import type { JunctionLevel } from '@greenwave/contract/records/watch'
import type { FleetStatus } from '../data/fleet/Fleet.ts'
import type { FleetJunction } from '../data/fleet/fleetJunction.ts'
import { healthOf } from '../data/health.ts'
import type { WatchState } from '../data/watch.ts'
import { type MapJunction, mapJunction } from '../features/now/model/mapJunction.ts'

const CODES = ['ok', 'muted', 'hold', 'clock', 'dark', 'conflict'] as const

export const WATCHED: WatchState = { kind: 'watched', atMs: 1, levels: [], unknown: 0, revision: 1 }
export const LAPSED: WatchState = { ...WATCHED, kind: 'lapsed' }

/** A junction of the fleet, by default healthy and in the middle of a city. */
export function fleetJunction({
  id,
  latitude = 10.77,
  longitude = 106.7,
  level = 0,
  state = CODES[level],
  sinceMs = 1,
  label = `Ngã tư ${id}`,
}: {
  readonly id: string
  readonly latitude?: number | null
  readonly longitude?: number | null
  readonly level?: JunctionLevel
  readonly state?: string
  readonly sinceMs?: number
  readonly label?: string
}): FleetJunction {
  return {
    id,
    name: id,
    label,
    customer: null,
    latitude,
    longitude,
    mute: null,
    hold: null,
    facts: {
      known: true,
      watcherState: { level, state, since: sinceMs, mode: 4 },
      seen: null,
      neverConnected: false,
      reportedMode: null,
      muteUntilMs: null,
      holdUntilMs: null,
      heldBy: null,
    },
  }
}

/** A junction as the map shows it while it is watched. It needs a place. */
export function placedJunction(...of: Parameters<typeof fleetJunction>): MapJunction {
  const junction = fleetJunction(...of)
  const placed = mapJunction(junction, healthOf(junction.facts, WATCHED))
  if (!placed) throw new Error('it has a place')
  return placed
}

/** A fleet whose junctions a test changes. */
export class FleetForTest {
  readonly junctions = new Map<string, FleetJunction>()
  status: FleetStatus = { total: 0, atMs: 1, error: null }
  readonly #listeners = new Set<(ids: ReadonlySet<string>) => void>()

  constructor(junctions: readonly FleetJunction[]) {
    for (const junction of junctions) this.junctions.set(junction.id, junction)
  }

  /** How many listeners there are now. */
  get followers(): number {
    return this.#listeners.size
  }

  onChange(listener: (ids: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes junctions over and tells of them; an id alone is a junction that is gone. */
  change(...changed: readonly (FleetJunction | string)[]): void {
    for (const one of changed) {
      if (typeof one === 'string') this.junctions.delete(one)
      else this.junctions.set(one.id, one)
    }
    const ids = new Set(changed.map((one) => (typeof one === 'string' ? one : one.id)))
    for (const listener of this.#listeners) listener(ids)
  }
}
