/**
 * The signal engine: a pure function of state, settings and clock, stepped once for each second that passes.
 *
 * Its memory is what R11 and R12 ask for: the cycle that runs now with the times it began with, and the way through yellow
 * and all-red. Every other thing is looked up when a cycle ends. So whatever happens to the clock (midnight that the cycle
 * does not divide, a set time, a drift), to the plan or to the times, no green is ever cut: the running cycle ends, and the
 * next one is joined where R8 says it stands.
 */
import { cyclePosition, cycleSeconds, greenStart, wholeSecondOfDay } from './cycle.ts'
import { GREEN_UNCOUNTED, type Lamps, type PhaseLamps, phaseLampsAt, RED_UNCOUNTED, YELLOW_UNCOUNTED } from './lamps.ts'
import { ofPhase, type PerPhase, type PhaseNumber, type PlanNumber, type ProgramNumber, perPhase } from './limits.ts'
import { modeKind } from './mode.ts'
import { type FlashingReason, runningAt } from './schedule.ts'
import { type Clearance, type ControllerSettings, type PhaseTiming, type Program, programOf } from './settings.ts'

/** The shortest rest of a green that is worth joining, seconds; practice gives vehicles no green below 5 s. */
const MIN_JOINED_GREEN = 5

/** What the lamps follow at the moment. */
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
    }
  | { readonly kind: 'flashing'; readonly reason: FlashingReason | 'mode' }
  | { readonly kind: 'holding'; readonly phase: PhaseNumber }
  | {
      readonly kind: 'clearing'
      /** Seconds of yellow that each phase still shows, this one included. */
      readonly yellow: PerPhase<number>
      /** Seconds of all-red that follow or are left, this one included. */
      readonly allRed: number
    }

/** A second of a controller: what it shows, what it reports, what it remembers. */
export interface EngineState {
  readonly stage: Stage
  readonly lamps: Lamps
  /** (R14) The plan in effect; 0 when none drives the lamps: flashing by mode, a hold, no plan in play. */
  readonly plan: PlanNumber | 0
  /** (R14) The program in effect; 0 when none drives the lamps. */
  readonly program: ProgramNumber | 0
  /** (R14) The mode in effect, with the value that was asked for. */
  readonly mode: number
}

/** What to enter once nothing stands in the way. */
type InEffect = Pick<EngineState, 'plan' | 'program' | 'mode'>

/**
 * One second of a controller. Call it once for each second that passes, with the device clock's seconds since local midnight;
 * `state` is null at power-on, where the controller comes up in step with R8. Total: any settings and any clock give lamps.
 */
export function step(state: EngineState | null, settings: ControllerSettings, secondsOfDay: number): EngineState {
  const now = wholeSecondOfDay(secondsOfDay)
  if (!state) return enter(settings, now, false)
  switch (state.stage.kind) {
    case 'cycling':
      return stepCycling(state, state.stage, settings, now)
    case 'flashing':
      return stepFlashing(state, settings, now)
    case 'holding':
      return stepHolding(state, state.stage.phase, settings, now)
    case 'clearing':
      return stepClearing(state, state.stage.yellow, state.stage.allRed, settings, now)
  }
}

/**
 * (R11) While a cycle runs, its program and times stay; a new plan, program or time is taken at its end. A mode that is not
 * automatic does not wait for it.
 */
function stepCycling(
  state: EngineState,
  stage: Extract<Stage, { kind: 'cycling' }>,
  settings: ControllerSettings,
  now: number,
): EngineState {
  const asked = modeKind(settings.mode)
  if (asked.kind === 'flashing') return enter(settings, now, true)
  if (asked.kind === 'hold')
    return startClearing(state, yellowAfter(state.lamps, stage.clearance), stage.clearance, settings, now)
  const second = stage.second + 1
  if (second >= stage.cycle) return enter(settings, now, true)
  return cycling({ ...stage, second }, { plan: state.plan, program: state.program, mode: settings.mode })
}

function stepFlashing(state: EngineState, settings: ControllerSettings, now: number): EngineState {
  const wanted = wantedStage(settings, now)
  if (wanted === 'flashing') return enter(settings, now, true)
  const yellow = Math.max(0, settings.clearance.yellow)
  return startClearing(state, [yellow, yellow, yellow], settings.clearance, settings, now)
}

function stepHolding(state: EngineState, held: PhaseNumber, settings: ControllerSettings, now: number): EngineState {
  const asked = modeKind(settings.mode)
  if (asked.kind === 'hold' && asked.phase === held) return state
  return startClearing(state, yellowAfter(state.lamps, settings.clearance), settings.clearance, settings, now)
}

function stepClearing(
  state: EngineState,
  yellow: PerPhase<number>,
  allRed: number,
  settings: ControllerSettings,
  now: number,
): EngineState {
  const inYellow = Math.max(...yellow) > 0
  const nextYellow = perPhase((phase) => Math.max(0, ofPhase(yellow, phase) - 1))
  return clearing(state, nextYellow, inYellow ? allRed : allRed - 1, settings, now)
}

/**
 * (R12) A change into or out of a hold, and out of flashing, passes yellow and all-red first: the all-red of R5, and a second
 * of it where R5 gives none, so that no lamp goes from yellow back to green.
 */
function startClearing(
  state: EngineState,
  yellow: PerPhase<number>,
  clearance: Clearance,
  settings: ControllerSettings,
  now: number,
): EngineState {
  return clearing(state, yellow, Math.max(1, clearance.redClearance), settings, now)
}

function clearing(
  state: EngineState,
  yellow: PerPhase<number>,
  allRed: number,
  settings: ControllerSettings,
  now: number,
): EngineState {
  const left = Math.max(...yellow) + allRed
  if (left <= 0) return enter(settings, now, true)
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

/** The yellow that each phase is owed next: all of it after green, the rest of one that has begun, none after red. */
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

/** Takes what is asked for now. `late` is false only at power-on, where a cycle counts as having run all along. */
function enter(settings: ControllerSettings, now: number, late: boolean): EngineState {
  const mode = settings.mode
  const asked = modeKind(mode)
  if (asked.kind === 'flashing') return flashing('mode', { plan: 0, program: 0, mode })
  if (asked.kind === 'hold') return holding(asked.phase, mode)
  const running = runningAt(settings, now)
  if (running.kind === 'flashing') return flashing(running.reason, { plan: running.plan ?? 0, program: 0, mode })
  const program = programOf(settings, running.program)
  const clearance = settings.clearance
  const cycle = cycleSeconds(program, clearance)
  const second = cyclePosition(now, cycle, settings.offsets?.[running.program])
  const waiting = perPhase((phase) => late && joinsTooLate(ofPhase(program.phases, phase), clearance, cycle, second))
  return cycling(
    { kind: 'cycling', program, clearance, cycle, second, waiting },
    { plan: running.plan, program: running.program, mode },
  )
}

/** Whether a phase that was red up to now would get the mere end of a green, or a yellow with no green before it. */
function joinsTooLate(timing: PhaseTiming, clearance: Clearance, cycle: number, second: number): boolean {
  const lamps = phaseLampsAt(timing, clearance, cycle, second)
  return lamps.yellow > 0 || (lamps.green > 0 && lamps.green < Math.min(MIN_JOINED_GREEN, timing.green))
}

function cycling(stage: Extract<Stage, { kind: 'cycling' }>, inEffect: InEffect): EngineState {
  const { program, clearance, cycle, second, waiting } = stage
  return {
    stage,
    lamps: perPhase((phase) => {
      const timing = ofPhase(program.phases, phase)
      return ofPhase(waiting, phase)
        ? redUntilGreen(timing, cycle, second)
        : phaseLampsAt(timing, clearance, cycle, second)
    }),
    ...inEffect,
  }
}

/** A waiting phase has its next green in the next cycle: no block runs over the cycle's end. */
function redUntilGreen(timing: PhaseTiming, cycle: number, second: number): PhaseLamps {
  return { red: cycle - second + greenStart(timing), yellow: 0, green: 0 }
}

/** (R12) All phases yellow at 1 Hz. A sample a second meets the lamp at the same moment of its flash: lit. */
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
