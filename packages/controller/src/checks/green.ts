import { ofPhase, type PlanNumber } from '../controllerLimits.ts'
import { servedPhases } from '../cycle.ts'
import { greenKey, periodKey } from '../keys.ts'
import type { Program } from '../settings.ts'
import { type Finding, found } from './finding.ts'
import type { OwnLimits } from './ownLimits.ts'

/** In practice vehicles get no shorter green, seconds. */
const SHORTEST_GREEN = 5
/** Seconds. */
const LONGEST_GREEN = 120

/**
 * (V2) Finds greens of 1-4 s and above 120 s, those in which people cannot cross this junction, and a program without a
 * served phase that enabled plans use.
 */
export function checkGreens(program: Program, usedByPlans: readonly PlanNumber[], own?: OwnLimits): Finding[] {
  const served = servedPhases(program)
  const findings = served.flatMap((phase): Finding[] => {
    const value = ofPhase(program.phases, phase).green
    const key = greenKey(program.number, phase)
    const named = { program: program.number, phase, value }
    const walk = own && ofPhase(own.greens, phase)
    if (walk && walk.seconds > SHORTEST_GREEN && value < walk.seconds) {
      const { seconds: limit, crossingM: crossing, walkingMps: speed } = walk
      return [found('greenShortToWalk', key, { ...named, limit, crossing, speed })]
    }
    if (value < SHORTEST_GREEN) return [found('greenShort', key, { ...named, limit: SHORTEST_GREEN })]
    const longest = Math.max(LONGEST_GREEN, walk?.seconds ?? 0)
    return value > longest ? [found('greenLong', key, { ...named, limit: longest })] : []
  })
  if (served.length === 0 && usedByPlans.length > 0) {
    const plans = usedByPlans.join(', ')
    findings.push(found('programWithoutGreen', periodKey(program.number), { program: program.number, plans }))
  }
  return findings
}
