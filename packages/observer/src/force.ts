/** The settings in force for the lamps: the reported ones where the controller reports, else the shared ones. */
import { SHORTEST_YELLOW } from '@greenwave/controller/checks/clearance'
import { ofPhase, type PhaseNumber, type PlanNumber, SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
import { cycleSeconds, greenAndYellowSeconds, greenStart, isServed, servedPhases } from '@greenwave/controller/cycle'
import { parseInteger } from '@greenwave/controller/integer'
import { MODE_KEY } from '@greenwave/controller/keys'
import { modeKind } from '@greenwave/controller/mode'
import { daySchedule } from '@greenwave/controller/schedule'
import { type Clearance, type ControllerSettings, type Program, programOf } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { parseSettingKey } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { desiredSettings, type InEffect, inEffect, plainValues, runningSettings } from './inEffect.ts'

/** The shared (requested) and client (reported) attributes of a controller. */
export interface Attributes {
  readonly shared: TimedValues
  readonly client: TimedValues
}

/**
 * The settings of a controller, as its attributes. They are read anew whenever something else is in force, a few times a
 * day: thousands of junctions whose settings were kept as read would take twice the memory.
 */
export interface KnownSettings {
  readonly attributes: Attributes
  /** When the newest of them was written or reported, epoch milliseconds; 0 without any. */
  readonly changedMs: number
}

/** Driver of the lamps, and the expectations that follow. */
export interface Force {
  readonly effect: InEffect | null
  /** Null where no program drives the lamps. */
  readonly program: Program | null
  readonly clearance: Clearance
  /** Smallest safe times, seconds: in force or requested, whichever is larger; yellow never below V6. */
  readonly safe: Clearance
  /** Seconds; 0 without a program. */
  readonly cycle: number
  /** The longest time for which the program shows red to all, seconds. */
  readonly longestAllRed: number
  /** (R19) Seconds. */
  readonly offset: number
  /** The phase whose green begins first in a cycle; null without a program. */
  readonly firstPhase: PhaseNumber | null
  /** Whether it flashes because a plan says so (R9, R10), and not by its mode. */
  readonly flashesByPlan: boolean
  /** (R9) The plan that the schedule has now; null where it has none; undefined where the mode overrides it. */
  readonly scheduledPlan: PlanNumber | null | undefined
  /** The seconds of the day in which all this holds, the end excluded. */
  readonly from: number
  readonly until: number
  /** Equal texts mean equal expected lamps, by the running and by the requested settings. */
  readonly identity: string
}

/** Returns the settings that attributes hold; null if they hold none. */
export function knownSettings(attributes: Attributes): KnownSettings | null {
  let changedMs: number | null = null
  for (const values of [attributes.shared, attributes.client]) {
    for (const [key, { ts, value }] of Object.entries(values)) {
      if (value === '' || value === null || parseSettingKey(key) === undefined) continue
      changedMs = Math.max(changedMs ?? 0, ts)
    }
  }
  return changedMs === null ? null : { attributes, changedMs }
}

/** Settings in force at a second of the day by the controller's clock. */
export function forceAt({ attributes: { shared, client } }: KnownSettings, secondOfDay: number): Force {
  const running = runningSettings(shared, client)
  const desired = desiredSettings(shared, client)
  const modeIsSet = parseInteger(shared[MODE_KEY]?.value) !== undefined
  const effect = inEffect(plainValues(client), running, modeIsSet, secondOfDay)
  const program = effect?.program ? programOf(running, effect.program) : null
  const { clearance } = running
  const isAutomatic = effect !== null && modeKind(effect.mode).kind === 'automatic'
  const span = daySchedule(running).spans.find((one) => one.endSecond > secondOfDay)
  const asked = inEffect({}, desired, modeIsSet, secondOfDay)
  const askedProgram = asked?.program ? programOf(desired, asked.program) : null
  const scheduledPlan = isAutomatic ? (span?.running.plan ?? null) : undefined
  return {
    effect,
    program,
    clearance,
    safe: safeClearance(clearance, desired.clearance),
    cycle: program ? cycleSeconds(program, clearance) : 0,
    longestAllRed: longestAllRed(program, clearance),
    offset: (effect?.program && offsetRow.at({ program: effect.program }).of(running)) || 0,
    firstPhase: program ? firstPhaseOf(program) : null,
    flashesByPlan: isAutomatic && effect.kind === 'flashing',
    scheduledPlan,
    from: span?.startSecond ?? 0,
    until: span?.endSecond ?? SECONDS_PER_DAY,
    identity: JSON.stringify([timesOf(effect, program, running), scheduledPlan, timesOf(asked, askedProgram, desired)]),
  }
}

/** (V6) Times that the lamps must show at least, whatever was requested or is reported. */
export function safeClearance(...all: readonly Clearance[]): Clearance {
  return {
    yellow: Math.max(SHORTEST_YELLOW, ...all.map(({ yellow }) => yellow)),
    redClearance: Math.max(0, ...all.map(({ redClearance }) => redClearance)),
  }
}

function timesOf(effect: InEffect | null, program: Program | null, settings: ControllerSettings) {
  return [
    effect && [effect.mode, effect.kind, effect.plan, effect.program],
    program?.phases,
    settings.clearance,
    effect?.program && offsetRow.at({ program: effect.program }).of(settings),
  ]
}

function firstPhaseOf(program: Program): PhaseNumber | null {
  const [first = null, ...others] = servedPhases(program)
  const startOf = (phase: PhaseNumber) => greenStart(ofPhase(program.phases, phase))
  return others.reduce((earliest, phase) => (earliest && startOf(phase) < startOf(earliest) ? phase : earliest), first)
}

/**
 * Returns the longest time for which a program shows red to all: the red clearance, or longer where a part of the cycle
 * is unused. Seconds.
 */
export function longestAllRed(program: Program | null, clearance: Clearance): number {
  const least = Math.max(0, clearance.redClearance)
  const served = (program?.phases ?? []).filter(isServed).sort((a, b) => greenStart(a) - greenStart(b))
  const [first] = served
  if (!program || !first) return least
  let longest = least
  let busyUntil = 0
  for (const timing of served) {
    if (timing !== first) longest = Math.max(longest, greenStart(timing) - busyUntil)
    busyUntil = Math.max(busyUntil, greenStart(timing) + greenAndYellowSeconds(timing, clearance))
  }
  return Math.max(longest, cycleSeconds(program, clearance) - busyUntil + greenStart(first))
}
