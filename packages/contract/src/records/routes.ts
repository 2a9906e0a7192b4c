/**
 * @file Green routes: junctions that hold the phase of a vehicle's way just before it comes. A route is an asset of this
 * type, its content among the notes of the asset under `gw`. A run of it is the server attribute `gw_run` of the asset,
 * which a console writes once and the watcher from then on. What people and vehicles report meanwhile is telemetry, so that
 * two of them lose nothing: `gw_order` and `gw_position`. The record of a run that is over is telemetry `gw_route`.
 */
import * as z from 'zod/mini'
import { parseJson } from '../jsonValue.ts'
import { Time } from '../time.ts'
import type { Asset } from '../wire/assets.ts'
import { Uuid } from '../wire/ids.ts'
import { infoOf } from '../wire/tolerant.ts'
import { LINK_KMH } from './corridors.ts'
import type { Hold } from './holds.ts'

/** Type of the assets that are green routes. */
export const ROUTE_TYPE = 'route'
/** Server attribute of a route: a `RouteRun`. */
export const RUN_KEY = 'gw_run'
/** Telemetry of a route: a `RouteOrder`, a `RoutePosition`, and the `RouteRun` of a run that is over. */
export const ORDER_KEY = 'gw_order'
export const POSITION_KEY = 'gw_position'
export const ROUTE_KEY = 'gw_route'

/** Most junctions of a route. */
const MOST_ROUTE_JUNCTIONS = 50
/** Metres from the start of a route, both ends included. */
const ROUTE_METRES = { min: 0, max: 200_000 } as const
/** Longest time that a run holds one junction, seconds. */
export const LONGEST_HOLD_S = { min: 30, max: 300, usual: 120 } as const
/** Time to empty the queue in front of a junction, seconds. */
export const QUEUE_S = { min: 0, max: 60, usual: 10 } as const
const LONGEST_TEXT = 255
const MOST_SHIFT_S = 600

const within = (range: { readonly min: number; readonly max: number }) =>
  z.number().check(z.minimum(range.min), z.maximum(range.max))
const Text = z._default(z.string().check(z.maxLength(LONGEST_TEXT)), '')
const time = z.catch(z.optional(Time), undefined)

const place = {
  /** The id of its device. */
  device: Uuid,
  /** The phase of the way. Phase 3 cannot be held: no mode offers it. */
  phase: z.literal([1, 2, 3]),
  /** Metres from the start of the route; never falls along the route. */
  position: within(ROUTE_METRES),
  /** Km/h on the link before the junction; null: as on the link before that, and 40 km/h without any. */
  speed: z.catch(z.nullable(within(LINK_KMH)), null),
}
const RoutePlace = z.looseObject(place)
/** A junction of a route, and the way to it from the one before. */
type RoutePlace = z.infer<typeof RoutePlace>

const isInOrder = (places: readonly { readonly position: number; readonly device: string }[]) =>
  places.every(({ position }, index) => position >= (places[index - 1]?.position ?? 0)) &&
  new Set(places.map(({ device }) => device)).size === places.length
const inOrder = <S extends z.core.$ZodType<RoutePlace, unknown>>(schema: S) =>
  z.array(schema).check(z.minLength(1), z.maxLength(MOST_ROUTE_JUNCTIONS), z.refine(isInOrder))

const limits = {
  /** Longest time that one junction is held, seconds. */
  longest: z._default(within(LONGEST_HOLD_S), LONGEST_HOLD_S.usual),
  /** Time to empty the queue in front of a junction, seconds. */
  queue: z._default(within(QUEUE_S), QUEUE_S.usual),
}
const Route = z.looseObject({ ...limits, junctions: inOrder(RoutePlace) })
/** The content of a route. Junctions are in the order of the way, each once. */
export type Route = z.infer<typeof Route>

/** Parses the content of a route's asset; undefined where any junction cannot be read: the way would be another one. */
export function parseRoute({ additionalInfo }: Pick<Asset, 'additionalInfo'>): Route | undefined {
  const read = z.safeParse(Route, infoOf(additionalInfo).gw)
  return read.success ? read.data : undefined
}

/** Returns the notes of an asset with this route; other members of the notes that were read stay. */
export function writeRoute(additionalInfo: unknown, route: Route): Record<string, unknown> {
  const info = infoOf(additionalInfo)
  return { ...info, gw: { ...infoOf(info.gw), ...route } }
}

/**
 * Why a run leaves a junction alone.
 *
 * - phase3: no mode holds phase 3
 * - offline: its controller is not connected
 * - danger: an incident of severity CRITICAL is open
 * - held: a person holds a mode there, or chose another one meanwhile
 * - route: another route holds it
 * - longest: it was held for the longest time of this run
 * - refused: the platform refused the mode
 * - gone: no such device is watched
 */
const LEFT_ALONE = ['phase3', 'offline', 'danger', 'held', 'route', 'longest', 'refused', 'gone'] as const
export type LeftAlone = (typeof LEFT_ALONE)[number]

const RouteStep = z.object({
  /** When the vehicle is expected, epoch milliseconds, as all times. */
  eta: time,
  /** When the phase was requested last, reported by the controller, and seen green on the street. */
  asked: time,
  taken: time,
  seen: time,
  /** Since when it is not seen green any more although it is held. */
  unseen: time,
  /** When the vehicle passed; without a report of it only the time at which it was let go. */
  passed: time,
  /** When the junction was let go, and when it was automatic again. */
  letGo: time,
  back: time,
  /** End of its hold. */
  until: time,
  /** Milliseconds of earlier holds of this run. */
  used: z._default(z.number(), 0),
  /** When it was not green 5 s before the vehicle. */
  notGreen: time,
  /** Since when its hold is not in force any more, although nobody let it go here. */
  lost: time,
  /** Why it is left alone at present. */
  left: z.catch(z.optional(z.enum(LEFT_ALONE)), undefined),
})
/** How far a run is with one junction. */
export type RouteStep = z.infer<typeof RouteStep>

const RunPlace = z.object({
  ...place,
  /** Label of the device when the run began. */
  name: Text,
  /** Latitude and longitude; null if not known: then positions do not count here. */
  at: z.catch(z.nullable(z.tuple([z.number(), z.number()])), null),
  step: z._default(RouteStep, { used: 0 }),
})
/** A junction of a run. */
export type RunPlace = z.infer<typeof RunPlace>

/**
 * How far a run is: requested by a console, driven by the watcher, over, cancelled, or refused because no watcher took it on
 * in time.
 */
const RUN_STATES = ['requested', 'running', 'done', 'cancelled', 'refused'] as const

const RouteRun = z.object({
  v: z.literal(1),
  id: z.string().check(z.minLength(1), z.maxLength(LONGEST_TEXT)),
  /** Name of the route. */
  name: Text,
  /** E-mail address of who started it, and why. */
  by: Text,
  why: Text,
  /** Does all but send. */
  drill: z._default(z.boolean(), false),
  state: z.enum(RUN_STATES),
  /** When it was requested, and when it ended. */
  at: Time,
  ended: time,
  /** When it was cancelled, and by whom. */
  cancelled: time,
  cancelledBy: Text,
  ...limits,
  /**
   * What is known of the vehicle: where it was, and when; `clock` until anything is reported. `late`: by how many
   * milliseconds a person said since that it comes later.
   */
  fix: z.object({
    ...{ at: Time, m: z.number(), by: z.enum(['clock', 'passed', 'position']) },
    late: z._default(z.number(), 0),
  }),
  /** When the watcher looked at it last: written every few seconds, so that nobody takes an old run for a present one. */
  looked: z._default(Time, 0),
  /** Times of the newest order and position that were taken over. */
  heard: z._default(z.object({ order: z._default(z.number(), 0), position: z._default(z.number(), 0) }), {
    order: 0,
    position: 0,
  }),
  /** Stops of the vehicle as its positions show them: how many, and seconds together. */
  stops: z._default(z.object({ count: z.number(), seconds: z.number() }), { count: 0, seconds: 0 }),
  /** Whether the newest position is part of a stop. */
  stands: z._default(z.boolean(), false),
  junctions: inOrder(RunPlace),
})
/** A run of a route. */
export type RouteRun = z.infer<typeof RouteRun>

/** Parses a run, as JSON or its text; undefined for anything else. */
export function parseRun(value: unknown): RouteRun | undefined {
  return parseJson(RouteRun, value)
}

/** Returns the run of a green route that a hold belongs to; empty for the hold of a person. */
export function runOfHold({ run }: Hold): string {
  return typeof run === 'string' ? run : ''
}

/** Returns whether a run goes on. */
export function isUnderWay({ state }: Pick<RouteRun, 'state'>): boolean {
  return state === 'requested' || state === 'running'
}

const ordered = { run: z.string(), by: Text }
const RouteOrder = z.union([
  /** The vehicle has passed the junction of this index, from 0. */
  z.object({ ...ordered, kind: z.literal('passed'), junction: z.int().check(z.nonnegative()) }),
  /** The vehicle comes so many seconds later than expected; below 0 earlier. */
  z.object({
    ...{ ...ordered, kind: z.literal('shift') },
    seconds: within({ min: -MOST_SHIFT_S, max: MOST_SHIFT_S }),
  }),
  z.object({ ...ordered, kind: z.literal('cancel') }),
])
/** What a person reports about a run. */
export type RouteOrder = z.infer<typeof RouteOrder>

/** Parses an order, as JSON or its text; undefined for anything else. */
export function parseOrder(value: unknown): RouteOrder | undefined {
  return parseJson(RouteOrder, value)
}

const RoutePosition = z.object({
  latitude: within({ min: -90, max: 90 }),
  longitude: within({ min: -180, max: 180 }),
})
/** Where the vehicle is, degrees. */
export type RoutePosition = z.infer<typeof RoutePosition>

/** Parses a position, as JSON or its text; undefined for anything else. */
export function parsePosition(value: unknown): RoutePosition | undefined {
  return parseJson(RoutePosition, value)
}
