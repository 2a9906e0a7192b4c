/** Programmed state of each second: the phases that should have been green. */

import { ofPhase, PHASES, type ProgramNumber } from '@greenwave/controller/controllerLimits'
import { cyclePosition, cycleSeconds } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { phaseLampsAt } from '@greenwave/controller/lamps'
import { modeKind } from '@greenwave/controller/mode'
import { daySchedule, type ScheduleSpan } from '@greenwave/controller/schedule'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { type ControllerSettings, programOf } from '@greenwave/controller/settings'
import { litLamps } from '../lit.ts'
import { PLAIN_SIGHT, see } from '../reading.ts'
import { settingsAt, type SettingsFrom } from '../recordedSettings.ts'
import { modeOf, type ObservedMode } from '../street.ts'
import { type Quarter, QUARTER_SECONDS, secondOf } from './quarter.ts'
import { type PlanInEffect, type Stretch, valueAt } from './stretches.ts'

/** Settings in force by time. */
export interface InForce {
  /** The oldest first. */
  readonly settings: readonly SettingsFrom[]
  readonly plans: readonly Stretch<PlanInEffect>[]
  readonly modes: readonly Stretch<ObservedMode>[]
}

/** Stands for seconds in which no program is known to drive the lamps. */
export const NO_PROGRAM = 0xff

/** The greens of a program over its cycle. */
interface Greens {
  /** A bit for each phase that is green, by second of the cycle, phase 1 lowest. */
  readonly bits: Uint8Array
  /** (R19) Seconds. */
  readonly offset: number
}

/** Driver of the lamps as long as these are the same objects. */
interface Driving {
  readonly settings: ControllerSettings
  readonly plan: PlanInEffect | ScheduleSpan | undefined
  /** Null where no program does. */
  readonly greens: Greens | null
}

/**
 * Returns for each second of a quarter the phases that the program in effect has green then (R8), as a bit for each,
 * phase 1 lowest; `NO_PROGRAM` where the lamps were held or flashed, or the program is unknown. Where no event or
 * record tells the plan, it is the one of the schedule.
 *
 * @param clockMs what the controller's clock showed, as in a quarter; where it is unknown it is taken to be right
 */
export function programmedGreens(
  startMs: number,
  clockMs: Quarter['clockMs'] | undefined,
  { settings, plans, modes }: InForce,
): Uint8Array {
  const greens = new Uint8Array(QUARTER_SECONDS).fill(NO_PROGRAM)
  let aheadMs = 0
  let driving: Driving | undefined
  const schedules = new Map<ControllerSettings, readonly ScheduleSpan[]>()
  for (let index = 0; index < QUARTER_SECONDS; index += 1) {
    const ms = startMs + index * 1000
    const clock = clockMs?.[index]
    if (clock !== undefined && !Number.isNaN(clock)) aheadMs = clock - ms
    const held = valueAt(modes, ms)
    const known = held === undefined || modeKind(held).kind === 'automatic' ? settingsAt(settings, ms) : null
    if (!known) continue
    const secondOfDay = secondOfDayAt(ms + aheadMs)
    const spans = schedules.get(known) ?? daySchedule(known).spans
    schedules.set(known, spans)
    const plan = valueAt(plans, ms) ?? spans.find(({ endSecond }) => endSecond > secondOfDay)
    if (driving?.settings !== known || driving.plan !== plan) {
      driving = { settings: known, plan, greens: greensOf(known, plan) }
    }
    if (driving.greens === null) continue
    const { bits, offset } = driving.greens
    greens[index] = bits[cyclePosition(secondOfDay, bits.length, offset)] ?? NO_PROGRAM
  }
  return greens
}

function programIn(plan: Driving['plan']): ProgramNumber | null {
  if (!plan) return null
  if (!('running' in plan)) return plan.program
  return plan.running.kind === 'program' ? plan.running.program : null
}

function greensOf(settings: ControllerSettings, plan: Driving['plan']): Greens | null {
  const number = programIn(plan)
  if (number === null) return null
  const program = programOf(settings, number)
  const cycle = cycleSeconds(program, settings.clearance)
  if (cycle === 0) return null
  const bits = Uint8Array.from({ length: cycle }, (_, second) =>
    PHASES.reduce((sum, phase) => {
      const { green } = phaseLampsAt(ofPhase(program.phases, phase), settings.clearance, cycle, second)
      return green > 0 ? sum | (1 << (phase - 1)) : sum
    }, 0),
  )
  return { bits, offset: offsetRow.at({ program: number }).of(settings) || 0 }
}

/**
 * Returns the mode that the samples of a second show; undefined if they show none, or if the second was rebuilt. A hold
 * or a flash must be shown by the second before or after it, too: the last second of a green may look like a hold.
 */
export function modeShownAt(quarter: Quarter | undefined, atMs: number): ObservedMode | undefined {
  if (!quarter) return undefined
  const index = Math.floor((atMs - quarter.startMs) / 1000)
  const own = sampleAt(quarter, index)
  if (own === 4 || own === null) return own ?? undefined
  const beside = [sampleAt(quarter, index - 1), sampleAt(quarter, index + 1)]
  return beside.includes(own) ? own : undefined
}

function sampleAt(quarter: Quarter, index: number): ObservedMode | null {
  if (index < 0 || index >= QUARTER_SECONDS) return null
  const { counts, lit, notShown } = secondOf(quarter, quarter.startMs + index * 1000)
  if (!counts) return null
  // A green 1 among red ones is a hold only where every second is counted.
  const sight = { ...PLAIN_SIGHT, isFull: quarter.display === undefined, flashing: lit & ~litLamps(counts), notShown }
  return modeOf(see(counts, sight).reading)
}
