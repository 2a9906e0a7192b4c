/**
 * Records of cycles: what the lamps did from one beginning of the cycle to the next, as the second at which any lamp
 * changed. The lamps of any second can be rebuilt from them.
 */

import type { PerPhase, PhaseNumber, PlanNumber, ProgramNumber } from '@greenwave/controller/controllerLimits'
import { ofPhase, perPhase } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import type { Force } from './force.ts'
import { isAllRed, type LampBits, litLamps, shownBy } from './lit.ts'
import { type PackedRuns, packed, type Run, showSame, unpacked, withRun } from './runs.ts'
import type { Counts } from './counts.ts'
import { REPORT_SECONDS } from './settling.ts'
import { greensBegun, type Street } from './street.ts'

/** Course of one phase in a cycle, whole seconds. */
interface PhaseSeconds {
  readonly green: number
  readonly yellow: number
  /** All-red after its yellow. */
  readonly clearance: number
}

/** A cycle as it was observed, or at most 15 min in which no cycle began. */
export interface Cycle {
  /** The platform's time of its first second, epoch milliseconds. */
  readonly startMs: number
  /** The controller's clock at its first second, as UTC epoch milliseconds; null if it showed none. */
  readonly startClockMs: number | null
  readonly seconds: number
  /** The phase with whose green it began; null if it did not begin with one. */
  readonly firstPhase: PhaseNumber | null
  /** Whether it was seen to begin and to end as a cycle does. */
  readonly whole: boolean
  /** (R14) In effect when it began; null for none. */
  readonly plan: PlanNumber | null
  readonly program: ProgramNumber | null
  readonly phases: PerPhase<PhaseSeconds>
  /** Without two equal ones in a row. The first is at second 0. */
  readonly runs: readonly Run[]
  /** Seconds without a sample that says which lamps were lit. */
  readonly missing: number
  /** Whether a change was settling in it. */
  readonly inChange: boolean
  /** Whether its lamps could be evaluated: no change, no gap, no incident of the lamps. */
  readonly evaluated: boolean
}

/** The cycle that runs. */
export interface OpenCycle {
  readonly startMs: number
  readonly startClockMs: number | null
  readonly startSecond: number
  readonly firstPhase: PhaseNumber | null
  readonly begun: boolean
  /** The phases that have begun a green in it. */
  readonly greens: readonly PhaseNumber[]
  readonly plan: PlanNumber | null
  readonly program: ProgramNumber | null
  readonly runs: PackedRuns
  readonly inChange: boolean
  readonly evaluated: boolean
}

/** The longest record, seconds: a hold or a flash has no cycles. */
export const LONGEST_RECORD = 900

/** The most changes of lamps in a record: lamps that change each second must not fill the memory. */
export const MOST_RUNS = 240

/**
 * Folds in the newest sample. Returns the cycle that runs, and the one that ended before this sample.
 *
 * A cycle begins with the green of the program's first phase. Where that does not come, it begins with the second green
 * of another one.
 */
export function nextCycle(
  open: OpenCycle | null,
  before: Street | null,
  street: Street,
  force: Force | null,
): { readonly open: OpenCycle; readonly ended: Cycle | null } {
  if (!open) return { open: beginCycle(street, force, null, false), ended: null }
  const second = street.second - open.startSecond
  const greens = greensBegun(before, street)
  const first = greens.find((phase) => phase === force?.firstPhase || open.greens.includes(phase)) ?? null
  const filled = street.missed > 0 ? withRun(open.runs, second - street.missed, { lit: null }) : open.runs
  const ends = first !== null || second >= LONGEST_RECORD || open.runs.length >= MOST_RUNS
  if (ends) {
    const seen = first !== null && !street.afterGap && ofPhase(street.phases, first).whole
    const ended = cycleOf({ ...open, runs: filled.map(unpacked) }, second, open.begun && seen)
    return { open: beginCycle(street, force, first, seen), ended }
  }
  const runs = withRun(filled, second, { lit: litIn(street) })
  const allGreens = greens.length === 0 ? open.greens : open.greens.concat(greens)
  const next = runs === open.runs && allGreens === open.greens ? open : { ...open, runs, greens: allGreens }
  return { open: withLateReport(next, second, force), ended: null }
}

/**
 * Returns a cycle with the plan and program that the controller reports shortly after its first second: (R11) they take
 * effect at the end of a cycle, and their report follows the lamps.
 */
export function withLateReport<Begun extends Pick<OpenCycle, 'firstPhase' | 'plan' | 'program'>>(
  cycle: Begun,
  second: number,
  force: Force | null,
): Begun {
  const { effect } = force ?? {}
  if (cycle.firstPhase === null || second > REPORT_SECONDS || effect?.source !== 'reported') return cycle
  const { plan, program } = effect
  return plan === cycle.plan && program === cycle.program ? cycle : { ...cycle, plan, program }
}

function beginCycle(street: Street, force: Force | null, firstPhase: PhaseNumber | null, begun: boolean): OpenCycle {
  return {
    startMs: street.sample.ts,
    startClockMs: street.sample.clockMs,
    startSecond: street.second,
    firstPhase,
    begun,
    greens: firstPhase ? [firstPhase] : [],
    plan: force?.effect?.plan ?? null,
    program: force?.effect?.program ?? null,
    runs: [packed({ second: 0, lit: litIn(street) })],
    inChange: false,
    evaluated: true,
  }
}

/** Returns the lit lamps; null if a phase may have a lit lamp of which nothing is known. */
function litIn({ seen }: Street): LampBits | null {
  return seen.complete ? seen.lit : null
}

/** Returns the record of a cycle that has ended after so many seconds. `whole`: it was seen to begin and to end. */
export function cycleOf(
  open: Omit<OpenCycle, 'startSecond' | 'begun' | 'greens' | 'runs'> & Pick<Cycle, 'runs'>,
  seconds: number,
  whole: boolean,
): Cycle {
  const { startMs, startClockMs, firstPhase, plan, program, runs, inChange, evaluated } = open
  const missing = secondsOf(runs, seconds, (lit) => lit === null)
  const phases = perPhase((phase) => phaseSeconds(runs, seconds, phase))
  return {
    startMs,
    startClockMs,
    seconds,
    firstPhase,
    whole,
    plan,
    program,
    phases,
    runs,
    missing,
    inChange,
    evaluated,
  }
}

/** Returns whether a cycle can be evaluated: every second was seen, and nothing disturbed it. */
export function isEvaluable({ whole, missing, inChange, evaluated }: Cycle): boolean {
  return whole && missing === 0 && !inChange && evaluated
}

function secondsOf(runs: readonly Run[], seconds: number, matches: (lit: LampBits | null) => boolean): number {
  return runs.reduce((sum, run, index) => {
    const end = runs[index + 1]?.second ?? seconds
    return matches(run.lit) ? sum + end - run.second : sum
  }, 0)
}

function phaseSeconds(runs: readonly Run[], seconds: number, phase: PhaseNumber): PhaseSeconds {
  const shows = (colour: LampColour) => (lit: LampBits | null) => lit !== null && shownBy(lit, phase) === colour
  let clearance = 0
  runs.forEach((run, index) => {
    const before = runs[index - 1]
    if (run.lit === null || !isAllRed(run.lit) || !before || !shows('yellow')(before.lit)) return
    clearance += (runs[index + 1]?.second ?? seconds) - run.second
  })
  return {
    green: secondsOf(runs, seconds, shows('green')),
    yellow: secondsOf(runs, seconds, shows('yellow')),
    clearance,
  }
}

/** Returns the cycle that runs with a sample put where it belongs; the same one if another sample says what was lit. */
export function withLate(open: OpenCycle, ts: number, counts: Counts): OpenCycle {
  const before = { startMs: open.startMs, runs: open.runs.map(unpacked) }
  const after = withLateSample(before, ts, counts)
  return after === before ? open : { ...open, runs: after.runs.map(packed) }
}

/**
 * Puts a sample into the cycle where it belongs, if no other sample has that second. A late sample evaluates
 * nothing any more.
 */
export function withLateSample<Recorded extends Pick<Cycle, 'startMs' | 'runs'>>(
  cycle: Recorded,
  ts: number,
  counts: Counts,
): Recorded {
  const second = Math.round((ts - cycle.startMs) / 1000)
  const index = cycle.runs.findLastIndex((run) => run.second <= second)
  const run = cycle.runs[index]
  const next = cycle.runs[index + 1]
  if (second < 0 || !run || run.lit !== null || !next) return cycle
  const put: Run[] = [...cycle.runs.slice(0, index + 1), { second, lit: litLamps(counts) }]
  if (next.second > second + 1) put.push({ second: second + 1, lit: null })
  return { ...cycle, runs: joined([...put, ...cycle.runs.slice(index + 1)]) }
}

/** Returns the runs without those that last no second, and without two equal ones in a row. */
function joined(runs: readonly Run[]): readonly Run[] {
  const kept: Run[] = []
  runs.forEach((run, index) => {
    const lasts = run.second < (runs[index + 1]?.second ?? Infinity)
    if (lasts && !(kept.length > 0 && showSame(run, kept.at(-1)))) kept.push(run)
  })
  return kept
}

/** Returns the lamps that were lit in a second of a record; null where no sample says so. */
export function litAt({ runs, seconds }: Pick<Cycle, 'runs' | 'seconds'>, second: number): LampBits | null {
  if (second < 0 || second >= seconds) return null
  return runs.findLast((run) => run.second <= second)?.lit ?? null
}
