import { ofPhase, type PhaseNumber } from '../controllerLimits.ts'
import { blockSeconds, cycleSeconds, greenAndYellowSeconds, greenStart, modulo, servedPhases } from '../cycle.ts'
import { startKey } from '../keys.ts'
import type { Clearance, Program } from '../settings.ts'
import { type Finding, found } from './finding.ts'

/**
 * (V4) Finds pairs of phases whose blocks (green, yellow, all-red) overlap modulo the cycle: a green that begins within
 * another phase's green or yellow conflicts; one that begins within its all-red has too short a clearance. One finding
 * per pair, the worst.
 */
export function checkOverlap(program: Program, clearance: Clearance): Finding[] {
  const cycle = cycleSeconds(program, clearance)
  const served = servedPhases(program)
  return served.flatMap((phase, index) =>
    served.slice(index + 1).flatMap((other) => {
      const collisions = [
        collision(program, clearance, cycle, phase, other),
        collision(program, clearance, cycle, other, phase),
      ]
      return collisions
        .filter((finding) => finding !== null)
        .sort((a, b) => rank(a) - rank(b))
        .slice(0, 1)
    }),
  )
}

/** Returns the finding if `other` gets its green within the block of `phase`; otherwise null. */
function collision(
  program: Program,
  clearance: Clearance,
  cycle: number,
  phase: PhaseNumber,
  other: PhaseNumber,
): Finding | null {
  const timing = ofPhase(program.phases, phase)
  const otherTiming = ofPhase(program.phases, other)
  const at = greenStart(otherTiming)
  const sinceGreen = modulo(at - greenStart(timing), cycle)
  const block = blockSeconds(timing, clearance)
  if (sinceGreen >= block) return null
  const overlap = Math.min(block - sinceGreen, blockSeconds(otherTiming, clearance))
  const field = startKey(program.number, other)
  const params = { program: program.number, phase, other, at, overlap }
  if (sinceGreen < timing.green) return found('conflictingGreen', field, params)
  const redFrom = greenAndYellowSeconds(timing, clearance)
  if (sinceGreen < redFrom) return found('greenDuringYellow', field, params)
  return found('clearanceShort', field, { ...params, value: sinceGreen - redFrom, limit: clearance.redClearance })
}

function rank(finding: Finding): number {
  return finding.code === 'conflictingGreen' ? 0 : finding.code === 'greenDuringYellow' ? 1 : 2
}
