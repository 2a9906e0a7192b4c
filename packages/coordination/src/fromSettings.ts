/** A corridor of what controllers are set to, and the programs that a plan gives them. */

import { ofPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'
import { blockSeconds, cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import {
  type ByDirection,
  byDirection,
  type Corridor,
  type CorridorJunction,
  DIRECTIONS,
  type Direction,
  keepsStep,
  type Timing,
} from './corridor.ts'
import { greenPlaces } from './layouts.ts'
import type { PlannedTiming } from './plan.ts'

/** A junction with the program that its controller runs. */
export interface SetJunction
  extends Pick<CorridorJunction, 'name' | 'positionM' | 'speedKmh' | 'canOffset' | 'isActuated'> {
  /** The phase that serves each direction; null when the signals cause no delay. */
  readonly phases: ByDirection<PhaseNumber | null>
  readonly program: Program
  readonly clearance: Clearance
  /** (R19) Seconds by which the cycle begins later. */
  readonly offset: number
}

/** A phase that serves a direction, but has no green in the program. */
export interface Unserved {
  readonly code: 'unserved'
  readonly junction: number
  readonly direction: Direction
  readonly phase: PhaseNumber
}

/** A corridor as it is set. */
export interface SetCorridor {
  readonly corridor: Corridor
  readonly timings: readonly Timing[]
  /** The common cycle, seconds: the one with which most junctions keep step, of equals the longest; 0 without any. */
  readonly cycle: number
  readonly unserved: readonly Unserved[]
}

/** Returns the corridor of what junctions are set to, in the outbound order. */
export function corridorOfSettings(junctions: readonly SetJunction[]): SetCorridor {
  const cycles = junctions.map(({ program, clearance }) => cycleSeconds(program, clearance))
  const cycle = commonCycle(cycles)
  const corridor = junctions.map((junction, index) => corridorJunction(junction, cycles[index] ?? 0, cycle))
  return {
    corridor,
    timings: corridor.map(({ greens }, index) => ({
      offset: cycles[index] ? modulo(junctions[index]?.offset ?? 0, cycles[index]) : 0,
      starts: byDirection((direction) => greens[direction]?.start ?? null),
    })),
    cycle,
    unserved: junctions.flatMap(({ phases, program }, junction) =>
      DIRECTIONS.flatMap((direction): readonly Unserved[] => {
        const phase = phases[direction]
        if (phase === null || isServed(ofPhase(program.phases, phase))) return []
        return [{ code: 'unserved', junction, direction, phase }]
      }),
    ),
  }
}

function commonCycle(cycles: readonly number[]): number {
  let best = 0
  let most = 0
  for (const cycle of [...cycles].sort((a, b) => b - a)) {
    const inStep = cycles.filter((other) => other > 0 && (other === cycle || other * 2 === cycle)).length
    if (inStep > most) [best, most] = [cycle, inStep]
  }
  return best
}

function corridorJunction(junction: SetJunction, cycle: number, common: number): CorridorJunction {
  const { name, positionM, speedKmh, canOffset, isActuated, phases, program, clearance } = junction
  const greens = byDirection((direction) => {
    const phase = phases[direction]
    if (phase === null) return null
    const timing = ofPhase(program.phases, phase)
    return isServed(timing) ? { green: timing.green, start: greenStart(timing) } : null
  })
  const ownCycle = cycle === common || cycle === 0 ? null : cycle
  const of = { name, positionM, speedKmh, greens, ownCycle, canOffset, ...(isActuated && { isActuated }) }
  const made = { ...of, blocks: blocksOf(program, clearance) }
  return isReadAsMeant(made, junction, common) ? made : { ...made, blocks: null }
}

/** Returns the served phases of a program in the order in which they run. */
export function runningOrder(program: Pick<Program, 'phases'>): readonly PhaseNumber[] {
  const startOf = (phase: PhaseNumber) => greenStart(ofPhase(program.phases, phase))
  return PHASES.filter((phase) => isServed(ofPhase(program.phases, phase))).sort((a, b) => startOf(a) - startOf(b))
}

/** Returns the seconds of each phase in the order in which they run; null if they overlap, which nothing may rearrange. */
export function blocksOf(program: Pick<Program, 'phases'>, clearance: Clearance): readonly number[] | null {
  let endsAt = 0
  const blocks: number[] = []
  for (const phase of runningOrder(program)) {
    const timing = ofPhase(program.phases, phase)
    if (greenStart(timing) < endsAt) return null
    blocks.push(blockSeconds(timing, clearance))
    endsAt = greenStart(timing) + blockSeconds(timing, clearance)
  }
  return blocks
}

/** Returns whether the planner takes each green to be in the phase that has it: unused time may make others possible. */
function isReadAsMeant(made: CorridorJunction, { phases, program }: SetJunction, common: number): boolean {
  if (!made.blocks) return true
  if (!keepsStep(made, common)) return false
  const places = greenPlaces(made, common)
  const order = runningOrder(program)
  return (
    places !== null &&
    DIRECTIONS.every((direction) => {
      const [place, phase] = [places[direction], phases[direction]]
      return place === null || (place.after === 0 && order[place.phase] === phase)
    })
  )
}

/** Returns the program and the offset that a plan gives to a junction. Greens and clearance times stay. */
export function plannedSettings(
  { program }: Pick<SetJunction, 'program'>,
  { offset, phaseStarts }: PlannedTiming,
): { readonly program: Program; readonly offset: number } {
  if (!phaseStarts) return { program, offset }
  const starts = new Map(runningOrder(program).map((phase, index) => [phase, phaseStarts[index] ?? 0]))
  const phases = perPhase((phase) => {
    const timing = ofPhase(program.phases, phase)
    return { ...timing, start: starts.get(phase) ?? timing.start }
  })
  return { program: { ...program, phases }, offset }
}
