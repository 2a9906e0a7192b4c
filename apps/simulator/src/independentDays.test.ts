/**
 * @file Days of controllers that do what their settings say, over lines that are late, burst and lose single values, with
 * clocks of every kind (signal-control §6). They are written from the readings, without the engine.
 */
import { rounds } from '@greenwave/harness/rounds'
import { type Cycle, canBeEvaluated, litAt } from '@greenwave/observer/cycle'
import type { Change } from '@greenwave/observer/incident'
import { newJunction } from '@greenwave/observer/junction'
import { litLamps } from '@greenwave/observer/lit'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver, type Observed } from '@greenwave/observer/observer'
import { recordedCycles } from '@greenwave/observer/recordedCycles'
import { nextWindow, type OpenWindow, type RecordWindow, windowSoFar } from '@greenwave/observer/recordWindow'
import { RULES } from '@greenwave/observer/rules/table'
import { MISSING } from '@greenwave/observer/counts'
import {
  PLAIN,
  type PlainController,
  plainAttributes,
  plainCounts,
} from '@greenwave/observer/testing/independentController'
import { arrivals, type Line, type SentSecond, seededRandom } from '@greenwave/observer/testing/lines'
import { expect, test } from 'vitest'

/** Midnight in the controllers' zone, epoch milliseconds. */
const MIDNIGHT = Date.UTC(2026, 10, 22, 17)
const ZONE_MS = 7 * 3_600_000
const DAY_SECONDS = 86_400
const HOURS = rounds({ few: 2, all: 24 })
const CONTROLLERS = rounds({ few: 12, all: 1000 })
/** After a clock was set, its cycles are a change for three of them: the running one and two whole ones. */
const SETTLING_CYCLES = 4

/** Three programs whose cycles divide the day: 45, 60 and 90 s with yellow 3 and red clearance 1 or 2. */
const CONTROLLERS_OF_KINDS: readonly PlainController[] = [
  PLAIN,
  { ...PLAIN, programs: [{ greens: [26, 14, 8], starts: [0, 30, 48] }] },
  { ...PLAIN, redClearance: 2, programs: [{ greens: [40, 35, 0], starts: [0, 45, 0] }] },
]

const LINES: Readonly<Record<string, Line>> = {
  'up to 0.99 s late': { latenessMs: 990, lateShare: 1 / 3, missingShare: 0, burstShare: 0 },
  bursts: { latenessMs: 990, lateShare: 0.1, missingShare: 0, burstShare: 0.01 },
  'single samples 2 s late': { latenessMs: 300, lateShare: 0.3, missingShare: 0, burstShare: 0, overtakenShare: 0.001 },
  'one of a hundred values missing': { latenessMs: 990, lateShare: 0.1, missingShare: 0.01, burstShare: 0 },
}

/** What clocks show, and how far each is ahead after so many seconds. */
const CLOCKS: Readonly<Record<string, ((second: number) => number) | null>> = {
  exact: () => 0,
  // 4 s a day: more is an incident.
  drifting: (second) => second * 0.00004,
  stepping: (second) => (Math.floor(second / 2700) % 2 === 0 ? 0 : 2),
  none: null,
}

/**
 * Sends one day of one controller, each second once. Returns it with the seconds before which its clock was set: a clock
 * that drifts is never set, and its seconds are a little shorter.
 */
function sentSeconds(controller: PlainController, seconds: number, ahead: ((second: number) => number) | null) {
  const steps: number[] = []
  const sent = Array.from({ length: seconds }, (_, second): SentSecond => {
    const aheadSeconds = ahead?.(second) ?? 0
    const isSet = Number.isInteger(aheadSeconds)
    if (isSet && aheadSeconds !== (ahead?.(second - 1) ?? 0) && second > 0) steps.push(second)
    const clockMs = MIDNIGHT + (second + (isSet ? aheadSeconds : 0)) * 1000
    const sentMs = Math.round(MIDNIGHT + 200 + (second - (isSet ? 0 : aheadSeconds)) * 1000)
    const secondOfDay = ((clockMs + ZONE_MS) / 1000) % DAY_SECONDS
    return { sentMs, counts: plainCounts(controller, secondOfDay), clockMs: ahead ? clockMs : null }
  })
  return { sent, steps }
}

/** What came of a day. */
interface Day {
  readonly changes: readonly Change[]
  /** Recorded seconds that are not the ones that were sent. */
  wrong: number
  recorded: number
  /** Cycles that were sent whole, and how many of them were evaluated as they ended, and as the windows keep them. */
  whole: number
  evaluated: number
  kept: number
}

function liveDay(seed: number, controller: PlainController, line: Line, clock: string): Day {
  const { sent, steps } = sentSeconds(controller, HOURS * 3600, CLOCKS[clock] ?? null)
  const messages = arrivals(sent, line, seededRandom(seed + 1))
  const observer = createObserver(RULES, learned)
  const startMs = MIDNIGHT - 1
  const changes: Change[] = []
  const day: Day = { changes, wrong: 0, recorded: 0, whole: 0, evaluated: 0, kept: 0 }
  const nthAt = new Map<number, number>()
  const begins = sent.flatMap(({ counts }, nth) =>
    (counts[2] ?? 0) > 0 && (sent[nth - 1]?.counts[2] ?? 1) === 0 ? nth : [],
  )
  // A cycle whose first sample was overtaken begins when that was sent, as far as it is known.
  const nthOf = (ms: number) => nthAt.get(ms) ?? begins.find((nth) => Math.abs((sent[nth]?.sentMs ?? 0) - ms) < 2500)
  const cycles: Cycle[] = []
  const windows = new Map<number, RecordWindow>()
  let open: OpenWindow | null = null
  let junction = newJunction(startMs)
  const take = (observed: Observed): void => {
    const next = nextWindow(open, junction, observed.junction)
    open = next.open
    if (next.ended) windows.set(next.ended.startMs, next.ended)
    junction = observed.junction
    changes.push(...observed.changes)
    if (observed.cycle) cycles.push(observed.cycle)
  }
  /** Compares what is recorded with what was sent. Returns the first seconds of the cycles that can be evaluated. */
  const compared = (recorded: readonly Cycle[]): ReadonlySet<number> => {
    const evaluated = new Set<number>()
    for (const cycle of recorded) {
      const first = nthOf(cycle.startMs)
      if (first === undefined) continue
      if (canBeEvaluated(cycle)) evaluated.add(first)
      compare(cycle, first)
    }
    return evaluated
  }
  const compare = (cycle: Cycle, first: number): void => {
    // Where a clock is set, nobody can say which second is which by less than the step.
    const isSet = steps.some((step) => step > first && step <= first + cycle.seconds)
    for (let second = 0; second < cycle.seconds; second += 1) {
      const lit = litAt(cycle, second)
      if (lit === null || isSet) continue
      day.recorded += 1
      if (lit !== litLamps(sent[first + second]?.counts ?? [])) day.wrong += 1
    }
  }
  take(observer.link(junction, { connected: true, sinceMs: startMs - 3_600_000 }, startMs))
  take(observer.attributes(junction, plainAttributes(controller, startMs - 7_200_000), startMs))
  const incomplete = new Set<number>()
  for (const message of messages) {
    nthAt.set(message.ts, message.nth)
    if (message.counts.includes(MISSING)) incomplete.add(message.nth)
    take(observer.message(junction, message))
    take(observer.tick(junction, message.receivedMs))
  }
  const soFar = open && windowSoFar(open, junction)
  if (soFar) windows.set(Number.POSITIVE_INFINITY, soFar)
  const evaluated = compared(cycles)
  const kept = compared(recordedCycles([...windows.values()]))
  begins.slice(0, -1).forEach((begin, place) => {
    const end = begins[place + 1] ?? begin
    const settles = (end - begin) * SETTLING_CYCLES
    // The sample after the last second ends the cycle.
    const isWhole = begin > 5 && !range(begin - 1, end + 1).some((nth) => incomplete.has(nth))
    if (!isWhole || steps.some((step) => step <= end && begin <= step + settles)) return
    day.whole += 1
    if (evaluated.has(begin)) day.evaluated += 1
    if (kept.has(begin)) day.kept += 1
  })
  return day
}

function range(from: number, until: number): readonly number[] {
  return Array.from({ length: until - from }, (_, nth) => from + nth)
}

test(`${CONTROLLERS} controllers without faults raise nothing in ${HOURS} h, whatever their lines and clocks`, {
  timeout: rounds({ few: 120_000, all: 14_400_000 }),
}, () => {
  const sums = new Map<string, Omit<Day, 'changes'>>()
  for (let seed = 0; seed < CONTROLLERS; seed += 1) {
    const lines = Object.keys(LINES)
    const clocks = Object.keys(CLOCKS)
    const [line = '', clock = ''] = [
      lines[seed % lines.length],
      clocks[Math.floor(seed / lines.length) % clocks.length],
    ]
    const controller = CONTROLLERS_OF_KINDS[seed % CONTROLLERS_OF_KINDS.length] ?? PLAIN
    const day = liveDay(
      seed,
      controller,
      LINES[line] ?? { latenessMs: 0, lateShare: 0, missingShare: 0, burstShare: 0 },
      clock,
    )
    const name = `${line}, clock ${clock}`
    expect([name, day.changes.map(({ kind, incident }) => `${kind} ${incident.code}`)]).toEqual([name, []])
    const sum = sums.get(name)
    sums.set(name, {
      wrong: (sum?.wrong ?? 0) + day.wrong,
      recorded: (sum?.recorded ?? 0) + day.recorded,
      whole: (sum?.whole ?? 0) + day.whole,
      evaluated: (sum?.evaluated ?? 0) + day.evaluated,
      kept: (sum?.kept ?? 0) + day.kept,
    })
  }
  for (const [name, { wrong, whole, evaluated, kept, recorded }] of sums) {
    expect(recorded).toBeGreaterThan(0)
    expect([name, wrong, evaluated, kept]).toEqual([name, 0, whole, whole])
  }
})
