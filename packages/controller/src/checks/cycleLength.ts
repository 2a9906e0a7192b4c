import { blockSeconds, cycleSeconds, greenStart, isServed } from '../cycle.ts'
import { periodKey } from '../keys.ts'
import type { Clearance, Program } from '../settings.ts'
import { type Finding, found } from './finding.ts'
import type { OwnLimits } from './ownLimits.ts'

/** Seconds. */
const SHORTEST_CYCLE = 30
/** Seconds. */
const LONGEST_CYCLE = 150
/** Percent of the cycle. */
const MOST_UNUSED_PERCENT = 15

/**
 * (V5) Finds a cycle below 30 s or above 150 s, and one that is unused (no phase in green, yellow or all-red) for more
 * than 15 % of its time. Limits of this junction take the place of 30 s and 150 s.
 */
export function checkCycleLength(program: Program, clearance: Clearance, own?: OwnLimits): Finding[] {
  const cycle = cycleSeconds(program, clearance)
  if (cycle === 0) return []
  const findings: Finding[] = []
  const field = periodKey(program.number)
  const named = { program: program.number, value: cycle }
  const shortest = own?.shortestCycle ?? SHORTEST_CYCLE
  const longest = own?.longestCycle ?? LONGEST_CYCLE
  if (cycle < shortest)
    findings.push(found(own?.shortestCycle ? 'cycleShortHere' : 'cycleShort', field, { ...named, limit: shortest }))
  if (cycle > longest)
    findings.push(found(own?.longestCycle ? 'cycleLongHere' : 'cycleLong', field, { ...named, limit: longest }))
  const value = unusedSeconds(program, clearance)
  if (value * 100 > cycle * MOST_UNUSED_PERCENT) {
    const percent = Math.round((value * 1000) / cycle) / 10
    findings.push(
      found('unusedTime', field, { program: program.number, value, cycle, percent, limit: MOST_UNUSED_PERCENT }),
    )
  }
  return findings
}

/** Returns the seconds of the cycle outside every phase's block. No block continues past the cycle's end (R6). */
function unusedSeconds(program: Pick<Program, 'phases'>, clearance: Clearance): number {
  let usedUntil = 0
  let unused = 0
  const served = program.phases.filter(isServed).sort((a, b) => greenStart(a) - greenStart(b))
  for (const timing of served) {
    unused += Math.max(0, greenStart(timing) - usedUntil)
    usedUntil = Math.max(usedUntil, greenStart(timing) + blockSeconds(timing, clearance))
  }
  return unused
}
