/** Result of a rollout at one junction. */
import { type ChangeRemark, changeProgress, type ProgressFacts } from '@greenwave/changes/changeProgress'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Failure, RolloutTarget } from '@greenwave/contract/records/rollouts'
import { clockDriftSeconds, driftLevel, parseDeviceClock } from '@greenwave/controller/deviceClock'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { isWatched } from './nextStep.ts'

/** A controller may take so long to show the time that it was given, milliseconds. */
const CLOCK_MS = 20_000

const FAILURE_OF: Partial<Record<ChangeRemark['kind'], Failure>> = {
  refused: 'refused',
  partly: 'refused',
  notWritten: 'refused',
  replaced: 'replaced',
  notConfirmed: 'notConfirmed',
  differs: 'differs',
  streetDiffers: 'streetDiffers',
}

/** Returns the junction as far as its controller and the street have answered the change. */
export function outcomeOf(target: RolloutTarget, change: ChangeRecord, facts: ProgressFacts): RolloutTarget {
  const { steps, remark } = changeProgress(change, facts)
  const why = remark && FAILURE_OF[remark.kind]
  if (why) return { ...target, state: 'failed', why }
  const { why: _, ...answered } = target
  if (remark?.kind === 'waiting') return { ...answered, state: 'waiting' }
  if (steps.seen === 'done') return { ...answered, state: 'seen' }
  if (steps.reported === 'done') {
    if (steps.seen === 'none') return { ...answered, state: 'taken' }
    const reported = { ...answered, state: 'reported' } as const
    return isWatched(reported, facts.nowMs) ? reported : { ...answered, state: 'taken' }
  }
  return { ...answered, state: remark?.kind === 'noReport' ? 'noReport' : 'sent' }
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
