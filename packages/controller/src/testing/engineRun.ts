/** Runs an engine second by second and judges what drivers see. */

import { type EngineState, step } from '../engine/engine.ts'
import type { LampColour, Lamps, PhaseLamps } from '../lamps.ts'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '../controllerLimits.ts'
import type { ControllerSettings } from '../settings.ts'

/** Returns the states of `seconds` steps from a second of the day on, all with the same settings. */
export function run(
  settings: ControllerSettings,
  fromSecond: number,
  seconds: number,
  before: EngineState | null = null,
): EngineState[] {
  const states: EngineState[] = []
  let state = before
  for (let second = 0; second < seconds; second++) {
    state = step(state, settings, fromSecond + second)
    states.push(state)
  }
  return states
}

/** Returns the last state. Throws if there is none. */
export function last(states: readonly EngineState[]): EngineState {
  const state = states.at(-1)
  if (!state) throw new Error('no second was run')
  return state
}

/** Returns the one lamp of a phase that is lit. Throws if there are none or two. */
export function litLamp(lamps: PhaseLamps): LampColour {
  const lit = LAMP_COLOURS.filter((colour) => lamps[colour] > 0)
  const [colour] = lit
  if (!colour || lit.length > 1) throw new Error(`not exactly one lamp is lit: ${JSON.stringify(lamps)}`)
  return colour
}

/** Returns the lit lamp of each phase. */
export function colours(lamps: Lamps): readonly [LampColour, LampColour, LampColour] {
  return [litLamp(lamps[0]), litLamp(lamps[1]), litLamp(lamps[2])]
}

/**
 * Returns the pairs of phases whose drivers would meet: a phase is green while another is green or yellow, or was so
 * less than `redClearance` seconds before. Lower phase first, without duplicates.
 */
export function conflicts(states: readonly EngineState[], redClearance: number): readonly string[] {
  const lit = states.map((state) => colours(state.lamps))
  const pairs = new Set<string>()
  const isFree = (second: number, phase: PhaseNumber) => lit[second]?.[phase - 1] !== 'red'
  for (let second = 0; second < lit.length; second++) {
    for (const phase of PHASES) {
      if (lit[second]?.[phase - 1] !== 'green') continue
      for (const other of PHASES) {
        if (other === phase) continue
        for (let earlier = Math.max(0, second - redClearance); earlier <= second; earlier++) {
          if (isFree(earlier, other)) pairs.add(phase < other ? `${phase}-${other}` : `${other}-${phase}`)
        }
      }
    }
  }
  return [...pairs].sort()
}

/** The time during which one lamp of a phase was lit, with the states of that time and those around it. */
export interface Stretch {
  readonly colour: LampColour
  readonly seconds: number
  readonly before: EngineState
  readonly states: readonly EngineState[]
  readonly after: EngineState
}

/** Returns every stretch of one phase whose beginning and end are among the states. */
export function stretchesOf(states: readonly EngineState[], phase: PhaseNumber): readonly Stretch[] {
  const lit = states.map((state) => litLamp(ofPhase(state.lamps, phase)))
  const edges = lit.flatMap((colour, index) => (index > 0 && colour !== lit[index - 1] ? index : []))
  return edges.slice(0, -1).flatMap((from, index) => {
    const to = edges[index + 1] ?? from
    const [before, after, colour] = [states[from - 1], states[to], lit[from]]
    return before && after && colour
      ? { colour, seconds: to - from, before, states: states.slice(from, to), after }
      : []
  })
}

/** Returns the lamps of one phase in each state. */
export function lampsOfPhase(states: readonly EngineState[], phase: PhaseNumber): readonly PhaseLamps[] {
  return states.map((state) => ofPhase(state.lamps, phase))
}
