import { byDirection, type ByDirection, type Direction, type Objective } from './corridor.ts'
import type { JunctionChoices } from './choices.ts'
import { isWorthMore, type Valuation, valuationOf, type Worth } from './worth.ts'

/** A possible beginning of a band at the first junction, milliseconds, and the widest band of its direction there. */
interface Front {
  readonly atMs: number
  readonly mostMs: number
}

/** The best pair of bands. */
export interface BestBands {
  /** Where each band begins at the first junction, milliseconds of the cycle; null for a band that is given up. */
  readonly frontsMs: ByDirection<number | null>
  /** Whole milliseconds. A direction that nothing limits has the whole cycle. */
  readonly widthsMs: ByDirection<number>
  /** False if the search was cut short; then nothing is worth more than `boundMs`. */
  readonly exact: boolean
  /** Upper bound of the objective, milliseconds; the worth of these bands if they are exact. */
  readonly boundMs: number
  /** How many pairs of fronts were looked at. */
  readonly pairs: number
}

/** Progress of the search: pairs of fronts examined, and the most there can be. */
export interface SearchProgress {
  readonly done: number
  readonly atMost: number
}

/** Pairs of fronts between two steps: a few milliseconds. */
const PAIRS_OF_STEP = 250
/**
 * Pairs of fronts that are looked at before the search is cut short: more than there are for 12 junctions without
 * offsets at 150 s. With offsets there are far fewer.
 */
const MOST_PAIRS = 4_000_000

/**
 * Searches the best bands of a corridor over all layouts and whole-second offsets. Yields after each few milliseconds,
 * so that the caller may show progress, let other work have its turn, or stop.
 *
 * The result is exact. The first vehicle of a widest band meets the beginning of some junction's green. Offsets are
 * whole seconds, so that in each direction a band can begin only at as many fractions of a second as there are
 * junctions. For a given pair of such fronts each junction chooses for itself. Where all controllers have offsets, only
 * their differences count, and one front can be kept in the first second of the cycle: n²·C pairs for n junctions and a
 * cycle of C seconds, else at most (n·C)². Pairs that cannot surpass the best one so far are left out.
 */
export function* searchBands(
  choices: readonly JunctionChoices[],
  objective: Objective,
  cycle: number,
  mostPairs = MOST_PAIRS,
): Generator<SearchProgress, BestBands> {
  const valuation = valuationOf(objective)
  const anySecond = choices.every(({ canOffset }) => canOffset)
  yield { done: 0, atMost: mostPairs }
  const outboundFronts = frontsOf(choices, 'outbound', cycle, anySecond ? 1 : cycle)
  yield { done: 0, atMost: mostPairs }
  const fronts = { outbound: outboundFronts, inbound: frontsOf(choices, 'inbound', cycle, cycle) }
  yield { done: 0, atMost: mostPairs }
  const widest = byDirection((direction) => fronts[direction][0]?.mostMs ?? 0)
  let best = bestOfOneDirection(fronts, valuation)
  const widthsAt = pairSearch(choices, cycle, valuation)
  const atMost = Math.min(mostPairs, fronts.outbound.length * fronts.inbound.length)
  let done = 0

  for (const outbound of fronts.outbound) {
    if (!isWorthMore(valuation, outbound.mostMs, widest.inbound, best)) break
    for (const inbound of fronts.inbound) {
      if (!isWorthMore(valuation, outbound.mostMs, inbound.mostMs, best)) break
      if (done === mostPairs) {
        const { frontsMs, widthsMs } = best
        const boundMs = valuation.first(outbound.mostMs, widest.inbound)
        return { frontsMs, widthsMs, exact: false, boundMs, pairs: done }
      }
      done++
      if (done % PAIRS_OF_STEP === 0) yield { done, atMost }
      const widthsMs = widthsAt(outbound.atMs, inbound.atMs, best)
      if (widthsMs) best = ranked({ frontsMs: { outbound: outbound.atMs, inbound: inbound.atMs }, widthsMs }, valuation)
    }
  }
  const { frontsMs, widthsMs } = best
  return { frontsMs, widthsMs, exact: true, boundMs: best.first, pairs: done }
}

/** Bands with what they are worth. */
interface Ranked extends Pick<BestBands, 'frontsMs' | 'widthsMs'>, Worth {}

function ranked({ frontsMs, widthsMs }: Pick<BestBands, 'frontsMs' | 'widthsMs'>, valuation: Valuation): Ranked {
  const { outbound, inbound } = widthsMs
  return { frontsMs, widthsMs, first: valuation.first(outbound, inbound), second: valuation.second(outbound, inbound) }
}

/** Returns the better one of the widest band of each direction without the other direction. */
function bestOfOneDirection(fronts: ByDirection<readonly Front[]>, valuation: Valuation): Ranked {
  const alone = (direction: Direction) => {
    const front = fronts[direction][0]
    return ranked(
      {
        frontsMs: byDirection((other) => (other === direction && front ? front.atMs : null)),
        widthsMs: byDirection((other) => (other === direction && front ? front.mostMs : 0)),
      },
      valuation,
    )
  }
  const [outbound, inbound] = [alone('outbound'), alone('inbound')]
  return isWorthMore(valuation, inbound.widthsMs.outbound, inbound.widthsMs.inbound, outbound) ? inbound : outbound
}

/** Returns where a direction's band can begin in the first `seconds` of the cycle, the one with the widest band first. */
function frontsOf(
  choices: readonly JunctionChoices[],
  direction: Direction,
  cycle: number,
  seconds: number,
): readonly Front[] {
  const limiting = choices.flatMap(({ greens, leadAlone }) => {
    const green = greens[direction]
    return green ? [{ ...green, leadAlone }] : []
  })
  if (limiting.length === 0) return [{ atMs: 0, mostMs: cycle * 1000 }]
  const fractions = new Set(limiting.map(({ passingMs }) => (1000 - secondsAndRest(passingMs).restMs) % 1000))
  const fronts: Front[] = []
  for (const fraction of fractions) {
    for (let second = 0; second < seconds; second++) {
      const atMs = second * 1000 + fraction
      let mostMs = cycle * 1000
      for (const { greenMs, passingMs, leadAlone } of limiting) {
        const front = secondsAndRest(atMs + passingMs)
        const lead = leadAlone(direction, front.seconds)
        mostMs = lead === null ? 0 : Math.min(mostMs, greenMs - front.restMs - lead * 1000)
        if (mostMs <= 0) break
      }
      if (mostMs > 0) fronts.push({ atMs, mostMs })
    }
  }
  return fronts.sort((a, b) => b.mostMs - a.mostMs || a.atMs - b.atMs)
}

function secondsAndRest(ms: number): { readonly seconds: number; readonly restMs: number } {
  const seconds = Math.floor(ms / 1000)
  return { seconds, restMs: ms - seconds * 1000 }
}

type PairSearch = (outboundMs: number, inboundMs: number, best: Worth) => ByDirection<number> | null

/**
 * Returns a function that finds the best widths of bands with these fronts; null if they are worth no more than the best
 * so far. It allocates nothing for most pairs.
 */
function pairSearch(choices: readonly JunctionChoices[], cycle: number, valuation: Valuation): PairSearch {
  const { first, second } = valuation
  const cycleMs = cycle * 1000
  // What has the fewest choices refuses most pairs.
  const junctions = [...choices].sort((a, b) => Number(a.canOffset) - Number(b.canOffset))
  // The widths that each choice of each junction allows, as pairs; the choices of junction i end at `ends[i]`.
  const widths: number[] = []
  const ends: number[] = []

  return (outboundMs, inboundMs, best) => {
    let [count, mostOutbound, mostInbound, mostWorth] = [0, cycleMs, cycleMs, Number.POSITIVE_INFINITY]
    for (const [index, { greens, leads }] of junctions.entries()) {
      const outboundAt = outboundMs + (greens.outbound?.passingMs ?? 0)
      const inboundAt = inboundMs + (greens.inbound?.passingMs ?? 0)
      const [outboundSecond, inboundSecond] = [Math.floor(outboundAt / 1000), Math.floor(inboundAt / 1000)]
      const outboundLeft = greens.outbound ? greens.outbound.greenMs - (outboundAt - outboundSecond * 1000) : cycleMs
      const inboundLeft = greens.inbound ? greens.inbound.greenMs - (inboundAt - inboundSecond * 1000) : cycleMs
      const pairs = leads(outboundSecond, inboundSecond)
      if (pairs.length === 0) return null
      let [widestOutbound, widestInbound, worth] = [0, 0, 0]
      for (let i = 0; i < pairs.length; i += 2) {
        const outbound = outboundLeft - (pairs[i] ?? 0) * 1000
        const inbound = inboundLeft - (pairs[i + 1] ?? 0) * 1000
        widths[count++] = outbound
        widths[count++] = inbound
        widestOutbound = Math.max(widestOutbound, outbound)
        widestInbound = Math.max(widestInbound, inbound)
        worth = Math.max(worth, first(outbound, inbound))
      }
      ends[index] = count
      mostOutbound = Math.min(mostOutbound, widestOutbound)
      mostInbound = Math.min(mostInbound, widestInbound)
      mostWorth = Math.min(mostWorth, worth)
      if (mostWorth < best.first) return null
      if (mostWorth === best.first && second(mostOutbound, mostInbound) <= best.second) return null
    }
    return widestPair(widths.slice(0, count), ends, { mostOutbound, valuation, best })
  }
}

interface Demands {
  /** The widest outbound band that each junction has a choice for, milliseconds. */
  readonly mostOutbound: number
  readonly valuation: Valuation
  readonly best: Worth
}

/** Returns the best widths for which each junction has a choice; null if they are worth no more than the best so far. */
function widestPair(
  widths: readonly number[],
  ends: readonly number[],
  { mostOutbound, valuation, best }: Demands,
): ByDirection<number> | null {
  let found: ByDirection<number> | null = null
  let standing = best
  // A widest outbound band is as wide as some choice allows.
  const outbounds = new Set(widths.filter((width, index) => index % 2 === 0 && width <= mostOutbound))
  for (const outbound of outbounds) {
    const inbound = inboundBeside(outbound, widths, ends)
    if (!isWorthMore(valuation, outbound, inbound, standing)) continue
    found = { outbound, inbound }
    standing = { first: valuation.first(outbound, inbound), second: valuation.second(outbound, inbound) }
  }
  return found
}

/** Returns the widest inbound band beside an outbound one of this width. */
function inboundBeside(outbound: number, widths: readonly number[], ends: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY
  let from = 0
  for (const end of ends) {
    let widest = 0
    for (let i = from; i < end; i += 2) if ((widths[i] ?? 0) >= outbound) widest = Math.max(widest, widths[i + 1] ?? 0)
    least = Math.min(least, widest)
    from = end
  }
  return least
}
