/** Decides what a rollout does next. Nothing else decides it: consoles and the command line only carry it out. */
import type { Rollout, RolloutTarget, TargetState } from '@greenwave/contract/records/rollouts'
import { isLeased } from './lease.ts'

/**
 * - send: to these junctions
 * - watch: look again at what was sent
 * - stop: enough junctions failed, or a user stopped it, and nothing is in progress
 * - over: nothing is left to do
 */
export type NextStep =
  | { readonly kind: 'send'; readonly ids: readonly string[] }
  | { readonly kind: 'watch' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'over' }

/** For so long after it was sent the street is watched, milliseconds. */
export const WATCHED_MS = 600_000
/** Controllers are back by then when all were cut off, as by a restart of the platform, milliseconds. */
export const RECONNECT_MS = 120_000

const UNDER_WAY: readonly TargetState[] = ['sending', 'sent']
const OF_STREET: readonly TargetState[] = ['reported', 'noReport']
const PROVEN: readonly TargetState[] = ['seen', 'taken']

/** Returns whether the street is still watched for this junction. A time that is far ahead is that of a wrong clock. */
export function isWatched({ state, at = 0 }: RolloutTarget, nowMs: number): boolean {
  return OF_STREET.includes(state) && Math.abs(nowMs - at) < WATCHED_MS
}

/** Returns whether one junction has shown that the change is good: the street did, or a report where it has nothing to show. */
export function isProven({ targets }: Pick<Rollout, 'targets'>, nowMs: number): boolean {
  return targets.some(
    (target) => PROVEN.includes(target.state) || (target.state === 'noReport' && !isWatched(target, nowMs)),
  )
}

/** Returns whether the first junction of those that were offline when they were sent to may soon be back, and prove the change. */
function isReconnecting({ targets }: Rollout, nowMs: number): boolean {
  const sentAt = targets.filter(({ state }) => state === 'waiting').map(({ at = 0 }) => at)
  return sentAt.length > 0 && Math.abs(nowMs - Math.min(...sentAt)) < RECONNECT_MS
}

/** Returns whether nothing is sent for now, because nothing is proven and the first junction is given time to come back. */
export function waitsForReturn(rollout: Rollout, nowMs: number): boolean {
  const { run, asked, targets } = rollout
  const isWaiting = run === 'running' && asked !== 'stop' && targets.some(({ state }) => state === 'todo')
  const isBusy = targets.some((target) => UNDER_WAY.includes(target.state) || isWatched(target, nowMs))
  return isWaiting && !isBusy && !isProven(rollout, nowMs) && isReconnecting(rollout, nowMs)
}

/** Returns how many junctions failed so that it matters to the others: a clock that cannot be set for now does not. */
export function failuresOf({ targets }: Pick<Rollout, 'targets'>): number {
  return targets.filter(({ state, why }) => state === 'failed' && why !== 'offline').length
}

/**
 * Next step of a rollout: one junction until one has proven the change, then groups; a group only when the one before
 * has answered. While nothing is proven, the first junction that is offline is given time to come back.
 *
 * @param nowMs the platform's time, epoch milliseconds
 */
export function nextStep(rollout: Rollout, nowMs: number): NextStep {
  const { targets, asked, groupSize, stopAfter, tolerated } = rollout
  if (targets.some(({ state }) => UNDER_WAY.includes(state))) return { kind: 'watch' }
  const todo = targets.filter(({ state }) => state === 'todo')
  const watched = targets.some((target) => isWatched(target, nowMs))
  if (asked === 'stop') return { kind: 'stop' }
  if (todo.length === 0) return { kind: watched ? 'watch' : 'over' }
  if (failuresOf(rollout) - tolerated >= stopAfter) return { kind: 'stop' }
  const proven = isProven(rollout, nowMs)
  if (!proven && (watched || isReconnecting(rollout, nowMs))) return { kind: 'watch' }
  return { kind: 'send', ids: todo.slice(0, proven ? groupSize : 1).map(({ id }) => id) }
}

/** Returns whether a rollout waits for the time from which on it may be sent. One that was stopped waits no more. */
export function isEarly({ run, notBefore = 0 }: Pick<Rollout, 'run' | 'notBefore'>, nowMs: number): boolean {
  return run === 'running' && nowMs < notBefore
}

/** Returns whether a rollout broke off: running and due, but without a sender. */
export function isUnsent(rollout: Rollout, nowMs: number): boolean {
  return rollout.run === 'running' && !isEarly(rollout, nowMs) && !isLeased(rollout, nowMs)
}

/** End of a rollout that is not continued automatically; undefined before. */
export function endOf({ run, asked }: Pick<Rollout, 'run' | 'asked'>): 'over' | 'stopped' | undefined {
  if (run !== 'running') return run
  return asked === 'stop' ? 'stopped' : undefined
}

/** Marks a rollout to be stopped: its sender stops, and one that waits for its time is not sent. */
export function askedToStop(rollout: Rollout, nowMs: number): Rollout {
  return isEarly(rollout, nowMs) ? { ...rollout, run: 'stopped' } : { ...rollout, asked: 'stop' }
}

/** Returns a rollout in which some junctions are further. */
export function withTargets(rollout: Rollout, further: Iterable<RolloutTarget>): Rollout {
  const byId = new Map([...further].map((target) => [target.id, target]))
  return { ...rollout, targets: rollout.targets.map((target) => byId.get(target.id) ?? target) }
}

/** Returns how many junctions are in each state. */
export function countStates({ targets }: Pick<Rollout, 'targets'>): Readonly<Partial<Record<TargetState, number>>> {
  const counts: Partial<Record<TargetState, number>> = {}
  for (const { state } of targets) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
