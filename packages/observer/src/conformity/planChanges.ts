/** Whether plans changed when the schedule says so (R9, R11), as far as records show. */
import type { Sums } from '@greenwave/contract/records/daySums'
import { ofPhase } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, servedPhases } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { modeKind } from '@greenwave/controller/mode'
import { nextPlanChange, type Running, runningAt } from '@greenwave/controller/schedule'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import type { RecordedCycle } from '../recordedCycles.ts'
import type { SettingsFrom } from '../recordedSettings.ts'
import type { DayRecords } from './dayRecords.ts'
import { nextMidnight } from './days.ts'

/** A report may be this late, and a clock this far off, milliseconds. */
const SLACK_MS = 10_000
/** A cycle begins so soon after the end of the one before it, milliseconds; otherwise cycles are missing. */
const NEXT_MS = 3000

type PlanChanges = Sums['planChanges']

/** A change of plan that the schedule has. */
interface DueChange {
  readonly plan: number | null
  readonly atMs: number
  /** (R11) The running cycle may end first. */
  readonly untilMs: number
  /** Whether the running cycle may be longer: an actuated one whose largest greens are unknown. */
  readonly mayBeLonger: boolean
  /** When the schedule leaves the plan again. */
  readonly nextMs: number
}

/** A moment at which a plan was seen in effect. `exact`: it began then. */
interface SeenPlan {
  readonly plan: number | null
  readonly atMs: number
  readonly exact: boolean
}

const NONE: PlanChanges = { onTime: 0, late: 0, unknown: 0, lateSeconds: 0 }

/** Returns the changes of plan of a day. Those whose time is not over yet are not counted. */
export function planChanges(records: DayRecords, cycles: readonly RecordedCycle[]): PlanChanges {
  const seen = seenPlans(records, cycles)
  return dueChanges(records, cycles)
    .filter(({ untilMs }) => untilMs <= records.untilMs)
    .map((due) => evaluate(due, seen))
    .reduce(
      (sums, one) => ({
        onTime: sums.onTime + one.onTime,
        late: sums.late + one.late,
        unknown: sums.unknown + one.unknown,
        lateSeconds: sums.lateSeconds + one.lateSeconds,
      }),
      NONE,
    )
}

function evaluate({ plan, atMs, untilMs, mayBeLonger, nextMs }: DueChange, seen: readonly SeenPlan[]): PlanChanges {
  const fromMs = atMs - SLACK_MS
  const begun = seen.find((one) => one.plan === plan && one.atMs >= fromMs && one.atMs < nextMs)
  const before = seen.findLast((one) => one.atMs < fromMs)
  // The plan was in effect too soon, or its beginning was not seen.
  if (before?.plan === plan) return { ...NONE, unknown: 1 }
  if (begun && begun.atMs <= untilMs) return { ...NONE, onTime: 1 }
  if (mayBeLonger) return { ...NONE, unknown: 1 }
  if (begun?.exact) return { ...NONE, late: 1, lateSeconds: Math.round((begun.atMs - atMs) / 1000) }
  if (begun) return { ...NONE, unknown: 1 }
  const other = seen.findLast((one) => one.atMs > untilMs && one.atMs < nextMs)
  return other ? { ...NONE, late: 1, lateSeconds: Math.round((other.atMs - atMs) / 1000) } : { ...NONE, unknown: 1 }
}

function seenPlans({ events }: DayRecords, cycles: readonly RecordedCycle[]): readonly SeenPlan[] {
  const reported = events.flatMap((event) =>
    event.kind === 'plan' ? [{ plan: event.plan, atMs: event.at, exact: true }] : [],
  )
  const shown = cycles.flatMap(({ plan, startMs }, nth) => {
    if (plan === null) return []
    const before = cycles[nth - 1]
    const exact = before !== undefined && startMs - (before.startMs + before.seconds * 1000) < NEXT_MS
    return [{ plan, atMs: startMs, exact }]
  })
  return [...reported, ...shown].sort((a, b) => a.atMs - b.atMs)
}

function dueChanges({ dayMs, untilMs, settings }: DayRecords, cycles: readonly RecordedCycle[]): readonly DueChange[] {
  const spans = settings.map(({ fromMs, settings: inForce }, nth) => ({
    inForce,
    fromMs: Math.max(fromMs, dayMs),
    untilMs: Math.min(settings[nth + 1]?.fromMs ?? Number.POSITIVE_INFINITY, untilMs),
  }))
  return spans.flatMap(({ inForce, fromMs, untilMs: endMs }) =>
    scheduledChanges(dayMs, inForce, cycles).filter(
      // A change of the settings meanwhile may have changed the schedule.
      (due) => due.atMs - SLACK_MS >= fromMs && due.untilMs <= endMs,
    ),
  )
}

function scheduledChanges(
  dayMs: number,
  settings: SettingsFrom['settings'],
  cycles: readonly RecordedCycle[],
): readonly DueChange[] {
  if (modeKind(settings.mode).kind !== 'automatic') return []
  const changes: DueChange[] = []
  const endMs = nextMidnight(dayMs)
  for (let ms = dayMs - 1; ; ) {
    const next = nextPlanChange(settings, ms)
    if (!next || next.atMs >= endMs) return changes
    const { running, atMs: plainMs } = next
    const followMs = nextPlanChange(settings, plainMs)?.atMs ?? endMs
    const atMs = plainMs - aheadAt(cycles, plainMs)
    const limits = cycles.findLast(({ startMs }) => startMs <= plainMs)?.limits
    const leaving = longestLeaving(runningAt(settings, secondOfDayAt(plainMs - 1)), settings, limits)
    changes.push({
      plan: running.plan,
      atMs,
      untilMs: atMs + leaving.seconds * 1000 + SLACK_MS,
      mayBeLonger: leaving.mayBeLonger,
      nextMs: followMs >= endMs ? Number.POSITIVE_INFINITY : atMs + (followMs - plainMs),
    })
    ms = plainMs
  }
}

/** (R11) (R12) Returns the longest time until what runs is left: actuated greens may be as long as their limits. */
function longestLeaving(
  running: Running,
  settings: ControllerSettings,
  limits: RecordedCycle['limits'],
): { readonly seconds: number; readonly mayBeLonger: boolean } {
  const [yellow, redClearance] = [Math.max(0, settings.clearance.yellow), Math.max(0, settings.clearance.redClearance)]
  const leaving = yellow + Math.max(1, redClearance)
  if (running.kind !== 'program') return { seconds: leaving, mayBeLonger: false }
  const program = programOf(settings, running.program)
  const set = cycleSeconds(program, settings.clearance)
  if (limits === undefined) return { seconds: set + leaving, mayBeLonger: false }
  const largest = servedPhases(program).map((phase) => limits && ofPhase(limits, phase)?.largest)
  const blocks = largest.reduce((sum: number, green) => sum + (green ?? 0) + yellow + redClearance, 0)
  return { seconds: Math.max(set, blocks) + leaving, mayBeLonger: largest.some((green) => typeof green !== 'number') }
}

/** Returns by how much the controller's clock was ahead at a moment, milliseconds; 0 if it showed none. */
function aheadAt(cycles: readonly RecordedCycle[], ms: number): number {
  const clocked = cycles.findLast(({ startMs, startClockMs }) => startMs <= ms && startClockMs !== null)
  return clocked?.startClockMs == null ? 0 : clocked.startClockMs - clocked.startMs
}
