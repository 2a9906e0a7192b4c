/** @file The faults that change what the lamps of one second show. */

import { ofPhase, PHASES, type PhaseNumber, perPhase } from '../controllerLimits.ts'
import { greenStart, isServed, modulo } from '../cycle.ts'
import type { DisplayStyle, GreenLimits } from '../display.ts'
import type { EngineState } from '../engine/engine.ts'
import { lampKeys } from '../keys.ts'
import { type PhaseLamps, RED_UNCOUNTED } from '../lamps.ts'
import type { ControllerSettings, Program } from '../settings.ts'
import { writeLamps } from '../telemetry.ts'
import { type Fault, findFault } from './faults.ts'
import { displayedPhase, type SignalHeads } from './signalHeads.ts'

/** Telemetry values by key. */
export type Values = Record<string, number | string>

const DARK: PhaseLamps = { red: 0, yellow: 0, green: 0 }

/** Error of a countdown that jumps, seconds above the true value. */
const JUMP_SECONDS = 30

/** Returns the telemetry values of a second, changed by faults. */
export function withLampFaults(
  values: Values,
  engine: EngineState,
  second: number,
  faults: readonly Fault[],
  display: DisplayStyle,
): Values {
  const changed = { ...values }
  for (const fault of faults) changeValues(changed, fault, engine, second, display)
  return changed
}

function changeValues(values: Values, fault: Fault, engine: EngineState, second: number, display: DisplayStyle): void {
  switch (fault.name) {
    case 'all-red':
      Object.assign(values, writeLamps([RED_UNCOUNTED, RED_UNCOUNTED, RED_UNCOUNTED]))
      break
    case 'two-greens':
      for (const phase of fault.phases) setLamps(values, phase, { red: 0, yellow: 0, green: longestCount(values) })
      break
    case 'two-lamps':
      setLamps(values, fault.phase, { red: longestCount(values), yellow: 0, green: longestCount(values) })
      break
    case 'dark-phase':
      setLamps(values, fault.phase, DARK)
      break
    case 'dark-junction':
      for (const phase of PHASES) setLamps(values, phase, DARK)
      break
    case 'short-yellow':
      for (const phase of PHASES) shortenYellow(values, phase, fault.seconds, engine, display)
      break
    case 'short-clearance':
      for (const phase of PHASES) shortenClearance(values, phase, fault.seconds, engine, display)
      break
    case 'countdown-jump':
      if (second % fault.everySeconds === 0) raiseLongestCount(values)
      break
    case 'missing-key':
      delete values[fault.key]
      break
    case 'text-value':
      values[fault.key] = 'E--'
      break
  }
}

/** Shows red in the rest of a yellow, with the count that the red will have. */
function shortenYellow(
  values: Values,
  phase: PhaseNumber,
  seconds: number,
  { stage, lamps }: EngineState,
  display: DisplayStyle,
): void {
  const left = ofPhase(lamps, phase).yellow
  if (stage.kind !== 'cycling' || left === 0 || stage.clearance.yellow - left < seconds) return
  const timing = ofPhase(stage.program.phases, phase)
  const red = stage.cycle - modulo(stage.second - greenStart(timing), stage.cycle)
  setLamps(values, phase, displayedPhase({ red, yellow: 0, green: 0 }, display))
}

/** Shows green in the rest of the red clearance before it. */
function shortenClearance(
  values: Values,
  phase: PhaseNumber,
  seconds: number,
  { stage, lamps }: EngineState,
  display: DisplayStyle,
): void {
  const { red } = ofPhase(lamps, phase)
  if (stage.kind !== 'cycling' || !isServed(ofPhase(stage.program.phases, phase)) || red === 0) return
  if (red > stage.clearance.redClearance - seconds) return
  const green = ofPhase(stage.program.phases, phase).green + red
  setLamps(values, phase, displayedPhase({ red: 0, yellow: 0, green }, display))
}

function raiseLongestCount(values: Values): void {
  const longest = longestCount(values)
  const key = PHASES.flatMap((phase) => Object.values(lampKeys(phase))).find((one) => values[one] === longest)
  if (key && longest > 1) values[key] = longest + JUMP_SECONDS
}

function setLamps(values: Values, phase: PhaseNumber, lamps: PhaseLamps): void {
  const keys = lampKeys(phase)
  values[keys.red] = lamps.red
  values[keys.yellow] = lamps.yellow
  values[keys.green] = lamps.green
}

/** Returns the largest count shown: its lamp is certainly lit and still counting down. */
function longestCount(values: Values): number {
  const counts = PHASES.flatMap((phase) => Object.values(lampKeys(phase)).map((key) => Number(values[key])))
  return Math.max(1, ...counts.filter(Number.isFinite))
}

/** Returns the settings that a controller really runs: with `off-plan`, each green is longer than it was set. */
export function reallyRun(settings: ControllerSettings, faults: readonly Fault[]): ControllerSettings {
  const longer = findFault(faults, 'off-plan')?.seconds ?? 0
  return longer === 0 ? settings : { ...settings, programs: settings.programs.map((one) => prolonged(one, longer)) }
}

/**
 * Returns the limits of the greens that a controller really runs; undefined under fixed control. With `off-plan` each green
 * is longer than the longest.
 */
export function limitsRun({ actuated }: SignalHeads, faults: readonly Fault[]): GreenLimits | undefined {
  const longer = findFault(faults, 'off-plan')?.seconds ?? 0
  if (!actuated || longer === 0) return actuated
  const green = actuated.largest + longer
  return { smallest: green, largest: green }
}

/** Returns a program with longer greens; each begins later by as much as those before it last longer. */
function prolonged(program: Program, seconds: number): Program {
  const servedBefore = (start: number) => program.phases.filter((one) => isServed(one) && one.start < start).length
  const timing = (phase: PhaseNumber) => {
    const { green, start } = ofPhase(program.phases, phase)
    return { green: green > 0 ? green + seconds : 0, start: start + servedBefore(start) * seconds }
  }
  return { ...program, phases: perPhase(timing) }
}
