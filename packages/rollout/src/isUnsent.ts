import type { Rollout } from '@greenwave/contract/records/rollouts'
import { isLeased } from './lease.ts'
import { isEarly } from './nextStep.ts'

/** Returns whether a rollout broke off: running and due, but without a sender. */
export function isUnsent(rollout: Rollout, nowMs: number): boolean {
  return rollout.run === 'running' && !isEarly(rollout, nowMs) && !isLeased(rollout, nowMs)
}
