/** Facts about the junctions of a corridor and the corridor state derived from them, without texts. */
import { type Corridor as CorridorContent, positionsM } from '@greenwave/contract/records/corridors'
import type { OwnLimits } from '@greenwave/controller/checks/ownLimits'
import { type PhaseNumber, PHASES, type ProgramNumber } from '@greenwave/controller/controllerLimits'
import { modulo } from '@greenwave/controller/cycle'
import { nextPlanChange, plansInPlay, runningAt } from '@greenwave/controller/schedule'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { parseSettings, writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { type BandLimit, bandLimits } from '@greenwave/coordination/bandLimits'
import { type Bands, bandsOf } from '@greenwave/coordination/bands'
import {
  type ByDirection,
  byDirection,
  type CorridorJunction,
  DIRECTIONS,
  type Direction,
  type Timing,
} from '@greenwave/coordination/corridor'
import { type MidnightCut, midnightCut } from '@greenwave/coordination/dayCycle'
import { corridorOfSettings, type SetJunction, type Unserved } from '@greenwave/coordination/fromSettings'
import { type Misfit, misfits } from '@greenwave/coordination/misfits'
import { hidesGreen } from '@greenwave/coordination/observed/causes'
import { drivenLinks } from '@greenwave/coordination/travel'
import { plainValues } from '@greenwave/observer/inEffect'
import type { DeviceState } from '../../../data/device/deviceState.ts'

/** Facts about a junction. */
export interface JunctionFacts {
  /** The settings that its controller runs; null until they are known. */
  readonly running: ControllerSettings | null
  /** Whether a mode was ever set or reported; without one, and without plans, it is unknown what drives the lamps. */
  readonly modeIsKnown: boolean
  readonly inEffect: DeviceState['inEffect']
  /** Whole seconds by which its clock is ahead of the platform's; null where that is not known now. */
  readonly driftSeconds: number | null
  readonly online: boolean
  /** (R19) Whether its controller reports offsets. */
  readonly canOffset: boolean
  /** Whether its controller has reported anything of its settings, ever. */
  readonly hasReported: boolean
  /** Whether its greens are actuated, as far as is set or learned. */
  readonly isActuated?: boolean
  /** Phases whose display does not show when their green begins. */
  readonly hides?: readonly PhaseNumber[]
  /** The limits of this junction, for the checks. */
  readonly limits?: OwnLimits
}

const OFFSET_KEYS = offsetRow.settings.flatMap(({ keyNames }) => keyNames)

/** Extracts the facts about a device that a corridor uses. */
export function junctionFacts(device: DeviceState): JunctionFacts {
  const { shared, client, running, modeIsKnown, inEffect, clock, clockFreshness, connectivity, site, observed } = device
  const reported = plainValues(client ?? {})
  return {
    running: shared !== undefined && client !== undefined ? running : null,
    modeIsKnown,
    inEffect,
    driftSeconds: clockFreshness.kind === 'live' ? (clock?.driftSeconds ?? null) : null,
    online: connectivity.online,
    hasReported: Object.keys(reported).length > 0,
    canOffset: OFFSET_KEYS.some((key) => reported[key] !== undefined && reported[key] !== ''),
    isActuated: observed.styles.control?.kind === 'actuated',
    hides: PHASES.filter((phase) => hidesGreen(observed.styles.display, phase)),
    limits: site.limits,
  }
}

/** Returns the facts about a junction on days of a kind: with the settings of this kind in place of what runs now. */
export function onKind(facts: JunctionFacts, kind: Readonly<Record<string, number>> | undefined): JunctionFacts {
  const { running } = facts
  return running && kind ? { ...facts, running: parseSettings({ ...writeSettings(running), ...kind }) } : facts
}

/** Point of view on a corridor: as it runs now, or as its plans set it at a second of the day. */
export type LookedAt = 'now' | number

/** Why a junction takes part in no wave, or may not. `junction` is its index. */
export type Obstacle =
  | { readonly code: 'unseen' | 'unknownSettings' | 'offline' | 'held'; readonly junction: number }
  | { readonly code: 'flashing'; readonly junction: number }
  | { readonly code: 'noWay' | 'hidden'; readonly junction: number }
  | { readonly code: 'clock'; readonly junction: number; readonly seconds: number }
  | Unserved
  | Misfit

/** Obstacles shown beside a band; all others prevent it. */
const REMARKS: ReadonlySet<Obstacle['code']> = new Set(['offline', 'clock', 'hidden'])

/** Clock error below which a clock counts as right, seconds. */
const CLOCK_TOLERANCE = 3

/** A corridor as its controllers make it. */
export interface CorridorState {
  /** The junctions with their programs; null for one of which no program is known. */
  readonly set: readonly (SetJunction | null)[]
  /** The common cycle, seconds; 0 without any. */
  readonly cycle: number
  readonly obstacles: readonly Obstacle[]
  /** (V13) What midnight does to the cycle. */
  readonly midnight: MidnightCut | null
  /** Wave as set; null while an obstacle prevents any wave. */
  readonly wave: Wave | null
}

/** The wave of a corridor. */
export interface Wave {
  readonly corridor: readonly CorridorJunction[]
  readonly cycle: number
  /** As they are set, or tried: by clocks that are right. */
  readonly timings: readonly Timing[]
  /** As the clocks make it. */
  readonly bands: Bands
  readonly limits: readonly BandLimit[]
  /** With clocks that are right; the same object as `bands` where they are. */
  readonly promised: Bands
}

/** Parts of a corridor. */
export interface CorridorParts {
  readonly content: CorridorContent
  readonly nameOf: (deviceId: string) => string | undefined
  /** In the order of the junctions. */
  readonly facts: readonly JunctionFacts[]
  readonly at: LookedAt
  /** Offsets that are tried, by the id of the device. */
  readonly tried: ReadonlyMap<string, number>
}

/** Returns a corridor as its controllers make it. */
export function corridorState({ content, nameOf, facts, at, tried }: CorridorParts): CorridorState {
  const { junctions } = content
  const obstacles: Obstacle[] = []
  const positions = positionsM(content)
  const set = junctions.map(({ device, speed, phase }, junction): SetJunction | null => {
    const found = facts[junction]
    const name = nameOf(device)
    if (name === undefined) return missing({ code: 'unseen', junction })
    if (!found?.running) return missing({ code: 'unknownSettings', junction })
    const { running, canOffset, isActuated = false, hides = [] } = found
    const program = programAt(found, at)
    if (typeof program === 'string') return missing({ code: program, junction })
    if (at === 'now' && !found.online) obstacles.push({ code: 'offline', junction })
    if (at === 'now' && DIRECTIONS.some((direction) => hides.some((hidden) => hidden === phase[direction])))
      obstacles.push({ code: 'hidden', junction })
    const offset = tried.get(device) ?? (canOffset ? (offsetRow.at({ program }).of(running) ?? 0) : 0)
    return {
      name,
      positionM: positions[junction] ?? 0,
      speedKmh: speed,
      phases: phase,
      program: programOf(running, program),
      clearance: running.clearance,
      offset,
      canOffset,
      isActuated,
    }
  })
  // The place of each among all junctions.
  const places = set.flatMap((junction, index) => (junction ? [index] : []))
  const drifts = places.map((place) => driftOf(facts[place], at))
  const made = stateOfJunctions(
    set.filter((junction) => junction !== null),
    drifts,
  )
  obstacles.push(
    ...made.obstacles.map((fact) => ({ ...fact, junction: places[fact.junction] ?? 0 })),
    ...waysWithout(content),
  )
  return {
    ...made,
    set,
    obstacles: obstacles.sort((a, b) => a.junction - b.junction),
    wave: obstacles.some(({ code }) => !REMARKS.has(code)) ? null : made.wave,
  }

  function missing(obstacle: Obstacle): null {
    obstacles.push(obstacle)
    return null
  }
}

/** Returns the seconds by which a junction's clock is off now; 0 where it is right, or where that does not matter. */
function driftOf(facts: JunctionFacts | undefined, at: LookedAt): number {
  const seconds = facts?.driftSeconds ?? 0
  return at === 'now' && Math.abs(seconds) >= CLOCK_TOLERANCE ? seconds : 0
}

/** Derives the state of a corridor from the programs of its junctions. `drifts` are their clock errors, seconds. */
export function stateOfJunctions(
  set: readonly SetJunction[],
  drifts: readonly number[] = set.map(() => 0),
): CorridorState {
  const { corridor, timings, cycle, unserved } = corridorOfSettings(set)
  const clocks = drifts.flatMap((seconds, junction) =>
    seconds === 0 ? [] : [{ code: 'clock' as const, junction, seconds }],
  )
  const obstacles: readonly Obstacle[] = [...unserved, ...misfits(corridor, cycle, timings), ...clocks]
  const isPrevented = cycle === 0 || obstacles.some(({ code }) => !REMARKS.has(code))
  return {
    set,
    cycle,
    obstacles,
    midnight: cycle > 0 ? midnightCut(cycle) : null,
    wave: isPrevented ? null : waveOf({ corridor, cycle, timings }, drifts),
  }
}

function waveOf(set: Pick<Wave, 'corridor' | 'cycle' | 'timings'>, drifts: readonly number[]): Wave {
  const { corridor, cycle, timings } = set
  const promised = bandsOf(corridor, cycle, timings)
  if (drifts.every((seconds) => seconds === 0))
    return { ...set, bands: promised, promised, limits: bandLimits(corridor, { cycle, timings, bands: promised }) }
  // A clock that is ahead begins every cycle sooner (R8).
  const driven = timings.map((timing, index) => ({
    ...timing,
    offset: modulo(timing.offset - (drifts[index] ?? 0), corridor[index]?.ownCycle ?? cycle),
  }))
  const bands = bandsOf(corridor, cycle, driven)
  return { ...set, bands, promised, limits: bandLimits(corridor, { cycle, timings: driven, bands }) }
}

/** Returns the program of a junction, or why it has none. */
function programAt(
  { running, modeIsKnown, inEffect }: JunctionFacts,
  at: LookedAt,
): ProgramNumber | 'flashing' | 'held' | 'unknownSettings' {
  if (!running) return 'unknownSettings'
  if (at !== 'now') {
    const wanted = runningAt(running, at)
    if (wanted.kind === 'program') return wanted.program
    return modeIsKnown || wanted.plan !== null ? 'flashing' : 'unknownSettings'
  }
  if (!inEffect) return 'unknownSettings'
  if (inEffect.kind === 'hold') return 'held'
  return inEffect.program ?? 'flashing'
}

/** Lists the ways whose distance, or a speed that is driven there, is unknown. */
function waysWithout({ junctions }: CorridorContent): readonly Obstacle[] {
  const streets = junctions.map(({ phase }) => ({
    greens: byDirection((direction) => (phase[direction] === null ? null : { green: 1, start: 0 })),
  }))
  const driven: ByDirection<readonly number[]> = byDirection((direction) => drivenLinks(streets, direction))
  return junctions.flatMap(({ distance, speed }, junction) => {
    const lacks = (direction: Direction) => driven[direction].includes(junction) && speed[direction] === null
    const isUnknown = junction > 0 && (distance === null || DIRECTIONS.some(lacks))
    return isUnknown ? [{ code: 'noWay' as const, junction }] : []
  })
}

/** Returns the seconds of the day at which a plan of some junction begins, in order. */
export function planStarts(facts: readonly JunctionFacts[]): readonly number[] {
  const starts = facts.flatMap(({ running }) =>
    running ? plansInPlay(running).map(({ hour, minute }) => hour * 3600 + minute * 60) : [],
  )
  return [...new Set(starts)].sort((a, b) => a - b)
}

/** Returns the begin of the plan that runs at a second of the day: the last one before, or that of the day before. */
export function startBefore(starts: readonly number[], second: number): number {
  return starts.findLast((start) => start <= second) ?? starts.at(-1) ?? 0
}

/** Returns when the plan of one of the junctions changes next, by clocks that are right; undefined if none ever does. */
export function nextChangeMs(facts: readonly JunctionFacts[], nowMs: number): number | undefined {
  const changes = facts.flatMap(({ running }) => (running && nextPlanChange(running, nowMs)?.atMs) ?? [])
  return changes.length === 0 ? undefined : Math.min(...changes)
}
