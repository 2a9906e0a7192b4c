/** @file Finds where two phases claim the same seconds of the cycle. The timing diagram hatches them. */

import { ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { blockSeconds, cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'

/** The seconds of the cycle that two phases both claim. `start + length` is never beyond the cycle's end. */
export interface Overlap {
  readonly phases: readonly [PhaseNumber, PhaseNumber]
  readonly start: number
  readonly length: number
}

/** Returns where the blocks (green, yellow, all-red) of two served phases overlap. */
export function phaseOverlaps(program: Pick<Program, 'phases'>, clearance: Clearance): readonly Overlap[] {
  const cycle = cycleSeconds(program, clearance)
  if (cycle <= 0) return []
  const blocks = PHASES.flatMap((phase) => {
    const timing = ofPhase(program.phases, phase)
    if (!isServed(timing)) return []
    const start = modulo(greenStart(timing), cycle)
    return [{ phase, start, end: start + Math.min(cycle, blockSeconds(timing, clearance)) }]
  })
  return blocks.flatMap((first, index) =>
    blocks.slice(index + 1).flatMap((second) => {
      const start = Math.max(first.start, second.start)
      const length = Math.min(first.end, second.end) - start
      const phases: readonly [PhaseNumber, PhaseNumber] = [first.phase, second.phase]
      return length > 0 ? [{ phases, start, length }] : []
    }),
  )
}
