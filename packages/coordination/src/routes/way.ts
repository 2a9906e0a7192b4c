/** @file The way of a vehicle along a route: where it is, and when it comes. Metres, km/h and epoch milliseconds. */
import type { Corridor } from '@greenwave/contract/records/corridors'
import { positionsM } from '@greenwave/contract/records/corridors'
import type { Route, RouteRun, RoutePosition, RunPlace } from '@greenwave/contract/records/routes'
import { LONGEST_HOLD_S, QUEUE_S } from '@greenwave/contract/records/routes'
import type { Direction } from '../corridor.ts'
import { KMH_PER_M_PER_S } from '../corridor.ts'

/** Speed where no link has one, km/h. */
const USUAL_KMH = 40
/** A position counts for no more than this distance from the way, metres. */
const NEAR_M = 150
/** A vehicle is looked for so far before the junction that it passed last, and after the last one, metres. */
const BACK_M = 60
const BEYOND_M = 500
/** Mean radius of the earth, metres (IUGG). */
const EARTH_M = 6_371_009

/** Places with the way to each. */
type Way = readonly Pick<RunPlace, 'position' | 'speed'>[]

/** A vehicle on its way, as far as it is known. */
export interface Moving extends Pick<RouteRun, 'fix'> {
  readonly junctions: Way
}

/**
 * Converts one direction of a corridor into a route. Junctions whose signals do not delay that direction are left out; an
 * inbound way is measured from the last junction.
 */
export function routeOfCorridor(corridor: Corridor, direction: Direction): Route {
  const metres = positionsM(corridor)
  const length = metres.at(-1) ?? 0
  const outbound = corridor.junctions.map(({ device, phase, speed }, index) => {
    const at = metres[index] ?? 0
    // The speed of a link is noted at its outbound end, which an inbound vehicle meets first.
    const kmh = direction === 'outbound' ? speed.outbound : (corridor.junctions[index + 1]?.speed.inbound ?? null)
    return { device, phase: phase[direction], position: direction === 'outbound' ? at : length - at, speed: kmh }
  })
  const inOrder = direction === 'outbound' ? outbound : outbound.toReversed()
  const junctions = inOrder.flatMap(({ phase, ...place }) => (phase === null ? [] : [{ ...place, phase }]))
  return { longest: LONGEST_HOLD_S.usual, queue: QUEUE_S.usual, junctions }
}

/** Returns the speed on the link before a junction, km/h; the last one's behind it. */
function speedOf(way: Way, index: number): number {
  for (let nth = Math.min(index, way.length - 1); nth >= 0; nth -= 1) {
    const speed = way[nth]?.speed
    if (speed) return speed
  }
  return way.find(({ speed }) => speed)?.speed ?? USUAL_KMH
}

/** Returns how long the vehicle drives between two positions, milliseconds; negative backwards. */
export function driveMs(way: Way, fromM: number, toM: number): number {
  if (toM < fromM) return -driveMs(way, toM, fromM)
  let [ms, at] = [0, fromM]
  for (let index = 0; index <= way.length; index += 1) {
    const end = Math.min(way[index]?.position ?? Number.POSITIVE_INFINITY, toM)
    if (end <= at) continue
    ms += ((end - at) * KMH_PER_M_PER_S * 1000) / speedOf(way, index)
    at = end
  }
  return Math.round(ms)
}

/** (§11) Returns when the vehicle is expected at a position: from the newest fix with the speeds of the links. */
export function etaMs({ fix, junctions }: Moving, positionM: number): number {
  return fix.at + fix.late + driveMs(junctions, fix.m, positionM)
}

/** Returns where the vehicle is expected at a time, metres from the start; it waits at 0 before it leaves. */
export function expectedM({ fix, junctions }: Moving, nowMs: number): number {
  let [leftMs, at] = [Math.max(0, nowMs - fix.at - fix.late), fix.m]
  for (let index = 0; index <= junctions.length; index += 1) {
    const end = junctions[index]?.position ?? Number.POSITIVE_INFINITY
    if (end <= at) continue
    const perMs = speedOf(junctions, index) / KMH_PER_M_PER_S / 1000
    const ms = (end - at) / perMs
    if (ms >= leftMs) return at + leftMs * perMs
    leftMs -= ms
    at = end
  }
  return at
}

/**
 * Returns how far along the way a position is, metres; null where it is not near the way, or where places of junctions are
 * not known. Of a way that comes near itself the part from the last fix on counts.
 */
export function metresAt({ fix, junctions }: Pick<RouteRun, 'fix' | 'junctions'>, here: RoutePosition): number | null {
  const scale = Math.cos((here.latitude * Math.PI) / 180)
  const perDegree = (EARTH_M * Math.PI) / 180
  const known = junctions.flatMap(({ at, position }) =>
    at
      ? [{ x: (at[1] - here.longitude) * perDegree * scale, y: (at[0] - here.latitude) * perDegree, m: position }]
      : [],
  )
  let best: { readonly m: number; readonly away: number } | null = null
  for (const [index, to] of known.entries()) {
    const from = known[index - 1]
    if (!from) continue
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const square = dx * dx + dy * dy
    if (square === 0) continue
    const length = Math.sqrt(square)
    const least = index === 1 ? -from.m / length : 0
    const most = index === known.length - 1 ? 1 + BEYOND_M / length : 1
    const share = Math.min(most, Math.max(least, -(from.x * dx + from.y * dy) / square))
    const away = Math.hypot(from.x + share * dx, from.y + share * dy)
    // Beyond both ends a metre of the map is a metre of the way; between junctions the way may be longer than the line.
    const beyond = share < 0 ? share * length : share > 1 ? (share - 1) * length : null
    const m = beyond === null ? from.m + share * (to.m - from.m) : (share < 0 ? from.m : to.m) + beyond
    if (away <= NEAR_M && m >= fix.m - BACK_M && (!best || away < best.away)) best = { m, away }
  }
  return best && Math.max(0, best.m)
}
