/** Result of a rollout at one junction. */
import { type ChangeProgress, changeProgress, type ProgressFacts } from '@greenwave/changes/changeProgress'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { RolloutTarget } from '@greenwave/contract/records/rollouts'
import { clockDriftSeconds, driftLevel, parseDeviceClock } from '@greenwave/controller/deviceClock'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { isWatched } from './nextStep.ts'

/** A controller may take so long to show the time that it was given, milliseconds. */
const CLOCK_MS = 20_000

/** The states of a change that a rollout summarizes; the others are its own. */
const SUMMARY = {
  begun: { state: 'sent' },
  written: { state: 'sent' },
  refused: { state: 'failed', why: 'refused' },
  partly: { state: 'failed', why: 'refused' },
  notWritten: { state: 'failed', why: 'refused' },
  replaced: { state: 'failed', why: 'replaced' },
  notConfirmed: { state: 'failed', why: 'notConfirmed' },
  differs: { state: 'failed', why: 'differs' },
  streetDiffers: { state: 'failed', why: 'streetDiffers' },
} as const satisfies Partial<Record<ChangeProgress['state'], Pick<RolloutTarget, 'state' | 'why'>>>

const isSummarized = (state: ChangeProgress['state']): state is keyof typeof SUMMARY => state in SUMMARY

/** Updates a junction with what its controller and its signals have answered to the change. */
export function outcomeOf(target: RolloutTarget, change: ChangeRecord, facts: ProgressFacts): RolloutTarget {
  const { state } = changeProgress(change, facts)
  const { why: _, ...answered } = target
  if (isSummarized(state)) return { ...answered, ...SUMMARY[state] }
  const isUnseen = state === 'reported' && !isWatched({ ...answered, state }, facts.nowMs)
  return { ...answered, state: isUnseen ? 'taken' : state }
}

/** Returns the junction as far as its clock, from its latest telemetry, shows the time that it was given. */
export function outcomeOfClock(target: RolloutTarget, latest: TimedValues, nowMs: number): RolloutTarget {
  const { at = 0 } = target
  const clock = parseDeviceClock(latest)
  // What was sent before it may be right by chance.
  const isAnswer = clock?.ts != null && clock.ts > at + 1000
  const { why: _, ...answered } = target
  if (isAnswer && driftLevel(clockDriftSeconds(clock.time, clock.ts)) === 'ok') return { ...answered, state: 'seen' }
  if (nowMs <= at + CLOCK_MS) return { ...answered, state: 'sent' }
  return { ...target, state: 'failed', why: isAnswer ? 'differs' : 'notConfirmed' }
}
