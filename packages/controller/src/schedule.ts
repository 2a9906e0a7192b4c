import {
  HOUR_RANGE,
  isWholeWithin,
  MINUTE_RANGE,
  type PlanNumber,
  type ProgramNumber,
  SECONDS_PER_DAY,
} from './controllerLimits.ts'
import { cycleSeconds, wholeSecondOfDay } from './cycle.ts'
import { secondOfDayAt } from './deviceClock.ts'
import { type ControllerSettings, isProgramNumber, type Plan, programOf } from './settings.ts'
import { nextZoneChange } from './timeZone.ts'

/** Why the lamps flash in automatic. */
export type FlashingReason = 'noPlan' | 'noProgram' | 'emptyProgram'

/** Driver of the lamps in automatic: a program, or flashing yellow and the reason. */
export type Running =
  | { readonly kind: 'program'; readonly plan: PlanNumber; readonly program: ProgramNumber }
  | { readonly kind: 'flashing'; readonly plan: PlanNumber | null; readonly reason: FlashingReason }

/** Why a plan never runs with the present settings. */
export type OutOfPlayReason =
  | { readonly kind: 'disabled' }
  | { readonly kind: 'abovePlanTotal'; readonly planTotal: number }
  | { readonly kind: 'invalidTime' }
  | { readonly kind: 'sameStart'; readonly plan: PlanNumber }

/** A plan that never runs, and why. */
interface OutOfPlay {
  readonly plan: PlanNumber
  readonly reason: OutOfPlayReason
}

/** A span of the day, seconds since local midnight, `endSecond` excluded. */
export interface ScheduleSpan {
  readonly startSecond: number
  readonly endSecond: number
  readonly running: Running
  /** True if the plan began the day before. */
  readonly fromYesterday: boolean
}

/** A day of a controller. */
export interface DaySchedule {
  /** Without gaps from 0 to 86400. */
  readonly spans: readonly ScheduleSpan[]
  readonly outOfPlay: readonly OutOfPlay[]
}

/** Returns the seconds since local midnight at which a plan begins. */
function planStartSecond(plan: Plan): number {
  return plan.hour * 3600 + plan.minute * 60
}

/**
 * Returns why a plan never runs, or null if it does. Of two plans with one start time the higher number runs, because a
 * controller that goes through its plans in order ends with that one. V7 warns of it.
 */
export function outOfPlayReason(settings: ControllerSettings, plan: Plan): OutOfPlayReason | null {
  const own = ownReason(settings, plan)
  if (own) return own
  const winner = settings.plans.findLast(
    (other) =>
      other.number > plan.number &&
      planStartSecond(other) === planStartSecond(plan) &&
      ownReason(settings, other) === null,
  )
  return winner ? { kind: 'sameStart', plan: winner.number } : null
}

function ownReason(settings: ControllerSettings, plan: Plan): OutOfPlayReason | null {
  if (!plan.enabled) return { kind: 'disabled' }
  if (plan.number > settings.planTotal) return { kind: 'abovePlanTotal', planTotal: settings.planTotal }
  if (!isWholeWithin(plan.hour, HOUR_RANGE) || !isWholeWithin(plan.minute, MINUTE_RANGE)) return { kind: 'invalidTime' }
  return null
}

/** Returns the plans that do run, in order of their start. */
export function plansInPlay(settings: ControllerSettings): readonly Plan[] {
  return settings.plans
    .filter((plan) => outOfPlayReason(settings, plan) === null)
    .sort((a, b) => planStartSecond(a) - planStartSecond(b))
}

/**
 * (R9) Returns the plan that runs: of those in play the latest that has started; before the first start of the day, the
 * last plan of the day before. Returns null if none is in play: flashing yellow.
 */
export function planAt(settings: ControllerSettings, secondsOfDay: number): Plan | null {
  const plans = plansInPlay(settings)
  const now = wholeSecondOfDay(secondsOfDay)
  return plans.findLast((plan) => planStartSecond(plan) <= now) ?? plans.at(-1) ?? null
}

/**
 * (R10) Program or flashing yellow of a plan. Program 0 is flashing yellow; so is a number that no program has, and a program
 * without any green, which has no cycle to run.
 */
export function runningOf(settings: ControllerSettings, plan: Plan | null): Running {
  if (!plan) return { kind: 'flashing', plan: null, reason: 'noPlan' }
  const number = plan.programNumber
  if (!isProgramNumber(number)) return { kind: 'flashing', plan: plan.number, reason: 'noProgram' }
  if (cycleSeconds(programOf(settings, number), settings.clearance) === 0) {
    return { kind: 'flashing', plan: plan.number, reason: 'emptyProgram' }
  }
  return { kind: 'program', plan: plan.number, program: number }
}

/** Program or flashing yellow of automatic at a second of the day. */
export function runningAt(settings: ControllerSettings, secondsOfDay: number): Running {
  return runningOf(settings, planAt(settings, secondsOfDay))
}

/** Returns the whole day: when which plan and program run, and which plans never do. */
export function daySchedule(settings: ControllerSettings): DaySchedule {
  return { spans: spansOf(settings), outOfPlay: outOfPlayPlans(settings) }
}

function outOfPlayPlans(settings: ControllerSettings): readonly OutOfPlay[] {
  return settings.plans.flatMap((plan) => {
    const reason = outOfPlayReason(settings, plan)
    return reason ? [{ plan: plan.number, reason }] : []
  })
}

function spansOf(settings: ControllerSettings): readonly ScheduleSpan[] {
  const plans = plansInPlay(settings)
  const last = plans.at(-1) ?? null
  const firstStart = plans[0] ? planStartSecond(plans[0]) : SECONDS_PER_DAY
  const overnight: ScheduleSpan = {
    startSecond: 0,
    endSecond: firstStart,
    running: runningOf(settings, last),
    fromYesterday: last !== null,
  }
  const ofTheDay = plans.map((plan, index): ScheduleSpan => {
    const next = plans[index + 1]
    return {
      startSecond: planStartSecond(plan),
      endSecond: next ? planStartSecond(next) : SECONDS_PER_DAY,
      running: runningOf(settings, plan),
      fromYesterday: false,
    }
  })
  return firstStart > 0 ? [overnight, ...ofTheDay] : ofTheDay
}

/** The next time at which another plan takes over. A controller follows at the end of its running cycle (R11). */
export interface NextChange {
  readonly inSeconds: number
  readonly atSecond: number
  readonly running: Running
}

/**
 * Returns the next change of plan after a second of the day, at most 24 h away; null if fewer than two plans are in
 * play.
 */
export function nextChange(settings: ControllerSettings, secondsOfDay: number): NextChange | null {
  const plans = plansInPlay(settings)
  if (plans.length < 2) return null
  const now = wholeSecondOfDay(secondsOfDay)
  const next = plans.find((plan) => planStartSecond(plan) > now) ?? plans[0]
  if (!next) return null
  const atSecond = planStartSecond(next)
  const inSeconds = atSecond > now ? atSecond - now : atSecond + SECONDS_PER_DAY - now
  return { inSeconds, atSecond, running: runningOf(settings, next) }
}

/** A change of plan at an instant, epoch milliseconds. */
export interface PlanChange {
  readonly atMs: number
  readonly running: Running
}

/**
 * (R9) Returns the next change of plan after an instant of a right clock; null if fewer than two plans are in play. Plans
 * follow what the clock shows: where it is put forward or back, another plan may begin with that.
 */
export function nextPlanChange(settings: ControllerSettings, nowMs: number): PlanChange | null {
  const before = planAt(settings, secondOfDayAt(nowMs))
  for (let ms = nowMs; ; ) {
    const next = nextChange(settings, secondOfDayAt(ms))
    if (!next) return null
    const atMs = (Math.floor(ms / 1000) + next.inSeconds) * 1000
    const jumpMs = nextZoneChange(ms, atMs)
    if (jumpMs === null) return { atMs, running: next.running }
    const after = planAt(settings, secondOfDayAt(jumpMs))
    if (after?.number !== before?.number) return { atMs: jumpMs, running: runningOf(settings, after) }
    ms = jumpMs
  }
}

/** When a program runs, by the plans in play. */
export interface ProgramRuns {
  /** The plans in play that run it, in order of their start. */
  readonly plans: readonly PlanNumber[]
  readonly runsNow: boolean
  /** The second of the day at which it begins next; null if no plan in play runs it. */
  readonly nextSecond: number | null
}

/** Returns when a program runs, seen from a second of the day. */
export function programRuns(settings: ControllerSettings, program: ProgramNumber, secondsOfDay: number): ProgramRuns {
  const now = wholeSecondOfDay(secondsOfDay)
  const plans = plansInPlay(settings).filter(({ programNumber }) => programNumber === program)
  const starts = plans.map(planStartSecond)
  return {
    plans: plans.map(({ number }) => number),
    runsNow: planAt(settings, now)?.programNumber === program,
    nextSecond: starts.find((start) => start > now) ?? starts[0] ?? null,
  }
}
