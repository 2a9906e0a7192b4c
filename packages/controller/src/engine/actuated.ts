/** Actuated control of a virtual controller: the greens of each cycle follow the demand, between two limits. */

import { greenStart, isServed } from '../cycle.ts'
import type { GreenLimits } from '../display.ts'
import { ofPhase, type PhaseNumber, perPhase } from '../controllerLimits.ts'
import type { Clearance, PhaseTiming, Program } from '../settings.ts'

/**
 * Returns the program of one cycle under actuated control: the served phases in the order of their starts, each with a
 * green by its demand, and no unused time. The demand of a cycle follows from its number, so the same call gives the same
 * greens.
 */
export function actuatedProgram(program: Program, clearance: Clearance, limits: GreenLimits, nth: number): Program {
  const between = Math.max(0, clearance.yellow) + Math.max(0, clearance.redClearance)
  const order = program.phases
    .map((timing, index) => ({ timing, index }))
    .filter(({ timing }) => isServed(timing))
    .sort((a, b) => greenStart(a.timing) - greenStart(b.timing) || a.index - b.index)
  const timings = new Map<number, PhaseTiming>()
  let start = 0
  for (const { index } of order) {
    const green = greenOf(limits, nth * 3 + index)
    timings.set(index, { green, start })
    start += green + between
  }
  const timingOf = (phase: PhaseNumber) => timings.get(phase - 1) ?? ofPhase(program.phases, phase)
  return { ...program, phases: perPhase(timingOf) }
}

function greenOf({ smallest, largest }: GreenLimits, seed: number): number {
  return smallest + Math.floor(demand(seed) * (largest - smallest + 1))
}

/** Returns a number from 0 to below 1, evenly spread over the seeds (mulberry32). */
function demand(seed: number): number {
  const state = Math.imul(seed + 1, 0x6d2b79f5)
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
