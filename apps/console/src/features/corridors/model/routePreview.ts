/** Preview of a green route: each junction before the start. */
import type { LeftAlone, Route, RouteRun, RunPlace } from '@greenwave/contract/records/routes'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { plannedHold, type PlannedHold, leadMs } from '@greenwave/coordination/routes/run'
import { driveMs } from '@greenwave/coordination/routes/way'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'

/** Time from the start of a run to its first request, at least, milliseconds: a watcher takes it on meanwhile. */
const READY_MS = 5_000

/** A junction before the start. Times are epoch milliseconds. */
export interface PreviewRow extends PlannedHold {
  readonly device: string
  readonly name: string
  readonly phase: PhaseNumber
  readonly position: number
  /** Why it would be left alone now; undefined where it would be held. */
  readonly left: LeftAlone | undefined
  /** Whether an incident that is no danger is open: it is held all the same. */
  readonly isFaulty: boolean
  /** Whether it flashes: it is held all the same. */
  readonly flashes: boolean
  /** Name of another route that wants the junction at that time. */
  readonly otherRoute: string | undefined
  /** Longest time that the other phases wait, seconds. */
  readonly waitS: number
}

/** Facts of the preview. */
export interface PreviewFacts {
  readonly junctions: ReadonlyMap<string, FleetJunction>
  /** Seconds of yellow and red clearance by device. */
  readonly clearances: ReadonlyMap<string, number>
  /** Runs of other routes that go on. */
  readonly others: readonly RouteRun[]
}

/**
 * Returns the earliest time at which a vehicle may leave the start so that the first junction is requested in time, epoch
 * milliseconds.
 */
export function earliestStartMs(route: Route, { clearances }: PreviewFacts, nowMs: number): number {
  const [first] = route.junctions
  if (!first) return nowMs
  const neededMs = READY_MS + leadMs(route, clearances.get(first.device) ?? 0)
  return nowMs + Math.max(0, neededMs - driveMs(route.junctions, 0, first.position))
}

/** Returns a row for each junction of a vehicle that leaves the start at `leavesMs`, epoch milliseconds. */
export function previewRows(route: Route, facts: PreviewFacts, leavesMs: number): readonly PreviewRow[] {
  const fix = { at: leavesMs, m: 0, by: 'clock', late: 0 } as const
  const way = { ...route, fix }
  return route.junctions.map((place): PreviewRow => {
    const { device, phase, position } = place
    const known = facts.junctions.get(device)
    const clearance = facts.clearances.get(device) ?? 0
    const planned = plannedHold(way, place, clearance)
    const other = facts.others.find((run) => wants(run, place, planned, clearance))
    return {
      ...planned,
      ...{ device, phase, position, name: known?.label ?? device },
      left: phase === 3 ? 'phase3' : reasonOf(known),
      isFaulty: [3, 4].includes(known?.facts.watcherState?.level ?? 0),
      flashes: known?.facts.watcherState?.mode === 0,
      otherRoute: other?.name,
      waitS: Math.ceil((planned.until - planned.from) / 1000) + clearance,
    }
  })
}

function wants(run: RouteRun, { device, phase }: Route['junctions'][number], planned: PlannedHold, clearance: number) {
  const place = run.junctions.find((one) => one.device === device)
  if (!place || place.phase === phase || place.step.passed !== undefined) return false
  const theirs = plannedHold(run, place, clearance)
  return theirs.from < planned.until && planned.from < theirs.until
}

function reasonOf(junction: FleetJunction | undefined): LeftAlone | undefined {
  if (!junction) return 'gone'
  const { level, state } = junction.facts.watcherState ?? {}
  if (level === 5) return 'danger'
  if (state === 'hold') return 'held'
  return state === 'offline' || junction.facts.neverConnected ? 'offline' : undefined
}

/** Returns a new run of a route, as a console requests it. */
export function newRun(
  route: Route,
  facts: PreviewFacts,
  request: {
    readonly id: string
    readonly name: string
    readonly by: string
    readonly why: string
    readonly drill: boolean
    readonly nowMs: number
    readonly leavesMs: number
  },
): RouteRun {
  const { nowMs, leavesMs, ...own } = request
  const junctions = route.junctions.map(({ device, phase, position, speed }): RunPlace => {
    const { label = '', latitude = null, longitude = null } = facts.junctions.get(device) ?? {}
    const at: RunPlace['at'] = latitude === null || longitude === null ? null : [latitude, longitude]
    return { device, phase, position, speed, name: label, at, step: { used: 0 } }
  })
  return {
    ...{ v: 1, ...own, state: 'requested', at: nowMs, ended: undefined, cancelled: undefined, cancelledBy: '' },
    ...{ longest: route.longest, queue: route.queue, fix: { at: leavesMs, m: 0, by: 'clock', late: 0 } },
    ...{ looked: 0, heard: { order: 0, position: 0 }, stops: { count: 0, seconds: 0 }, stands: false, junctions },
  }
}
