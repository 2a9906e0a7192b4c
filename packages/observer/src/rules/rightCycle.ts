import { type Cycle, canBeEvaluated } from '../cycle.ts'

/**
 * Returns whether a cycle that ended counts as right for a rule: seen completely, nothing prevented its evaluation,
 * and the rule's condition was not seen in it.
 *
 * @param seenMs when the condition was last seen; null if it was not
 */
export function isRightCycle(ended: Cycle | null, seenMs: number | null): boolean {
  return ended !== null && canBeEvaluated(ended) && (seenMs === null || ended.startMs >= seenMs)
}
