/** Steps that fold the values of a device, and the passing of time, into one state. */
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import { type Freshness, freshness, type SampleTimes, sampleAgeMs } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'

/** A time and the conditions at it. */
export interface Moment {
  /** Local clock, epoch milliseconds. */
  readonly nowMs: number
  /** How far the platform's clock is ahead of this computer's, milliseconds. */
  readonly aheadMs: number
  /** Whether there is a live connection. */
  readonly connected: boolean
}

/** The attributes by scope, as they arrived. */
export interface ArrivedAttributes {
  readonly server: TopicValue
  readonly shared: TopicValue
  readonly client: TopicValue
}

/**
 * The steps to a state of a device: what lists show of it (`listedState.ts`), or all of it (`deviceState.ts`). Each
 * step is pure, and parts with unchanged content stay the same objects.
 */
export interface DeviceSteps<State> {
  /** The state of a device about which nothing has arrived. */
  readonly nothingKnown: State
  /** Folds in the telemetry that has arrived. */
  foldTelemetry(before: State, arrived: TopicValue, moment: Moment): State
  /** Folds in the attributes that have arrived. */
  foldAttributes(before: State, arrived: ArrivedAttributes, moment: Moment): State
  /** Folds in the activity flag where only that key is followed. */
  foldActiveFlag(before: State, arrived: TopicValue): State
  /** Folds in the passing of time: values that became old no longer look live, and deliveries may run out of time. */
  foldMoment(before: State, moment: Moment): State
  /** Returns when the state must be updated, by this computer's clock: at the next second, or when it becomes old. */
  nextMomentMs(state: State, moment: Moment): number
}

/** Returns the freshness of a sample at a time, with its age in whole seconds. */
export function freshnessAt(times: SampleTimes, { nowMs, aheadMs, connected }: Moment): Freshness {
  const found = freshness(sampleAgeMs(times, nowMs, aheadMs), connected)
  return 'ageMs' in found && found.ageMs !== null ? { ...found, ageMs: Math.floor(found.ageMs / 1000) * 1000 } : found
}

/** Returns the next second of the platform, or the time at which one of the samples becomes old if that is sooner. */
export function nextChangeMs(samples: readonly SampleTimes[], { nowMs, aheadMs }: Moment): number {
  const serverNowMs = nowMs + aheadMs
  const untilSecond = Math.floor(serverNowMs / 1000) * 1000 + 1000 - serverNowMs
  const untilOld = samples.flatMap((times) => {
    const ageMs = sampleAgeMs(times, nowMs, aheadMs)
    return ageMs === null || ageMs > STALE_AFTER_MS ? [] : [STALE_AFTER_MS - ageMs]
  })
  return nowMs + Math.min(untilSecond, ...untilOld) + 1
}
