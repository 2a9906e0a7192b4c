/**
 * @file A day of a controller that does what its settings say, over a line that is late, bursts and loses single values, with
 * any kind of clock (signal-control §6). It is written from the readings, without the engine.
 */
import { MISSING } from '../counts.ts'
import { type Cycle, isEvaluable, litAt } from '../cycle.ts'
import type { Change } from '../incident.ts'
import { type Junction, newJunction } from '../junction.ts'
import { learned } from '../learnedStyles.ts'
import { litLamps } from '../lit.ts'
import { createObserver, type Observed } from '../observer.ts'
import { recordedCycles } from '../recordedCycles.ts'
import { nextWindow, type OpenWindow, type RecordWindow, windowSoFar } from '../recordWindow.ts'
import { RULES } from '../rules/table.ts'
import { PLAIN, type PlainController, plainAttributes, plainCounts } from './independentController.ts'
import { arrivals, type Line, type SentSecond, seededRandom } from './lines.ts'
import { type LivedDay, type Mistake, raisedIn } from './livedDay.ts'

/** Midnight in the controllers' zone, epoch milliseconds. */
const MIDNIGHT = Date.UTC(2026, 10, 22, 17)
const ZONE_MS = 7 * 3_600_000
const DAY_SECONDS = 86_400
/** After a clock was set, its cycles are a change for three of them: the running one and two whole ones. */
const SETTLING_CYCLES = 4

/** Three programs whose cycles divide the day: 45, 60 and 90 s with yellow 3 and red clearance 1 or 2. */
const CONTROLLERS: readonly PlainController[] = [
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

/**
 * Lets the controller of a seed live so many hours before an observer. The seed chooses its settings, line and clock. Each
 * recorded second must be one that was sent, and each cycle that was sent whole must be evaluated, as it ends and as the
 * windows keep it.
 */
export function independentDay(seed: number, hours: number): LivedDay {
  const controller = turnOf(CONTROLLERS, seed)
  const [line, lineDoes] = turnOf(Object.entries(LINES), seed)
  const [clock, ahead] = turnOf(Object.entries(CLOCKS), Math.floor(seed / Object.keys(LINES).length))
  const { sent, steps } = sentSeconds(controller, hours * 3600, ahead)
  const messages = arrivals(sent, lineDoes, seededRandom(seed + 1))
  const observer = createObserver(RULES, learned)
  const startMs = MIDNIGHT - 1
  const changes: Change[] = []
  const day = { wrong: 0, recorded: 0, whole: 0, evaluated: 0, kept: 0 }
  const nthAt = new Map<number, number>()
  const begins = sent.flatMap(({ counts }, nth) =>
    (counts[2] ?? 0) > 0 && (sent[nth - 1]?.counts[2] ?? 1) === 0 ? nth : [],
  )
  // A cycle whose first sample was overtaken begins when that was sent, as far as it is known.
  const nthOf = (ms: number) => nthAt.get(ms) ?? begins.find((nth) => Math.abs((sent[nth]?.sentMs ?? 0) - ms) < 2500)
  const cycles: Cycle[] = []
  const windows = new Map<number, RecordWindow>()
  let open: OpenWindow | null = null
  let junction: Junction = newJunction(startMs)
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
      if (isEvaluable(cycle)) evaluated.add(first)
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
  const { wrong, recorded, whole } = day
  const missed = (count: number, of: string): readonly Mistake[] =>
    count === whole ? [] : [{ what: 'cycle', count: whole - count, text: `${whole - count} of ${whole} ${of}` }]
  const mistakes: readonly Mistake[] = [
    ...raisedIn(changes),
    ...(wrong === 0 ? [] : [{ what: 'second' as const, count: wrong, text: `${wrong} of ${recorded}` }]),
    ...missed(day.evaluated, 'as they ended'),
    ...missed(day.kept, 'as the windows keep them'),
  ]
  return {
    counts: { 'recorded seconds': recorded, 'whole cycles': whole },
    mistakes: mistakes.map((mistake) => ({ ...mistake, text: `${line}, clock ${clock}: ${mistake.text}` })),
  }
}

/** Returns the entry whose turn it is. */
function turnOf<T>(entries: readonly T[], seed: number): T {
  const entry = entries[seed % entries.length]
  if (entry === undefined) throw new Error('there is no entry')
  return entry
}

function range(from: number, until: number): readonly number[] {
  return Array.from({ length: until - from }, (_, nth) => from + nth)
}
