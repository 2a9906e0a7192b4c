/**
 * What is kept of the lamps: windows of a quarter of an hour of the platform's time, with the lamps of each second and
 * where cycles began. A window says only what its own samples show, so that whoever has the samples records the same,
 * whenever the watching began.
 *
 * Long: one window from its first sample to its end, with what a late sample changes of it.
 */
import type { GreenLimits } from '@greenwave/controller/display'
import {
  ofPhase,
  type PerPhase,
  perPhase,
  type PhaseNumber,
  type PlanNumber,
  type ProgramNumber,
} from '@greenwave/controller/controllerLimits'
import { withLateReport } from './cycle.ts'
import { isShadowed } from './evaluation.ts'
import type { Force } from './force.ts'
import type { Junction, LampsState } from './junction.ts'
import { isComplete, lampsOf } from './lit.ts'
import { mayHide } from './phaseReading.ts'
import { type Lit, type PackedRuns, packed, type Run, unpacked, withRun } from './runs.ts'
import { greensBegun, type Street } from './street.ts'
import { varies } from './controlLearning.ts'
import { greenLimits } from './styles.ts'

/** Windows begin at whole multiples of this, epoch milliseconds. */
export const WINDOW_MS = 900_000
/** Seconds of a window. */
const WINDOW_SECONDS = WINDOW_MS / 1000
/** The last second of a window. A controller whose clock runs fast has a few more seconds than the platform. */
const LAST_SECOND = 999
/** Most cycles of a record; more would be shorter than 15 s. */
const MOST_CYCLES = 60
/** A gap of up to so many seconds around the end of a window is split by what was seen after it. */
const KNOWN_GAP_SECONDS = 10

/** Where a cycle began, and what is known of it up to its end or the end of the window. */
export interface CycleStart {
  /** Second of the window. */
  readonly second: number
  /** The platform's time of that second, epoch milliseconds. */
  readonly startMs: number
  /** The controller's clock then, as UTC epoch milliseconds; null if it showed none. */
  readonly startClockMs: number | null
  /** The phase with whose green it began; null for the rest of a cycle that began before the window. */
  readonly firstPhase: PhaseNumber | null
  /** (R14) In effect then; null for none, or if nothing is known of the settings. */
  readonly plan: PlanNumber | null
  readonly program: ProgramNumber | null
  /** Whether a change was settling in it. */
  readonly inChange: boolean
  /** Whether only a change kept the lamps from being evaluated: no gap, no incident of the lamps. */
  readonly evaluated: boolean
}

/** A window as it is kept. */
export interface RecordWindow {
  /** A multiple of `WINDOW_MS`. */
  readonly startMs: number
  readonly seconds: number
  /** The first is at second 0. */
  readonly cycles: readonly CycleStart[]
  /** Without two equal ones in a row. The first is at second 0. */
  readonly runs: readonly Run[]
  /** Limits of actuated greens by phase; null while the control is not known. Left out: fixed control. */
  readonly limits?: PerPhase<GreenLimits | null> | null
}

/** The window that is being recorded. */
export interface OpenWindow {
  readonly startMs: number
  /** The street's count of seconds at second 0. */
  readonly base: number
  readonly cycles: readonly CycleStart[]
  readonly runs: PackedRuns
  /** The phases that have begun a green since the last cycle began. */
  readonly greens: readonly PhaseNumber[]
  /** Windows that were open at each of `Junction.earlier`, without their own. */
  readonly earlier: readonly (OpenWindow | null)[]
}

type Seen = Pick<LampsState, 'street' | 'force' | 'settling' | 'trackers' | 'styles' | 'controlLearning'>

/** The newest signals that were folded into a window, and what is known of displays and control then. */
type Newest = Pick<Junction, 'street' | 'styles' | 'controlLearning'>

/** Returns the time at which the window of a moment begins, epoch milliseconds. */
export function windowOf(ms: number): number {
  return Math.floor(ms / WINDOW_MS) * WINDOW_MS
}

/**
 * Folds in what a message changed of a junction. Returns the window that is being recorded, null before the first lamps,
 * and the one that ended before the message, null if none did. A sample that newer ones have overtaken may end the last
 * window anew.
 */
export function nextWindow(
  open: OpenWindow | null,
  before: Junction,
  after: Junction,
): { readonly open: OpenWindow | null; readonly ended: RecordWindow | null } {
  if (!after.street || after.street === before.street) return { open, ended: null }
  const known: (OpenWindow | null)[] = open ? [...open.earlier, alone(open)] : [null]
  const changed = changedStates(before, after, known.length)
  if (!changed) return { open, ended: null }
  known.length -= changed.undone
  let [next, ended, street] = [known.at(-1) ?? null, null as RecordWindow | null, changed.street]
  for (const state of changed.states) {
    if (!state.street) continue
    const folded = withSample(next, street, state, state.street)
    known.push(folded.open)
    next = folded.open
    ended = folded.ended ?? ended
    street = state.street
  }
  const earlier = after.earlier.length === 0 ? NONE : known.slice(-1 - after.earlier.length, -1)
  // The window that ended before a sample in parts was returned with the first part.
  return { open: next && earlier !== NONE ? { ...next, earlier } : next, ended: changed.completes ? null : ended }
}

const NONE: OpenWindow['earlier'] = []

function alone(open: OpenWindow): OpenWindow {
  return open.earlier.length === 0 ? open : { ...open, earlier: NONE }
}

/** States of a junction that a message changed. */
interface ChangedStates {
  /** How many earlier states they replace: 0 for the next sample, 1 for a completed one, more for an overtaken one. */
  readonly undone: number
  /** Whether the message completes the newest sample. */
  readonly completes: boolean
  /** The signals before them. */
  readonly street: Street | null
  readonly states: readonly Seen[]
}

/**
 * Returns the states of a junction that a message added or changed; null if more of them changed than were recorded.
 *
 * @param recorded how many states whoever asks can still change
 */
export function changedStates(
  before: Junction,
  after: Junction,
  recorded = Number.POSITIVE_INFINITY,
): ChangedStates | null {
  const [was, is]: [readonly Seen[], readonly Seen[]] = [
    [...before.earlier, before],
    [...after.earlier, after],
  ]
  const same = is.findLastIndex(({ street }) => was.some((state) => state.street === street))
  const place = was.findIndex(({ street }) => street === is[same]?.street)
  const isOvertaken = before.street?.sample === after.street?.sample
  const isPart = was.length > 1 && recorded > 1 && before.street?.sample.ts === after.street?.sample.ts
  const completes = isPart && !isOvertaken
  const last = completes ? was.length - 2 : place >= 0 ? place : was.length - 1
  const undone = was.length - 1 - last
  if (undone >= recorded) return null
  const isNext = completes || place < 0
  return { undone, completes, street: was[last]?.street ?? null, states: isNext ? [after] : is.slice(same + 1) }
}

/** Returns the window as far as it is recorded; null before the first lamps. `newest` was folded in. */
export function windowSoFar(open: OpenWindow, newest: Newest): RecordWindow | null {
  return newest.street && closed(open, newest.street, newest, 0)
}

/** Returns the window when its time is over and no sample came after it; null before the first lamps. */
export function windowOver(open: OpenWindow, newest: Newest): RecordWindow | null {
  return newest.street && closed(open, newest.street, newest, Number.POSITIVE_INFINITY)
}

/** Returns how many seconds of a window have a sample that says what was lit. */
export function knownSeconds({ runs, seconds }: Pick<RecordWindow, 'runs' | 'seconds'>): number {
  return runs.reduce((sum, { lit, second }, index) => {
    return lit === null ? sum : sum + (runs[index + 1]?.second ?? seconds) - second
  }, 0)
}

function withSample(
  open: OpenWindow | null,
  before: Street | null,
  after: Seen,
  street: Street,
): { readonly open: OpenWindow; readonly ended: RecordWindow | null } {
  const startMs = windowOf(street.sample.ts)
  if (open?.startMs === startMs && before)
    return { open: nextSecond(open, before, after, street, secondIn(open, before)), ended: null }
  const missed = open && before ? Math.max(0, street.second - before.second - 1) : Number.POSITIVE_INFINITY
  const second = Math.min(Math.floor((street.sample.ts - startMs) / 1000), missed)
  const runs = second > 0 ? [packed({ second: 0, lit: null })] : []
  const empty = {
    startMs,
    base: street.second - second,
    cycles: [],
    runs,
    greens: greensKept(open, after),
    earlier: NONE,
  }
  return {
    open: nextSecond(empty, before, after, street, second - 1),
    ended: open && before && closed(open, before, after, missed - second),
  }
}

/**
 * Returns the greens that a window takes over from the one before: where the display of the first phase hides the beginning
 * of its green, the next one of another phase begins a cycle.
 */
function greensKept(open: OpenWindow | null, { force, styles }: Seen): readonly PhaseNumber[] {
  const first = force?.firstPhase && ofPhase(styles.display, force.firstPhase)
  return open && first && mayHide(first) ? open.greens : []
}

function secondIn({ base }: OpenWindow, { second }: Street): number {
  return Math.min(second - base, LAST_SECOND)
}

/** @param last the last complete second of the window */
function nextSecond(open: OpenWindow, before: Street | null, after: Seen, street: Street, last: number): OpenWindow {
  const second = secondIn(open, street)
  const shown = shownIn(street, after.trackers)
  const filled = second > last + 1 ? withRun(open.runs, last + 1, { lit: null }) : open.runs
  // Of two samples of one second the later one counts, unless it says nothing.
  const runs = shown.lit === null && second === last ? filled : withRun(filled, second, shown)
  const begun = greensBegun(before, street)
  const first = begun.find((phase) => phase === after.force?.firstPhase || open.greens.includes(phase)) ?? null
  const cycles = nextCycles(open.cycles, startOf(after, before, street, second, first), after.force)
  if (runs === open.runs && cycles === open.cycles && begun.length === 0) return open
  const greens = first ? [first] : begun.length === 0 ? open.greens : open.greens.concat(begun)
  return { ...open, runs, cycles, greens }
}

/** Returns the lamps of a second. A phase in a dark incident is dark, whatever its display may hide. */
function shownIn({ seen }: Street, { dark }: Seen['trackers']): Lit {
  const { lit, known, notShown, complete } = seen
  if (complete) return { lit }
  if (!isComplete(lit, known | notShown)) return { lit: null }
  const out = dark?.incident?.facts.phases ?? []
  const hidden = out.reduce((bits, phase) => bits & ~lampsOf(phase), notShown)
  return hidden === 0 ? { lit } : { lit, notShown: hidden }
}

function startOf(
  { force, settling, trackers }: Seen,
  before: Street | null,
  street: Street,
  second: number,
  firstPhase: PhaseNumber | null,
): CycleStart {
  const { ts, clockMs } = street.sample
  const isBeginSeen = firstPhase === null || ofPhase(street.phases, firstPhase).whole
  const isDisturbed = ts < street.settlesMs || street.missed > 0 || !isBeginSeen || isShadowed(trackers, street, before)
  return {
    second,
    startMs: ts,
    startClockMs: clockMs,
    firstPhase,
    plan: force?.effect?.plan ?? null,
    program: force?.effect?.program ?? null,
    inChange: force !== null && ts < settling.untilMs,
    evaluated: force !== null && !isDisturbed,
  }
}

/** Returns the cycles after a second, of which `now` says what a cycle would be that began with it. */
function nextCycles(cycles: readonly CycleStart[], now: CycleStart, force: Force | null): readonly CycleStart[] {
  const last = cycles.at(-1)
  if (!last) return now.second === 0 ? [now] : nextCycles([restOfCycle(now)], now, force)
  if (now.firstPhase && now.second > last.second && cycles.length < MOST_CYCLES) return cycles.concat(now)
  const reported = withLateReport(last, now.second - last.second, force)
  const inChange = last.inChange || now.inChange
  const evaluated = last.evaluated && now.evaluated
  if (reported === last && inChange === last.inChange && evaluated === last.evaluated) return cycles
  return cycles.with(-1, { ...reported, inChange, evaluated })
}

/** Run from the beginning of the window, whose first seconds were not seen. */
function restOfCycle(now: CycleStart): CycleStart {
  const { second, startMs, startClockMs } = now
  const earlierMs = second * 1000
  return {
    ...now,
    second: 0,
    startMs: startMs - earlierMs,
    startClockMs: startClockMs === null ? null : startClockMs - earlierMs,
    firstPhase: null,
    evaluated: false,
  }
}

/** @param missed the seconds without a sample between the last one of the window and the next one after it */
function closed(open: OpenWindow, street: Street, known: Known, missed: number): RecordWindow {
  const { startMs, cycles, runs } = open
  const seen = secondIn(open, street) + 1
  const missing = missed <= KNOWN_GAP_SECONDS ? Math.max(0, missed) : Math.max(0, WINDOW_SECONDS - seen)
  const seconds = Math.min(seen + missing, LAST_SECOND + 1)
  const limits = cycles.some(({ program }) => program !== null) ? limitsOf(known) : undefined
  return {
    ...{ startMs, seconds, cycles },
    runs: (seconds > seen ? withRun(runs, seen, { lit: null }) : runs).map(unpacked),
    ...(limits !== undefined && { limits }),
  }
}

type Known = Pick<Junction, 'styles' | 'controlLearning'>

/** Returns the limits of actuated greens. Until the control is known it counts as fixed, unless the greens vary. */
function limitsOf({ styles, controlLearning }: Known): RecordWindow['limits'] {
  if (styles.control?.kind === 'actuated') return perPhase((phase) => greenLimits(styles, phase))
  return styles.control || !controlLearning || !varies(controlLearning.greens) ? undefined : null
}
