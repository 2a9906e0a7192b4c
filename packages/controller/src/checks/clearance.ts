import { RED_CLEARANCE_KEY, YELLOW_KEY } from '../keys.ts'
import type { Clearance } from '../settings.ts'
import { type Finding, found } from './finding.ts'
import type { OwnLimits } from './ownLimits.ts'

/** Seconds: 3 s of yellow are enough at 40 km/h; conflict monitors reject a yellow under 2.7 s. */
export const SHORTEST_YELLOW = 3
/** Seconds. */
const LONGEST_YELLOW = 6
/** Seconds. */
const LONGEST_RED_CLEARANCE = 6

/**
 * (V6) Finds a yellow below 3 s or above 6 s, a red clearance of 0 s or above 6 s, and times that are shorter than the
 * speeds and widths of this junction need. Where these need more than 6 s, more is not too long.
 */
export function checkClearanceTimes({ yellow, redClearance }: Clearance, own?: OwnLimits): Finding[] {
  return [...checkYellow(yellow, own?.yellow ?? null), ...checkRedClearance(redClearance, own?.redClearance ?? null)]
}

function checkYellow(value: number, own: OwnLimits['yellow']): Finding[] {
  if (own && own.seconds > SHORTEST_YELLOW && value < own.seconds) {
    const { seconds: limit, phase, speedKmh: speed, gradePercent: grade } = own
    return [found('yellowShortHere', YELLOW_KEY, { value, limit, phase, speed, grade })]
  }
  if (value < SHORTEST_YELLOW) return [found('yellowShort', YELLOW_KEY, { value, limit: SHORTEST_YELLOW })]
  const longest = Math.max(LONGEST_YELLOW, own?.seconds ?? 0)
  return value > longest ? [found('yellowLong', YELLOW_KEY, { value, limit: longest })] : []
}

function checkRedClearance(value: number, own: OwnLimits['redClearance']): Finding[] {
  if (own && value < own.seconds) {
    const { seconds: limit, phase, speedKmh: speed, widthM: width } = own
    return [found('redClearanceShortHere', RED_CLEARANCE_KEY, { value, limit, phase, speed, width })]
  }
  if (value <= 0) return [found('redClearanceNone', RED_CLEARANCE_KEY, { value, limit: 1 })]
  const longest = Math.max(LONGEST_RED_CLEARANCE, own?.seconds ?? 0)
  return value > longest ? [found('redClearanceLong', RED_CLEARANCE_KEY, { value, limit: longest })] : []
}
