/**
 * The signal engine: a pure function of state, settings and clock, called once for each second that passes.
 *
 * It only remembers what R11 and R12 require: the running cycle with the times with which it began, and the transition
 * through yellow and all-red. Everything else is looked up when a cycle ends. So no green is ever cut, whatever happens
 * to the clock (a midnight that the cycle does not divide, a set time, a drift), to the plan or to the times: the
 * running cycle ends, and the engine joins the next one at the second that R8 gives.
 */

import {
  ofPhase,
  type PerPhase,
  type PhaseNumber,
  type PlanNumber,
  type ProgramNumber,
  perPhase,
} from '../controllerLimits.ts'
import { cyclePosition, cycleSeconds, greenStart, isServed, wholeSecondOfDay } from '../cycle.ts'
import type { GreenLimits } from '../display.ts'
import {
  GREEN_UNCOUNTED,
  type Lamps,
  type PhaseLamps,
  phaseLampsAt,
  RED_UNCOUNTED,
  YELLOW_UNCOUNTED,
} from '../lamps.ts'
import { modeKind } from '../mode.ts'
import { type FlashingReason, runningAt } from '../schedule.ts'
import { type Clearance, type ControllerSettings, type PhaseTiming, type Program, programOf } from '../settings.ts'
import { offsetRow } from '../settingTable/offset.ts'
import { actuatedProgram } from './actuated.ts'

/** The shortest rest of a green that is worth joining, seconds. In practice vehicles get no green below 5 s. */
const MIN_JOINED_GREEN = 5

/** The current driver of the lamps. */
type Stage =
  | {
      readonly kind: 'cycling'
      readonly program: Program
      readonly clearance: Clearance
      readonly cycle: number
      /** Second of the cycle, 0 .. cycle - 1. */
      readonly second: number
      /** Phases that joined too late and stay red until the cycle ends or their green begins. */
      readonly waiting: PerPhase<boolean>
      /** Under actuated control: the number of the cycle, and the program of the next one. Null under fixed control. */
      readonly actuated: { readonly nth: number; readonly next: Program } | null
    }
  | { readonly kind: 'flashing'; readonly reason: FlashingReason | 'mode' }
  | { readonly kind: 'holding'; readonly phase: PhaseNumber }
  | {
      readonly kind: 'clearing'
      /** Seconds of yellow that each phase still shows, the current one included. */
      readonly yellow: PerPhase<number>
      /** Seconds of all-red that follow or are left, the current one included. */
      readonly allRed: number
    }

/** State of a controller in one second: lamps, reports, memory. */
export interface EngineState {
  readonly stage: Stage
  readonly lamps: Lamps
  /** (R14) The plan in effect; 0 if none drives the lamps: flashing by mode, a hold, no plan in play. */
  readonly plan: PlanNumber | 0
  /** (R14) The program in effect; 0 if none drives the lamps. */
  readonly program: ProgramNumber | 0
  /** (R14) The mode in effect, with the value that was requested. */
  readonly mode: number
}

/** The plan, program and mode that a new stage puts into effect. */
type InEffect = Pick<EngineState, 'plan' | 'program' | 'mode'>

/**
 * Returns the next second of a controller. Call it once for each second that passes, with the device clock's seconds
 * since local midnight. At power-on `state` is null, and the controller starts in step with R8. Never throws: any
 * settings and any clock give lamps.
 *
 * @param limits the greens of actuated control, which has no position in the cycle; undefined: fixed control
 */
export function step(
  state: EngineState | null,
  settings: ControllerSettings,
  secondsOfDay: number,
  limits?: GreenLimits,
): EngineState {
  const input: Input = { settings, now: wholeSecondOfDay(secondsOfDay), limits }
  if (!state) return enter(input, false)
  switch (state.stage.kind) {
    case 'cycling':
      return stepCycling(state, state.stage, input)
    case 'flashing':
      return stepFlashing(state, input)
    case 'holding':
      return stepHolding(state, state.stage.phase, input)
    case 'clearing':
      return stepClearing(state, state.stage.yellow, state.stage.allRed, input)
  }
}

/** Input of one second. */
interface Input {
  readonly settings: ControllerSettings
  /** Second of the day. */
  readonly now: number
  readonly limits: GreenLimits | undefined
}

/**
 * (R11) While a cycle runs, its program and times stay. A new plan, program or time takes effect at its end. A mode
 * other than automatic does not wait for the end.
 */
function stepCycling(state: EngineState, stage: Extract<Stage, { kind: 'cycling' }>, input: Input): EngineState {
  const { settings } = input
  const asked = modeKind(settings.mode)
  if (asked.kind === 'flashing') return enter(input, true)
  if (asked.kind === 'hold')
    return startClearing(state, yellowAfter(state.lamps, stage.clearance), stage.clearance, input)
  const second = stage.second + 1
  if (second >= stage.cycle) return enter(input, true, stage.actuated ? stage.actuated.nth + 1 : undefined)
  return cycling({ ...stage, second }, { plan: state.plan, program: state.program, mode: settings.mode })
}

function stepFlashing(state: EngineState, input: Input): EngineState {
  const { settings, now } = input
  const wanted = wantedStage(settings, now)
  if (wanted === 'flashing') return enter(input, true)
  const yellow = Math.max(0, settings.clearance.yellow)
  return startClearing(state, [yellow, yellow, yellow], settings.clearance, input)
}

function stepHolding(state: EngineState, held: PhaseNumber, input: Input): EngineState {
  const { settings } = input
  const asked = modeKind(settings.mode)
  if (asked.kind === 'hold' && asked.phase === held) return state
  return startClearing(state, yellowAfter(state.lamps, settings.clearance), settings.clearance, input)
}

function stepClearing(state: EngineState, yellow: PerPhase<number>, allRed: number, input: Input): EngineState {
  const inYellow = Math.max(...yellow) > 0
  const nextYellow = perPhase((phase) => Math.max(0, ofPhase(yellow, phase) - 1))
  return clearing(state, nextYellow, inYellow ? allRed : allRed - 1, input)
}

/**
 * (R12) A change into or out of a hold, and out of flashing, passes yellow and all-red first: the all-red of R5, or one
 * second if R5 gives none, so that no lamp changes from yellow back to green.
 */
function startClearing(state: EngineState, yellow: PerPhase<number>, clearance: Clearance, input: Input): EngineState {
  return clearing(state, yellow, Math.max(1, clearance.redClearance), input)
}

function clearing(state: EngineState, yellow: PerPhase<number>, allRed: number, input: Input): EngineState {
  const left = Math.max(...yellow) + allRed
  if (left <= 0) return enter(input, true)
  return {
    stage: { kind: 'clearing', yellow, allRed },
    lamps: perPhase((phase) => {
      const seconds = ofPhase(yellow, phase)
      return seconds > 0 ? { red: 0, yellow: seconds, green: 0 } : { red: left, yellow: 0, green: 0 }
    }),
    plan: state.plan,
    program: state.program,
    mode: state.mode,
  }
}

/**
 * Returns the yellow that each phase must show next: all of it after green, the rest of one that has begun, none after
 * red.
 */
function yellowAfter(lamps: Lamps, clearance: Clearance): PerPhase<number> {
  return perPhase((phase) => {
    const lamp = ofPhase(lamps, phase)
    if (lamp.green > 0) return Math.max(0, clearance.yellow)
    return Math.max(0, lamp.yellow - 1)
  })
}

function wantedStage(settings: ControllerSettings, now: number): 'cycling' | 'flashing' | 'holding' {
  const asked = modeKind(settings.mode)
  if (asked.kind === 'hold') return 'holding'
  if (asked.kind === 'flashing') return 'flashing'
  return runningAt(settings, now).kind === 'program' ? 'cycling' : 'flashing'
}

/**
 * Enters what the settings request now. `late` is false only at power-on, where a cycle counts as having run all along.
 *
 * @param nth number of the cycle under actuated control
 */
function enter({ settings, now, limits }: Input, late: boolean, nth = now): EngineState {
  const mode = settings.mode
  const asked = modeKind(mode)
  if (asked.kind === 'flashing') return flashing('mode', { plan: 0, program: 0, mode })
  if (asked.kind === 'hold') return holding(asked.phase, mode)
  const running = runningAt(settings, now)
  if (running.kind === 'flashing') return flashing(running.reason, { plan: running.plan ?? 0, program: 0, mode })
  const { clearance } = settings
  const set = programOf(settings, running.program)
  const program = limits ? actuatedProgram(set, clearance, limits, nth) : set
  const cycle = cycleSeconds(program, clearance)
  const effect: InEffect = { plan: running.plan, program: running.program, mode }
  if (limits) {
    const next = actuatedProgram(set, clearance, limits, nth + 1)
    const waiting: PerPhase<boolean> = [false, false, false]
    return cycling({ kind: 'cycling', program, clearance, cycle, second: 0, waiting, actuated: { nth, next } }, effect)
  }
  const second = cyclePosition(now, cycle, offsetRow.at({ program: running.program }).of(settings))
  const waiting = perPhase((phase) => late && joinsTooLate(ofPhase(program.phases, phase), clearance, cycle, second))
  return cycling({ kind: 'cycling', program, clearance, cycle, second, waiting, actuated: null }, effect)
}

/**
 * Returns whether a phase that was red so far would get only the end of a green, or a yellow without a green before it.
 */
function joinsTooLate(timing: PhaseTiming, clearance: Clearance, cycle: number, second: number): boolean {
  const lamps = phaseLampsAt(timing, clearance, cycle, second)
  return lamps.yellow > 0 || (lamps.green > 0 && lamps.green < Math.min(MIN_JOINED_GREEN, timing.green))
}

function cycling(stage: Extract<Stage, { kind: 'cycling' }>, inEffect: InEffect): EngineState {
  const { program, clearance, cycle, second, waiting, actuated } = stage
  return {
    stage,
    lamps: perPhase((phase) => {
      const timing = ofPhase(program.phases, phase)
      if (ofPhase(waiting, phase)) return redUntilGreen(timing, cycle, second)
      const lamps = phaseLampsAt(timing, clearance, cycle, second)
      // The next green comes when the next cycle's demand has it.
      return actuated && isServed(timing) && lamps.red > 0 && second > greenStart(timing)
        ? redUntilGreen(ofPhase(actuated.next.phases, phase), cycle, second)
        : lamps
    }),
    ...inEffect,
  }
}

/** Returns the lamps of a phase whose next green is in the next cycle, with its timing there. */
function redUntilGreen(timing: PhaseTiming, cycle: number, second: number): PhaseLamps {
  return { red: cycle - second + greenStart(timing), yellow: 0, green: 0 }
}

/** (R12) All phases flash yellow at 1 Hz. One sample per second always sees the same moment of the flash: lit. */
function flashing(reason: FlashingReason | 'mode', inEffect: InEffect): EngineState {
  return {
    stage: { kind: 'flashing', reason },
    lamps: [YELLOW_UNCOUNTED, YELLOW_UNCOUNTED, YELLOW_UNCOUNTED],
    ...inEffect,
  }
}

function holding(held: PhaseNumber, mode: number): EngineState {
  return {
    stage: { kind: 'holding', phase: held },
    lamps: perPhase((phase) => (phase === held ? GREEN_UNCOUNTED : RED_UNCOUNTED)),
    plan: 0,
    program: 0,
    mode,
  }
}
