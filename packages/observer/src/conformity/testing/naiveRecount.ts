/** Counts a day second by second and cycle by cycle, slowly and by other ways than the product. */
import type { Sums } from '@greenwave/contract/records/daySums'
import { cycleSeconds } from '@greenwave/controller/cycle'
import type { DayRecords } from '../dayRecords.ts'

const QUARTER = 900_000

interface Second {
  readonly ms: number
  /** Three letters, one a phase: r, y, g, - for none, * for several; null: unknown. */
  readonly shown: string | null
  readonly window: number
}

/** What a recount can say of a day without the product's rules of plans and incidents. */
export type Recount = Pick<Sums, 'expected' | 'missing' | 'believable' | 'cycles' | 'modes'> & {
  readonly evaluated: number
  readonly asProgrammed: number
  /** By program: the differences of each judged cycle, its length first, then three greens, then three starts. */
  readonly differences: ReadonlyMap<number, readonly (readonly (number | null)[])[]>
}

/** Counts a day anew. */
export function naiveRecount(records: DayRecords): Recount {
  const seconds = secondsOf(records)
  const ofDay = seconds.filter(({ ms, window }) => ms >= records.fromMs && window < records.untilMs)
  let missing = ofDay.filter(({ shown }) => shown === null).length
  let expected = ofDay.length
  for (let ms = Math.floor(records.fromMs / QUARTER) * QUARTER; ms < records.untilMs; ms += QUARTER) {
    const before = Math.max(0, records.fromMs - ms) / 1000
    const length = before + ofDay.filter(({ window }) => window === ms).length
    const lacks = length === before ? 900 - before : Math.max(0, 899 - length)
    missing += lacks
    expected += lacks
  }
  const modes: [number, number, number, number] = [0, 0, 0, 0]
  for (const { ms, shown } of ofDay) {
    if (shown === null) continue
    let mode: number = shown === 'yyy' ? 0 : 4
    for (const event of records.events) if (event.kind === 'mode' && event.at <= ms) mode = event.mode
    const place = mode === 4 ? 3 : mode
    modes[place] = (modes[place] ?? 0) + 1
  }
  return {
    ...{ expected, missing, modes },
    believable: ofDay.filter(({ shown }) => shown !== null && isPossible(shown)).length,
    ...cyclesOf(records, seconds),
  }
}

function isPossible(shown: string): boolean {
  if (/[-*]/.test(shown)) return false
  return shown === 'yyy' || shown.replaceAll('r', '').length <= 1
}

function secondsOf({ windows }: DayRecords): readonly Second[] {
  return windows.flatMap(({ startMs, seconds, runs }) =>
    Array.from({ length: seconds }, (_, second) => {
      let lit: number | null = null
      for (const run of runs) if (run.second <= second) lit = run.lit
      return { ms: startMs + second * 1000, window: startMs, shown: lit === null ? null : shownOf(lit) }
    }),
  )
}

function shownOf(lit: number): string {
  return [0, 1, 2]
    .map((phase) => {
      const bits = (lit >> (3 * phase)) & 7
      return bits === 0 ? '-' : bits === 1 ? 'r' : bits === 2 ? 'y' : bits === 4 ? 'g' : '*'
    })
    .join('')
}

function cyclesOf(
  { dayMs, untilMs, windows, settings }: DayRecords,
  seconds: readonly Second[],
): Pick<Recount, 'cycles' | 'evaluated' | 'asProgrammed' | 'differences'> {
  // Every place at which a cycle began, and the flags of what follows it up to the next.
  const marks = windows.flatMap((window) =>
    window.cycles.map((cycle) => ({
      ...cycle,
      window: window.startMs,
      at: seconds.findIndex((one) => one.window === window.startMs) + cycle.second,
    })),
  )
  const begins = marks.filter(({ firstPhase, startMs }) => firstPhase !== null && startMs >= dayMs && startMs < untilMs)
  const differences = new Map<number, (readonly (number | null)[])[]>()
  let [evaluated, asProgrammed] = [0, 0]
  for (const begin of begins) {
    const nth = marks.indexOf(begin)
    const end = marks
      .slice(nth + 1)
      .find(({ firstPhase, window, second }) => firstPhase !== null || !isRest(window, second))
    const parts = marks.slice(nth, end ? marks.indexOf(end) : undefined)
    const shown = seconds.slice(begin.at, end?.at).map((one) => one.shown)
    const isSeenWhole =
      end?.firstPhase === begin.firstPhase &&
      shown.length <= 900 &&
      !shown.includes(null) &&
      isKnown(begin.at - 1) &&
      isKnown(end.at - 1) &&
      parts.every((part) => part.evaluated && !part.inChange)
    const inForce = settings.filter(({ fromMs }) => fromMs <= begin.startMs).at(-1)?.settings
    const program = inForce?.programs.find(({ number }) => number === begin.program)
    if (!isSeenWhole || !inForce || !program || begin.firstPhase === null) continue
    const cycle = cycleSeconds(program, inForce.clearance)
    if (cycle === 0) continue
    const first = program.phases[begin.firstPhase - 1]?.start ?? 0
    const clockSecond =
      begin.startClockMs === null ? null : Math.floor((begin.startClockMs + 25_200_000) / 1000) % 86_400
    const late = clockSecond === null ? null : wrapped(clockSecond - first, cycle)
    const greens = program.phases.map(({ green }, phase) => {
      const seen = shown.filter((one) => one?.[phase] === 'g').length
      return seen === 0 && green === 0 ? null : seen - green
    })
    const starts = program.phases.map(({ green, start }, phase) => {
      if (green === 0) return null
      if (phase + 1 === begin.firstPhase) return late
      const at = shown.findIndex((one) => one?.[phase] === 'g')
      return at < 0 ? null : wrapped(at - (start - first) + (late ?? 0), cycle)
    })
    const all = [shown.length - cycle, ...greens, ...starts]
    evaluated += 1
    const amber = [0, 1, 2].every((phase) => {
      const seen = (lamp: string) => shown.filter((one) => one?.[phase] === lamp).length
      return seen('g') === 0 || seen('y') >= Math.max(3, inForce.clearance.yellow) - 1
    })
    if (amber && all.every((one) => one === null || (one >= -1 && one <= 1))) asProgrammed += 1
    differences.set(program.number, [...(differences.get(program.number) ?? []), all])
  }
  return { cycles: begins.length, evaluated, asProgrammed, differences }

  function isKnown(at: number): boolean {
    return seconds[at]?.shown != null
  }
  /** Whether what stands at the beginning of a window goes on from the window before. */
  function isRest(window: number, second: number): boolean {
    return second === 0 && windows.some(({ startMs }) => startMs === window - QUARTER)
  }
}

function wrapped(seconds: number, cycle: number): number {
  let late = seconds
  while (late > cycle / 2) late -= cycle
  while (late <= -cycle / 2) late += cycle
  return late
}
