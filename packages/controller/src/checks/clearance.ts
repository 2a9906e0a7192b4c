import { RED_CLEARANCE_KEY, YELLOW_KEY } from '../keys.ts'
import type { Clearance } from '../settings.ts'
import { type Finding, found } from './finding.ts'

/** Seconds: 3 s of yellow are enough at 40 km/h; conflict monitors reject a yellow under 2.7 s. */
const SHORTEST_YELLOW = 3
/** Seconds. */
const LONGEST_YELLOW = 6
/** Seconds. */
const LONGEST_RED_CLEARANCE = 6

/** (V6) Finds a yellow below 3 s or above 6 s, and a red clearance of 0 s or above 6 s. */
export function checkClearanceTimes({ yellow, redClearance }: Clearance): Finding[] {
  const findings: Finding[] = []
  if (yellow < SHORTEST_YELLOW)
    findings.push(found('yellowShort', YELLOW_KEY, { value: yellow, limit: SHORTEST_YELLOW }))
  if (yellow > LONGEST_YELLOW) findings.push(found('yellowLong', YELLOW_KEY, { value: yellow, limit: LONGEST_YELLOW }))
  if (redClearance <= 0) findings.push(found('redClearanceNone', RED_CLEARANCE_KEY, { value: redClearance, limit: 1 }))
  if (redClearance > LONGEST_RED_CLEARANCE) {
    const params = { value: redClearance, limit: LONGEST_RED_CLEARANCE }
    findings.push(found('redClearanceLong', RED_CLEARANCE_KEY, params))
  }
  return findings
}
