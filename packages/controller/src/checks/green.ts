import { servedPhases } from '../cycle.ts'
import { greenKey, periodKey } from '../keys.ts'
import { ofPhase, type PlanNumber } from '../limits.ts'
import type { Program } from '../settings.ts'
import { type Finding, found } from './finding.ts'

/** In practice vehicles get no shorter green, seconds. */
const SHORTEST_GREEN = 5
/** Seconds. */
const LONGEST_GREEN = 120

/** (V2) Finds greens of 1-4 s and above 120 s, and a program without a served phase that enabled plans use. */
export function checkGreens(program: Program, usedByPlans: readonly PlanNumber[]): Finding[] {
  const served = servedPhases(program)
  const findings = served.flatMap((phase): Finding[] => {
    const value = ofPhase(program.phases, phase).green
    const key = greenKey(program.number, phase)
    const named = { program: program.number, phase, value }
    if (value < SHORTEST_GREEN) return [found('greenShort', key, { ...named, limit: SHORTEST_GREEN })]
    return value > LONGEST_GREEN ? [found('greenLong', key, { ...named, limit: LONGEST_GREEN })] : []
  })
  if (served.length === 0 && usedByPlans.length > 0) {
    const plans = usedByPlans.join(', ')
    findings.push(found('programWithoutGreen', periodKey(program.number), { program: program.number, plans }))
  }
  return findings
}
