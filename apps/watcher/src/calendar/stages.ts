/** @file How many junctions of a switch may be sent to at once: few until they have shown that it is good. */

/** A switch of at most so many junctions has no stages. */
const WITHOUT_STAGES = 50
/** Junctions under way at once, while fewer than the first number have confirmed. */
const STAGES = [
  [1, 1],
  [10, 10],
  [50, 50],
] as const
const MOST_AT_ONCE = 250
/** A switch stops after so many failures, if these are a tenth of what was sent. */
const TOLERATED = 2
const TOLERATED_SHARE = 0.1

/** Junctions of a switch that were sent to. */
export interface SentCounts {
  readonly confirmed: number
  /** Connected, and not reported in time, or reported otherwise. */
  readonly failed: number
  readonly underWay: number
}

/** Returns how many more junctions may be sent to now; null if too many failed. */
export function moreAtOnce(junctions: number, { confirmed, failed, underWay }: SentCounts): number | null {
  if (junctions <= WITHOUT_STAGES) return MOST_AT_ONCE
  const sent = confirmed + failed + underWay
  if (failed > TOLERATED && failed > sent * TOLERATED_SHARE) return null
  const [, atOnce] = STAGES.find(([below]) => confirmed < below) ?? [0, MOST_AT_ONCE]
  return Math.max(0, atOnce - underWay)
}
