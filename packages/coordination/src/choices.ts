import { modulo } from '@greenwave/controller/cycle'
import { byDirection, type ByDirection, type Corridor, cycleOf, type Direction } from './corridor.ts'
import { type LayoutFamily, layoutFamilies, type Shifts, shiftsBetween } from './layouts.ts'
import { passingTimesMs } from './travel.ts'

/** A green that can limit a band, in milliseconds. One that lasts for the whole cycle cannot. */
interface LimitingGreen {
  readonly greenMs: number
  /** When traffic passes that passes the first junction at 0. */
  readonly passingMs: number
}

/** Contributions of a junction to bands, over all its layouts and offsets. */
export interface JunctionChoices {
  readonly period: number
  readonly greens: ByDirection<LimitingGreen | null>
  readonly families: readonly LayoutFamily[]
  readonly canOffset: boolean
  /**
   * Returns by how many whole seconds its greens can have begun before the seconds in which the two bands begin there:
   * outbound, inbound, outbound, inbound and so on, a pair for each choice that no other one surpasses in both
   * directions. None if both bands cannot be green. 0 for a direction that the junction does not limit.
   */
  readonly leads: (outboundSecond: number, inboundSecond: number) => readonly number[]
  /** Returns the same least lead for one direction alone; null if it cannot be green. */
  readonly leadAlone: (direction: Direction, second: number) => number | null
}

/** Lists the choices of each junction of a corridor at a common cycle. */
export function choicesOf(corridor: Corridor, commonCycle: number): readonly JunctionChoices[] {
  const passing = passingTimesMs(corridor)
  return corridor.map((junction, index) => {
    const period = cycleOf(junction, commonCycle)
    const greens = byDirection((direction) => {
      const green = junction.greens[direction]
      if (!green || green.green >= period) return null
      return { greenMs: green.green * 1000, passingMs: passing[direction][index] ?? 0 }
    })
    const families = layoutFamilies(junction, commonCycle)
    const { canOffset } = junction
    return { period, greens, families, canOffset, ...leadTables({ canOffset, families, greens, period }) }
  })
}

/** As many leads of a junction as a cycle of 150 s has are kept; without a limit those of 50 junctions would fill the memory. */
const MOST_KNOWN = 150 ** 2

interface LeadTables {
  readonly canOffset: boolean
  readonly families: readonly LayoutFamily[]
  readonly greens: ByDirection<LimitingGreen | null>
  readonly period: number
}

/** Returns the functions that look leads up. They depend on whole seconds only, so each is computed once. */
function leadTables({ canOffset, families, greens, period }: LeadTables): Pick<JunctionChoices, 'leads' | 'leadAlone'> {
  // A green of 30 s covers a band that begins 0 to 29 s after it. What limits nothing has room for every lead.
  const room = byDirection((direction) => greens[direction]?.greenMs ?? Number.POSITIVE_INFINITY)
  const known = new Map<number, readonly number[]>()
  const knownAlone = byDirection(() => new Map<number, number | null>())

  /** Returns by how much a direction's earliest green begins before a second; infinity for one that limits nothing. */
  const earliestLead = (family: LayoutFamily, direction: Direction, second: number) =>
    greens[direction] ? modulo(second - (family.earliest[direction] ?? 0), period) : Number.POSITIVE_INFINITY

  function compute(outboundSecond: number, inboundSecond: number): readonly number[] {
    const pairs: [number, number][] = []
    const add = (outbound: number, inbound: number) => {
      const lead = [
        greens.outbound ? modulo(outbound, period) : 0,
        greens.inbound ? modulo(inbound, period) : 0,
      ] as const
      if (lead[0] * 1000 < room.outbound && lead[1] * 1000 < room.inbound) pairs.push([lead[0], lead[1]])
    }
    for (const family of families) {
      const earliest = {
        outbound: earliestLead(family, 'outbound', outboundSecond),
        inbound: earliestLead(family, 'inbound', inboundSecond),
      }
      for (const shifts of canOffset ? bestBetween(family, earliest, period) : [bestShifts(family, earliest)]) {
        const outbound = earliest.outbound - shifts[family.rank.outbound]
        const inbound = earliest.inbound - shifts[family.rank.inbound]
        if (!canOffset) add(outbound, inbound)
        else if (!greens.outbound || !greens.inbound) add(0, 0)
        else {
          // An offset moves both greens. The best ones let a green begin in the very second in which its band does.
          add(0, inbound - outbound)
          add(outbound - inbound, 0)
        }
      }
    }
    return unsurpassed(pairs)
  }

  function computeAlone(direction: Direction, second: number): number | null {
    const leads = families.map((family) => {
      const lead = earliestLead(family, direction, second)
      const isLast = family.endsCycle && (!family.hasTwo || family.rank[direction] === 'second')
      return isLast ? modulo(lead - family.unused, period) : Math.max(0, lead - family.unused)
    })
    const least = Math.min(...leads)
    return least * 1000 < room[direction] ? least : null
  }

  return {
    leads(outboundSecond, inboundSecond) {
      const [outbound, inbound] = [modulo(outboundSecond, period), modulo(inboundSecond, period)]
      // With an offset only the difference counts.
      const key = canOffset ? modulo(outbound - inbound, period) : outbound * period + inbound
      let found = known.get(key)
      if (!found) {
        found = compute(outbound, inbound)
        if (known.size >= MOST_KNOWN) known.clear()
        known.set(key, found)
      }
      return found
    },
    leadAlone(direction, second) {
      if (canOffset || !greens[direction]) return 0
      const key = modulo(second, period)
      let found = knownAlone[direction].get(key)
      if (found === undefined) {
        found = computeAlone(direction, key)
        knownAlone[direction].set(key, found)
      }
      return found
    },
  }
}

/**
 * Returns the best shifts of a family for greens that begin this many seconds before their bands without a shift: as far
 * as possible, but no further. A green that begins after its band could only serve the band of the next cycle, and is
 * over by then: its lead would be at least the time of all blocks.
 */
function bestShifts({ unused, endsCycle, hasTwo, rank }: LayoutFamily, earliest: ByDirection<number>): Shifts {
  if (!hasTwo) {
    const second = endsCycle ? unused : Math.min(earliest.outbound, earliest.inbound, unused)
    return { first: second, second }
  }
  const [toFirst, toSecond] =
    rank.outbound === 'first' ? [earliest.outbound, earliest.inbound] : [earliest.inbound, earliest.outbound]
  const second = endsCycle ? unused : Math.min(toSecond, unused)
  return { first: Math.min(toFirst, second), second }
}

/** Returns the same for greens that an offset moves together: only the unused time between them counts. */
function bestBetween(family: LayoutFamily, earliest: ByDirection<number>, period: number): readonly Shifts[] {
  const { unused, hasTwo, rank } = family
  if (!hasTwo) return [shiftsBetween(family, 0)]
  const difference = earliest.inbound - earliest.outbound
  const wanted = modulo(rank.outbound === 'first' ? difference : -difference, period)
  return [shiftsBetween(family, 0), shiftsBetween(family, Math.min(wanted, unused))]
}

/** Returns the pairs, one after the other, of which no other is at most as large in both parts. */
function unsurpassed(pairs: readonly (readonly [number, number])[]): readonly number[] {
  const kept: number[] = []
  let leastInbound = Number.POSITIVE_INFINITY
  for (const [outbound, inbound] of [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (inbound >= leastInbound) continue
    leastInbound = inbound
    kept.push(outbound, inbound)
  }
  return kept
}
