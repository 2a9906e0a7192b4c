/** Result of one cycle of a corridor, and the junction that causes it. */
import type { Corridor as CorridorContent } from '@greenwave/contract/records/corridors'
import type { WaveCycleState } from '@greenwave/contract/records/waves'
import { byDirection, type ByDirection, DIRECTIONS, type Direction } from '../corridor.ts'
import { type SeenBand, seenBand, type SeenJunction, type TimeSpan } from '../seenBand.ts'
import type { Junction } from '@greenwave/observer/junction'
import type { JudgedJunction } from './causes.ts'
import type { GreensSeen } from './GreensSeen.ts'
import type { PlannedWave } from './plannedWave.ts'

/** A junction as its observer has it. */
export interface WatchedSignals {
  /** Whether all that is followed of it is known. */
  readonly isReady: boolean
  readonly evaluated: JudgedJunction
  readonly junction: Pick<Junction, 'street'>
}

/** A junction of a corridor, as far as it is watched. */
export interface WaveJunction {
  /** The id of its device, and what people call it. */
  readonly device: string
  readonly junction: string
  /** Undefined for one that there is not any more. */
  readonly watched: WatchedSignals | undefined
  readonly greens: GreensSeen | undefined
  /** Name of its kind of day; empty or left out where none is known. */
  readonly kind?: string
  /** The settings of its kind of day while it lacks them; the same object as long as they are the same. */
  readonly lacks?: Readonly<Record<string, number>> | null
}

/** Resolution of one sample a second: a band that falls short by less equals the planned one. Milliseconds. */
const SEEN_WITHIN_MS = 2000

/** Result of a cycle. */
export interface EvaluatedCycle {
  readonly state: Exclude<WaveCycleState, 'changing'>
  /** The band that was seen, milliseconds; null where it was not, and where none is planned. */
  readonly seenMs: ByDirection<number | null>
  /** Of the directions with a band the one of which the smallest share is left, at most so many milliseconds. */
  readonly worst: { readonly direction: Direction; readonly mostMs: number }
}

/**
 * Evaluates a cycle: `broken` if less than half of a planned band can have been there, `whole` if no direction had less,
 * `unseen` if too little is known.
 */
export function evaluatedCycle(
  seen: ByDirection<readonly SeenJunction[]>,
  planned: PlannedWave,
  cycle: TimeSpan,
): EvaluatedCycle {
  const bands = byDirection((direction) => (planned.bandMs[direction] ? seenBand(seen[direction], cycle) : null))
  const served = DIRECTIONS.flatMap((direction) => {
    const [band, plannedMs] = [bands[direction], planned.bandMs[direction]]
    return band && plannedMs ? [{ direction, band, plannedMs }] : []
  })
  const isBroken = served.some(({ band, plannedMs }) => isShort(band.mostMs, plannedMs))
  const isWhole = served.every(({ band, plannedMs }) => !isShort(band.leastMs, plannedMs))
  const [worst] = served.sort((a, b) => a.band.mostMs / a.plannedMs - b.band.mostMs / b.plannedMs)
  return {
    state: isBroken ? 'broken' : isWhole ? 'whole' : 'unseen',
    seenMs: byDirection((direction) => seenMs(bands[direction])),
    worst: { direction: worst?.direction ?? 'outbound', mostMs: worst?.band.mostMs ?? 0 },
  }
}

/** Returns whether a band is under half of the planned one, by more than samples can hide. */
function isShort(bandMs: number, plannedMs: number): boolean {
  return bandMs < plannedMs / 2 && plannedMs - bandMs > SEEN_WITHIN_MS
}

function seenMs(band: SeenBand | null): number | null {
  return band && band.mostMs - band.leastMs <= SEEN_WITHIN_MS ? band.leastMs : null
}

/** Observed greens of the junctions that serve each direction, with their places in the corridor. */
export function seenOf(
  content: CorridorContent,
  junctions: readonly WaveJunction[],
  { corridor, passingMs }: PlannedWave,
): ByDirection<readonly (SeenJunction & { readonly place: number })[]> {
  const newestMs = junctions.map(({ watched }) => watched?.junction.street?.sample.ts ?? null)
  return byDirection((direction) =>
    junctions.flatMap(({ greens }, place) => {
      const phase = content.junctions[place]?.phase[direction]
      if (phase == null || !corridor[place]?.greens[direction]) return []
      const seen = greens?.seen(phase, newestMs[place] ?? null) ?? UNSEEN
      return [{ ...seen, place, passingMs: passingMs[direction][place] ?? 0 }]
    }),
  )
}

const UNSEEN = { greens: [], gaps: [{ fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }] }

/**
 * Returns the place of the junction that narrows a band most: without it the band would be widest. Of several that narrow
 * as much one with a reason against it, which is also taken where no single one is to blame. Null without either.
 */
export function blamed(
  seen: readonly (SeenJunction & { readonly place: number })[],
  cycle: TimeSpan,
  hasReason: (place: number) => boolean,
): number | null {
  const without = (place: number): number =>
    seenBand(
      seen.filter((one) => one.place !== place),
      cycle,
    ).mostMs
  const widths = seen.map(({ place }) => ({ place, mostMs: without(place) })).sort((a, b) => b.mostMs - a.mostMs)
  const [widest] = widths
  const known = widths.find(({ place }) => hasReason(place))
  const narrows = widest !== undefined && widest.mostMs > seenBand(seen, cycle).mostMs + SEEN_WITHIN_MS
  if (known && (!narrows || known.mostMs >= widest.mostMs - SEEN_WITHIN_MS)) return known.place
  return narrows ? widest.place : null
}
