/**
 * @file The course of a green route (§11), as pure functions: what a run requests of which junction and when, and what is
 * noted meanwhile. Everything that is decided follows from the run as it is stored, so that another watcher goes on with it.
 * Long: the rules of one junction's steps are read together.
 */
import {
  isUnderWay,
  type LeftAlone,
  type RouteOrder,
  type RoutePosition,
  type RouteRun,
  type RouteStep,
  type RunPlace,
} from '@greenwave/contract/records/routes'
import { etaMs, metresAt, type Moving } from './way.ts'

/** (§11) Time for the way to the controller, milliseconds. */
const REACHES_MS = 2_000
/** (§11) A junction is let go so far behind the vehicle, metres, or so long after its ETA, milliseconds. */
const PASSED_M = 30
const AFTER_ETA_MS = 20_000
/** (§11) What was requested is not taken back and requested again within this time, milliseconds. */
const KEPT_MS = 10_000
/** (§11) Operator and vehicle are warned of a junction that is not green so long before the vehicle, milliseconds. */
const WARNED_MS = 5_000
/** A hold is extended so long before its end, milliseconds. */
const EXTENDED_MS = 5_000
/** What was written is seen in the junction's attributes within this time, milliseconds. */
const SHOWN_MS = 10_000
/** While a hold is extended it may look lost for less than this, milliseconds. */
const LOST_MS = 3_000
/** An end that the watcher of the junction did not write is written by the run after this time, milliseconds. */
const OVERDUE_MS = 2_000
/** A junction that is not back within this time is recorded as not back, milliseconds. */
const BACK_WITHIN_MS = 60_000
/** A run that no watcher took on within this time never begins: its vehicle is gone. Milliseconds. */
const TAKEN_ON_MS = 60_000
/** A hold shorter than this helps nobody, milliseconds. */
const SHORTEST_MS = 5_000
/** A run ends after this time, whatever happens, milliseconds. */
const LONGEST_RUN_MS = 6 * 3_600_000
/** A vehicle that moves less than this between two positions stands, metres a second. */
const STANDS_M_PER_S = 1.4

/** Known state of a junction. */
export interface RunFacts {
  /** Whether its controller is connected. */
  readonly connected: boolean
  /** Whether an incident of severity CRITICAL is open. */
  readonly isDanger: boolean
  /** Shared attribute `Mode`: 0 to 2 hold, others are automatic; undefined without one. */
  readonly mode: number | undefined
  /** Client attribute `Mode`; undefined for a controller that reports nothing. */
  readonly reported: number | undefined
  /** The run of the hold in force; empty for the hold of a person, null without a hold. */
  readonly heldBy: string | null
  /** The phase that is green while all others are red; 0: none, null: not known. */
  readonly green: number | null
  /** `Vang` + `Do_cong`, seconds. */
  readonly clearance: number
}

/** What a run wants done now. Until it is done, each next step wants it again. */
export type RunAct =
  /** Hold the phase of the junction until a time, or hold it longer. */
  | { readonly kind: 'hold'; readonly index: number; readonly until: number }
  /** Go back to what was before. */
  | { readonly kind: 'release'; readonly index: number }

/** (§11) Returns how long before the vehicle a junction is requested, milliseconds. */
export function leadMs({ queue }: Pick<RouteRun, 'queue'>, clearance: number): number {
  return (clearance + queue) * 1000 + REACHES_MS
}

/** (§11) Returns why a junction is left alone now; undefined where it may be held. */
export function leftAlone(id: string, phase: number, facts: RunFacts | undefined): LeftAlone | undefined {
  if (phase === 3) return 'phase3'
  if (!facts) return 'gone'
  if (facts.isDanger) return 'danger'
  if (facts.heldBy !== null && facts.heldBy !== '' && facts.heldBy !== id) return 'route'
  if (facts.heldBy !== id && isHeld(facts.mode)) return 'held'
  return facts.connected ? undefined : 'offline'
}

function isHeld(mode: number | undefined): boolean {
  return mode === 0 || mode === 1 || mode === 2
}

/** Returns whether a junction is held for the run now, as far as it was requested. */
export function isAsked({ asked, letGo }: RouteStep): boolean {
  return asked !== undefined && letGo === undefined
}

/** What a run would request of a junction, by what is known of the vehicle. Epoch milliseconds. */
export interface PlannedHold {
  readonly eta: number
  readonly from: number
  readonly until: number
}

/** (§11) Returns from when to when a junction is to be held. `clearance`: `Vang` + `Do_cong`, seconds. */
export function plannedHold(
  run: Moving & Pick<RouteRun, 'queue' | 'longest'>,
  { position }: Pick<RunPlace, 'position'>,
  clearance: number,
): PlannedHold {
  const eta = etaMs(run, position)
  const from = eta - leadMs(run, clearance)
  return { eta, from, until: Math.min(from + run.longest * 1000, eta + AFTER_ETA_MS) }
}

/**
 * Returns the run one look further, the same object where nothing happened, and what is to be done. `factsOf` returns
 * undefined for a device that is not watched.
 */
export function nextRun(
  run: RouteRun,
  factsOf: (device: string) => RunFacts | undefined,
  nowMs: number,
): { readonly run: RouteRun; readonly acts: readonly RunAct[] } {
  if (!isUnderWay(run)) return { run, acts: [] }
  if (run.state === 'requested') {
    if (nowMs - run.at > TAKEN_ON_MS) return { run: { ...run, state: 'refused', ended: nowMs }, acts: [] }
    return nextRun({ ...run, state: 'running' }, factsOf, nowMs)
  }
  const looked = nowMs - run.at > LONGEST_RUN_MS ? withCancelled(run, nowMs, '') : run
  const next = looked.junctions.map((place) => nextStep(looked, place, factsOf(place.device), nowMs))
  const isOver = next.every(({ over }) => over)
  const acts = looked.drill ? [] : next.flatMap(({ act }, index) => (act ? [{ ...act, index }] : []))
  if (!isOver && next.every(({ step }, index) => step === looked.junctions[index]?.step)) return { run: looked, acts }
  const junctions = looked.junctions.map((place, index) => {
    const step = next[index]?.step ?? place.step
    return step === place.step ? place : { ...place, step }
  })
  const state = isOver ? (looked.cancelled === undefined ? 'done' : 'cancelled') : looked.state
  const ended = isOver ? { ended: nowMs } : {}
  return { run: { ...looked, ...ended, state, junctions }, acts }
}

/** Returns the act that a run wants at one junction now; undefined if it wants none. */
export function actAt(
  run: RouteRun,
  index: number,
  factsOf: (device: string) => RunFacts | undefined,
  nowMs: number,
): RunAct | undefined {
  const junctions = run.junctions.slice(index, index + 1)
  const [act] = nextRun({ ...run, junctions }, factsOf, nowMs).acts
  return act && { ...act, index }
}

type Want = { readonly kind: 'hold'; readonly until: number } | { readonly kind: 'release' }

interface Next {
  readonly step: RouteStep
  readonly act?: Want | undefined
  /** Whether nothing is left to do at this junction. */
  readonly over: boolean
}

function nextStep(run: RouteRun, place: RunPlace, facts: RunFacts | undefined, nowMs: number): Next {
  const eta = etaMs(run, place.position)
  const passed = place.step.passed ?? passedMs(run, place)
  const step = withChanged(place.step, { eta, passed })
  const isGone = passed !== undefined || nowMs > eta + AFTER_ETA_MS || run.cancelled !== undefined
  if (isAsked(step)) return whileHeld(run, place, step, facts, { eta, isGone, nowMs })
  const seen = withBack(step, place.phase, run.drill, facts, nowMs)
  if (isGone) {
    const waits = seen.letGo !== undefined && seen.back === undefined && nowMs - seen.letGo < BACK_WITHIN_MS
    return { step: seen, over: !waits }
  }
  return beforeHeld(run, place, seen, facts, { eta, nowMs })
}

/** A junction that is not held and where the vehicle has yet to come. */
function beforeHeld(
  run: RouteRun,
  place: RunPlace,
  step: RouteStep,
  facts: RunFacts | undefined,
  { eta, nowMs }: { readonly eta: number; readonly nowMs: number },
): Next {
  if (nowMs < eta - leadMs(run, facts?.clearance ?? 0)) {
    const known = place.phase === 3 ? ('phase3' as const) : undefined
    return { step: withChanged(step, { left: known }), over: false }
  }
  const warned = nowMs >= eta - WARNED_MS && !run.drill ? withChanged(step, { notGreen: step.notGreen ?? nowMs }) : step
  // (§11) Not again within 10 s.
  if (step.letGo !== undefined && nowMs < step.letGo + KEPT_MS) return { step: warned, over: false }
  const leftMs = run.longest * 1000 - usedMs(step, nowMs)
  const isRefused = step.left === 'refused' && facts !== undefined
  const why = isRefused
    ? 'refused'
    : (leftAlone(run.id, place.phase, facts) ?? (leftMs < SHORTEST_MS ? 'longest' : undefined))
  if (why) return { step: withChanged(warned, { left: why }), over: false }
  const until = Math.min(nowMs + leftMs, eta + AFTER_ETA_MS)
  if (run.drill) return { step: withAsked({ ...warned, left: undefined }, nowMs, until), over: false }
  return { step: warned, act: { kind: 'hold', until }, over: false }
}

/** A junction that is held for the run. */
function whileHeld(
  run: RouteRun,
  place: RunPlace,
  before: RouteStep,
  facts: RunFacts | undefined,
  { eta, isGone, nowMs }: { readonly eta: number; readonly isGone: boolean; readonly nowMs: number },
): Next {
  const { asked = nowMs, until = nowMs } = before
  const longestMs = asked + run.longest * 1000 - before.used
  const wanted = Math.min(longestMs, eta + AFTER_ETA_MS)
  if (run.drill) {
    const isOver = isGone || nowMs >= wanted
    return {
      step: isOver ? { ...before, letGo: nowMs, back: nowMs } : withChanged(before, { until: wanted }),
      over: false,
    }
  }
  const isLost = facts !== undefined && facts.heldBy !== run.id && nowMs - asked > SHOWN_MS
  const step = withChanged(withSeen(before, place.phase, facts, { eta, nowMs }), {
    lost: isLost ? (before.lost ?? nowMs) : undefined,
  })
  // At its time the watcher of the junction ended the hold, or later, where none ran.
  if (isLost && nowMs >= until) return { step: { ...step, letGo: nowMs, lost: undefined }, over: false }
  // Before it, a person chose another mode.
  if (step.lost !== undefined && nowMs - step.lost >= LOST_MS) {
    return { step: { ...step, letGo: step.lost, lost: undefined, left: 'held' }, over: false }
  }
  if (facts?.isDanger) return { step: withChanged(step, { left: 'danger' }), act: { kind: 'release' }, over: false }
  // At its time the watcher of the junction ends the hold.
  const isEnded = nowMs >= until - OVERDUE_MS && nowMs <= until + OVERDUE_MS
  if (isGone) return { step, act: isEnded ? undefined : { kind: 'release' }, over: false }
  if (nowMs > until + OVERDUE_MS) return { step, act: { kind: 'release' }, over: false }
  // (§11) Late by so much that it is requested again later.
  const askAgainMs = eta - leadMs(run, facts?.clearance ?? 0)
  if (askAgainMs > nowMs + KEPT_MS && nowMs - asked >= KEPT_MS) return { step, act: { kind: 'release' }, over: false }
  // One that has ended is not extended any more: it is requested again 10 s later.
  const isShort = wanted > until + 1000 && nowMs >= until - EXTENDED_MS && nowMs < until && facts?.heldBy === run.id
  return { step, act: isShort ? { kind: 'hold', until: wanted } : undefined, over: false }
}

/** Notes when a held junction reported the mode, when it was seen green, and whether it is late. */
function withSeen(
  step: RouteStep,
  phase: number,
  facts: RunFacts | undefined,
  { eta, nowMs }: { readonly eta: number; readonly nowMs: number },
): RouteStep {
  if (!facts) return step
  const taken = step.taken ?? (facts.reported === phase ? nowMs : undefined)
  const mayShow = taken !== undefined || facts.reported === undefined
  const seen = step.seen ?? (mayShow && facts.green === phase ? nowMs : undefined)
  // After its end it need not be green any more, and its lamps may be heard before that.
  const lostMs = step.unseen ?? (nowMs < (step.until ?? nowMs) ? nowMs : undefined)
  const unseen = seen === undefined || facts.green === phase ? undefined : lostMs
  const isGreen = seen !== undefined && unseen === undefined
  const isLate = !isGreen && step.passed === undefined && nowMs >= eta - WARNED_MS
  return withChanged(step, { taken, seen, unseen, notGreen: step.notGreen ?? (isLate ? nowMs : undefined) })
}

/** Notes when a junction that was let go is automatic again. */
function withBack(
  step: RouteStep,
  phase: number,
  drill: boolean,
  facts: RunFacts | undefined,
  nowMs: number,
): RouteStep {
  if (step.letGo === undefined || step.back !== undefined || drill) return step
  if (!facts?.connected || facts.heldBy !== null) return step
  const isBack = facts.reported === undefined ? facts.mode !== phase : facts.reported !== phase
  return isBack ? { ...step, back: nowMs } : step
}

/** (§11) Returns when the vehicle was known to be behind a junction; undefined before. The clock alone knows nothing. */
function passedMs({ fix }: RouteRun, { position }: RunPlace): number | undefined {
  if (fix.by === 'passed') return fix.m >= position ? fix.at : undefined
  return fix.by === 'position' && fix.m >= position + PASSED_M ? fix.at : undefined
}

function withAsked(step: RouteStep, atMs: number, until: number): RouteStep {
  return { eta: step.eta, passed: step.passed, notGreen: step.notGreen, asked: atMs, until, used: usedMs(step, atMs) }
}

/**
 * Returns how long a junction that is not held now was held by this run, milliseconds: until it was back, since one that is
 * not connected may hold on after it was let go.
 */
function usedMs({ used, asked, letGo, back }: RouteStep, nowMs: number): number {
  return used + (asked === undefined || letGo === undefined ? 0 : (back ?? nowMs) - asked)
}

/** Returns a step with members; the same object where they are the same. */
function withChanged(step: RouteStep, members: Partial<RouteStep>): RouteStep {
  const isSame = Object.entries(members).every(([key, value]) => step[key as keyof RouteStep] === value)
  return isSame ? step : { ...step, ...members }
}

function withStep(run: RouteRun, index: number, change: (step: RouteStep) => RouteStep): RouteRun {
  const place = run.junctions[index]
  return place ? { ...run, junctions: run.junctions.with(index, { ...place, step: change(place.step) }) } : run
}

/** Returns the run after a junction was requested, or is held longer. */
export function withHeld(run: RouteRun, index: number, atMs: number, until: number): RouteRun {
  return withStep(run, index, (step) => (isAsked(step) ? { ...step, until } : withAsked(step, atMs, until)))
}

/** Returns the run after a junction was let go. */
export function withReleased(run: RouteRun, index: number, atMs: number): RouteRun {
  return withStep(run, index, (step) => (isAsked(step) ? { ...step, letGo: atMs } : step))
}

/** Returns the run after a junction could not be requested. */
export function withLeft(run: RouteRun, index: number, left: LeftAlone): RouteRun {
  return withStep(run, index, (step) => ({ ...step, left }))
}

function withCancelled(run: RouteRun, atMs: number, by: string): RouteRun {
  return { ...run, cancelled: run.cancelled ?? atMs, cancelledBy: run.cancelled === undefined ? by : run.cancelledBy }
}

/** Returns the run after an order of a person; orders of another run, and from before the newest one, change nothing. */
export function withOrder(run: RouteRun, order: RouteOrder, atMs: number): RouteRun {
  if (order.run !== run.id || atMs <= run.heard.order || !isUnderWay(run)) return run
  const heard = { ...run, heard: { ...run.heard, order: atMs } }
  switch (order.kind) {
    case 'cancel':
      return withCancelled(heard, atMs, order.by)
    case 'shift':
      return { ...heard, fix: { ...run.fix, late: run.fix.late + order.seconds * 1000 } }
    case 'passed': {
      const place = run.junctions[order.junction]
      return place ? { ...heard, fix: { at: atMs, m: place.position, by: 'passed', late: 0 } } : heard
    }
  }
}

/** Returns the run after a position; one that is older than what is known, or away from the way, changes nothing. */
export function withPosition(run: RouteRun, position: RoutePosition, atMs: number): RouteRun {
  if (atMs <= run.heard.position || !isUnderWay(run)) return run
  const heard = { ...run, heard: { ...run.heard, position: atMs } }
  // Before it leaves the fix is in the future.
  const isNewer = atMs > run.fix.at || run.fix.by === 'clock'
  const m = isNewer ? metresAt(run, position) : null
  if (m === null) return heard
  const { fix, stops } = run
  const seconds = (atMs - fix.at) / 1000
  const stands = fix.by === 'position' && seconds > 0 && (m - fix.m) / seconds < STANDS_M_PER_S
  const stood = stands ? { count: stops.count + (run.stands ? 0 : 1), seconds: stops.seconds + seconds } : stops
  return { ...heard, fix: { at: atMs, m, by: 'position', late: 0 }, stops: stood, stands }
}
