/** Which lamps of a junction are lit, and whether that is live: all that a small drawing of its heads shows. */

import type { LampColour } from '@greenwave/controller/lamps'
import { type PerPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { coloursLit } from '@greenwave/observer/counts'
import type { SampleTimes } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'
import { keepSame } from '../sharing.ts'
import type { DevicePart } from './DeviceFeed.ts'
import { deviceHooks } from './deviceHook.ts'
import type { DeviceSteps, Moment } from './deviceSteps.ts'
import { freshnessAt, nextChangeMs } from './listedState.ts'
import { countsAt, newestLampTime } from './street/lampTime.ts'

/** The lit lamps of each phase. */
type LitLamps = PerPhase<readonly LampColour[]>

export interface LampsState extends SampleTimes {
  /** Null before a sample. */
  readonly lit: LitLamps | null
  readonly isLive: boolean
}

const NOTHING_LIT: LampsState = { lit: null, isLive: false, sampleAtMs: null, arrivedAtMs: null }

function foldMoment(before: LampsState, moment: Moment): LampsState {
  return keepSame(before, { ...before, isLive: freshnessAt(before, moment).kind === 'live' })
}

/** The steps to the lamps of a junction. */
const LAMPS_STEPS: DeviceSteps<LampsState> = {
  nothingKnown: NOTHING_LIT,
  foldTelemetry(before, { samples = {}, arrivedAtMs = 0 }: TopicValue, moment) {
    const sampleAtMs = newestLampTime(samples)
    if (sampleAtMs === null) return NOTHING_LIT
    const counts = countsAt(samples, sampleAtMs)
    const lit = perPhase((phase) => coloursLit(counts, phase))
    const isNews = sampleAtMs !== before.sampleAtMs
    const arrived = isNews ? arrivedAtMs : before.arrivedAtMs
    return foldMoment({ ...before, lit, sampleAtMs, arrivedAtMs: arrived }, moment)
  },
  foldAttributes: (before) => before,
  foldActiveFlag: (before) => before,
  foldMoment,
  nextMomentMs: (state, moment) => nextChangeMs([state], moment),
}

const hooks = deviceHooks(LAMPS_STEPS)
const TELEMETRY: readonly DevicePart[] = ['telemetry']
const shownOf = ({ lit, isLive }: LampsState) => ({ lit, isLive })

/** Follows the lamps of a junction while the component is mounted, which renders when another lamp is lit. */
export function useLamps(deviceId: string): Pick<LampsState, 'lit' | 'isLive'> {
  return hooks.useOne(deviceId, shownOf, TELEMETRY)
}
