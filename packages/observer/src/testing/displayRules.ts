/** @file The conditions of §9 by display and control, each by its earliest and by its latest reading. */
import type { Episode } from './history.ts'
import type { PlainKind } from './independentSignals.ts'
import type { PlainDisplay } from './plainDisplay.ts'
import type { Say } from './oracleEpisodes.ts'
import { PHASES, type Second, type Wanted } from './oracleSeconds.ts'
import { type cyclesOf, isOffPlan } from './oracleSigns.ts'

type SeenCycle = ReturnType<typeof cyclesOf>[number]

/** The latest reading of §9, by which an incident must be raised, or the earliest one, by which it may be. */
export type Reading = 'must' | 'may'

/** Conditions, each at the second of an index. */
export interface DisplayRules {
  /** How many samples in a row make a dark phase. */
  readonly darkTimes: number
  /** Seconds. */
  readonly longestCycle: number
  of(i: number, holds: (wanted: Wanted) => boolean): boolean
  isDark(i: number, reading: Reading): boolean
  allRed(i: number, reading: Reading): Say
  frozen(i: number, reading: Reading): Say
  jumps(i: number, reading: Reading): boolean
  offPlan(cycle: SeenCycle | undefined, reading: Reading): Say
  holds(reading: Reading): readonly Episode[]
}

/** Longest and shortest times that the settings of a history give, seconds. */
interface Times {
  readonly green: number
  readonly red: number
  readonly cycle: number
  /** By phase. */
  readonly reds: readonly number[]
}

const HOLD_MS = 15 * 60_000
/** What the longest times of a state have in addition before they count as too long, seconds. */
const MARGIN = 10

export function displayRules(seconds: readonly Second[], kind: PlainKind): DisplayRules {
  const { displays, limits } = kind
  const times = timesOf(seconds, limits)
  const of = (i: number, holds: (wanted: Wanted) => boolean) => {
    const wanted = seconds[i]?.wanted
    return !!wanted && holds(wanted)
  }
  const shown = (one: Second | undefined) => one?.lamps.join('') ?? ''
  const isHeldPattern = (one: Second) => ['GRR', 'RGR', 'RRG'].includes(shown(one))
  const isFull = displays.every(({ last }) => last === Number.POSITIVE_INFINITY)
  const hasNotShown = displays.some(({ filler }) => filler === 0)

  /** Returns for how many seconds something has held up to an index. */
  const lasted = (i: number, holds: (one: Second, before: Second) => boolean): number => {
    let first = i
    while (first > 0 && !seconds[first]?.gap) {
      const [one, before] = [seconds[first], seconds[first - 1]]
      if (!one || !before || !holds(one, before)) break
      first -= 1
    }
    return (seconds[i]?.at ?? 0) - (seconds[first]?.at ?? 0) + 1
  }
  const isZero = (one: Second, phase: number) => one.n.slice(phase * 3, phase * 3 + 3).every((count) => count === 0)
  const displayOf = (place: number): PlainDisplay => displays[place] ?? { last: Number.POSITIVE_INFINITY, filler: 1 }
  /** The counts that count down: not the value that stands before them, and no 1. */
  const counting = (one: Second) =>
    one.n.flatMap((count, place) => (count > 1 && count <= displayOf(place).last ? [place] : []))

  const zeros = PHASES.map((phase) => zeroRuns(seconds, phase))
  const known = new Map<Wanted | null, Times>()
  const timesInForce = (one: Second): Times => {
    const found = known.get(one.wanted) ?? timesOf([one], limits)
    known.set(one.wanted, found)
    return found
  }

  return {
    darkTimes: hasNotShown ? 1 : 3,
    longestCycle: times.cycle,
    of,
    isDark(i, reading) {
      const one = seconds[i]
      if (!one) return false
      return PHASES.some((phase) => {
        if (!isZero(one, phase) || one.lamps[phase] !== '?') return false
        // At the latest by the longest times of the whole history, at the earliest by those in force.
        const { reds, green } = reading === 'may' && !one.changing ? timesInForce(one) : times
        const least = displays
          .slice(phase * 3, phase * 3 + 3)
          .flatMap((display, colour) =>
            display.filler === 0 ? [(colour === 0 ? (reds[phase] ?? 0) : green) - display.last] : [],
          )
        const { run = 0, longestBefore = 0, inChange = false } = zeros[phase]?.[i] ?? {}
        if (least.length === 0) return run >= (hasNotShown ? 3 : 1)
        const bySettings = Math.max(...least)
        return reading === 'must'
          ? run > Math.max(bySettings, longestBefore) + (inChange ? times.cycle : 0) + 3
          : run > Math.min(bySettings, longestBefore || bySettings) + 1
      })
    },
    allRed(i, reading) {
      const one = seconds[i]
      if (!one?.wanted || one.hidden.includes(true)) return 'unjudged'
      if (shown(one) !== 'RRR') return one.lamps.includes('?') ? 'unjudged' : 'no'
      const least = reading === 'must' && limits ? times.red : longestAllRed(one.wanted)
      return lasted(i, (_, before) => shown(before) === 'RRR') >= least + MARGIN ? 'yes' : 'no'
    },
    frozen(i, reading) {
      const one = seconds[i]
      if (!one?.wanted) return 'unjudged'
      if (one.wanted.cycle === 0 || shown(one) === 'YYY') return 'no'
      if (one.hidden.every(Boolean)) return 'unjudged'
      const same = lasted(i, (now, before) => now.n.join() === before.n.join())
      if (same >= 4 && counting(one).length > 0) return 'yes'
      if (isFull) return 'no'
      const still = lasted(i, (now, before) => shown(now) === shown(before))
      if (reading === 'may') return still >= Math.min(times.green, times.red) + MARGIN ? 'yes' : 'no'
      // All red is one cause and has its own incident; one green may be a hold.
      if (one.lamps.includes('?') || isHeldPattern(one) || shown(one) === 'RRR') return 'no'
      return still >= Math.max(times.green, times.red) + MARGIN ? 'yes' : 'no'
    },
    jumps(i, reading) {
      const [before, one] = [seconds[i - 1], seconds[i]]
      if (!before || !one || one.gap) return false
      return PHASES.some((phase) => {
        const lamp = one.lamps[phase] ?? '?'
        if (lamp === '?' || before.lamps[phase] !== lamp) return false
        const place = phase * 3 + 'RYG'.indexOf(lamp)
        const [from = -1, to = -1] = [before.n[place], one.n[place]]
        const { last, filler } = displayOf(place)
        if (from < 1 || to < 1 || (from <= 1 && to <= 1) || Math.abs(from - to - (one.at - before.at)) <= 1)
          return false
        if (from > 1 && from <= last && from !== filler) return true
        if (reading === 'must') return last === Number.POSITIVE_INFINITY
        const isBegin = from === filler && to <= last && to > last - (one.at - before.at)
        return last > 0 && !(from === filler && (to === filler || isBegin))
      })
    },
    offPlan(cycle, reading) {
      if (!cycle) return 'unjudged'
      const wanted = seconds[cycle.to]?.wanted
      if (!wanted) return 'unjudged'
      if (!limits) return isOffPlan(seconds, cycle, wanted) ? 'yes' : 'no'
      const [shortest, longest] = limits
      const tolerance = reading === 'must' ? 1 : 0
      const isOutside = greensOf(seconds, cycle).some(
        (green) => green < shortest - tolerance || green > longest + tolerance,
      )
      return isOutside || (reading === 'may' && !wanted.program) ? 'yes' : 'no'
    },
    holds(reading) {
      const found: Episode[] = []
      let since: { ms: number; shown: string } | null = null
      let raisedMs: number | null = null
      const longest = reading === 'must' && !isFull ? (times.green + MARGIN) * 1000 : 0
      for (const one of seconds) {
        const isStill = isHeldPattern(one) && (!isFull || one.n.every((count) => count <= 1))
        const isFlash = shown(one) === 'YYY' && one.wanted?.byPlan !== true
        const now = isStill || isFlash ? shown(one) : ''
        if (since && since.shown !== now) {
          if (raisedMs !== null) found.push({ code: 'hold', raisedMs, clearedMs: one.ts })
          since = null
          raisedMs = null
        }
        if (now && !since) since = { ms: one.ts, shown: now }
        const isDue = since !== null && one.ts - since.ms >= HOLD_MS + (isFlash ? 0 : longest)
        if (isDue && one.calm && shown(one) !== 'RRG') raisedMs ??= one.ts
      }
      if (raisedMs !== null) found.push({ code: 'hold', raisedMs, clearedMs: null })
      return found
    },
  }
}

interface ZeroRun {
  /** Seconds for which the phase has sent zeros. */
  readonly run: number
  /** Longest such time that ended before, seconds. */
  readonly longestBefore: number
  /** Whether a change settled in it: a phase that joins a cycle too late is red for one more cycle. */
  readonly inChange: boolean
}

function zeroRuns(seconds: readonly Second[], phase: number): readonly ZeroRun[] {
  let run = 0
  let longestBefore = 0
  let inChange = false
  return seconds.map((one, i) => {
    const isZero = one.n.slice(phase * 3, phase * 3 + 3).every((count) => count === 0)
    const passed = one.gap ? 1 : one.at - (seconds[i - 1]?.at ?? one.at - 1)
    if (!isZero && !one.gap) longestBefore = Math.max(longestBefore, run)
    inChange = one.changing || (inChange && isZero && run > 0)
    run = isZero ? (one.gap ? 1 : run + passed) : 0
    return { run, longestBefore, inChange }
  })
}

/** Returns the lengths of the greens that began and ended in a cycle, seconds. */
function greensOf(seconds: readonly Second[], { from, to }: SeenCycle): readonly number[] {
  return PHASES.flatMap((phase) => {
    // A green without a yellow may end as the next cycle begins.
    const inside = seconds.slice(from, to + 1)
    const first = inside.findIndex(({ lamps }) => lamps[phase] === 'G')
    if (first < 0) return []
    const end = inside.findIndex(({ lamps }, k) => k > first && lamps[phase] !== 'G')
    return end < 0 ? [] : [(inside[end]?.at ?? 0) - (inside[first]?.at ?? 0)]
  })
}

function longestAllRed({ program, cycle, yellow, red }: Wanted): number {
  if (!program || cycle === 0) return Math.max(0, red)
  const isBusy = (second: number) =>
    program.phases.some(({ green, start }) => green > 0 && second >= start && second < start + green + yellow)
  let longest = Math.max(0, red)
  let length = 0
  for (let second = 0; second < 2 * cycle; second += 1) {
    length = isBusy(second % cycle) ? 0 : length + 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Returns the longest green of each phase; 0 for one without green. */
function greensOfProgram({ program }: Wanted, limits: PlainKind['limits']): readonly number[] {
  return program?.phases.map(({ green }) => (green > 0 && limits ? limits[1] : green)) ?? []
}

/** Returns the longest cycle that settings and control allow, seconds. */
export function longestCycle(wanted: Wanted, limits: PlainKind['limits']): number {
  if (!limits) return wanted.cycle
  const greens = greensOfProgram(wanted, limits).filter((green) => green > 0)
  return greens.reduce((sum, green) => sum + green + wanted.yellow + wanted.red, 0)
}

function timesOf(seconds: readonly Second[], limits: PlainKind['limits']): Times {
  let times: Times = { green: 0, red: 0, cycle: 0, reds: [0, 0, 0] }
  const known = new Set<Wanted>()
  for (const { wanted } of seconds) {
    if (!wanted || known.has(wanted)) continue
    known.add(wanted)
    const all = greensOfProgram(wanted, limits)
    const greens = all.filter((green) => green > 0)
    const cycle = longestCycle(wanted, limits)
    const redOf = (green: number) => (green > 0 ? cycle - green - wanted.yellow : 0)
    times = {
      green: Math.max(times.green, ...greens),
      red: Math.max(times.red, ...all.map(redOf)),
      cycle: Math.max(times.cycle, cycle),
      reds: times.reds.map((red, phase) => Math.max(red, redOf(all[phase] ?? 0))),
    }
  }
  return times
}
