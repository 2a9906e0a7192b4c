/** Which lamps of a junction are lit, and whether that is live: all that a small drawing of its heads shows. */

import type { LampColour } from '@greenwave/controller/lamps'
import { ofPhase, type PerPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { coloursLit } from '@greenwave/observer/counts'
import { sendsZeros } from '@greenwave/observer/phaseReading'
import type { SampleTimes } from '../freshness.ts'
import type { TopicValue } from '../liveTopics.ts'
import { keepSame } from '../sharing.ts'
import type { DevicePart } from './DeviceFeed.ts'
import { deviceHooks } from './deviceHook.ts'
import { type DeviceSteps, freshnessAt, type Moment, nextChangeMs } from './deviceSteps.ts'
import { countsAt, newestLampTime } from './street/lampTime.ts'

/** The lit lamps of a phase, or why there are none: three zeros, zeros by its displays, or a value that is missing. */
export type PhaseLamps = readonly LampColour[] | 'dark' | 'notShown' | 'noData'

export interface ShownLamps {
  /** Null before a sample. */
  readonly phases: PerPhase<PhaseLamps> | null
  readonly isLive: boolean
}

interface LampsState extends ShownLamps, SampleTimes {}

const NOTHING_SHOWN: LampsState = { phases: null, isLive: false, sampleAtMs: null, arrivedAtMs: null }

function foldMoment(before: LampsState, moment: Moment): LampsState {
  return keepSame(before, { ...before, isLive: freshnessAt(before, moment).kind === 'live' })
}

/** The steps to the lamps of a junction. */
export const LAMPS_STEPS: DeviceSteps<LampsState> = {
  nothingKnown: NOTHING_SHOWN,
  foldTelemetry(before, { samples = {}, arrivedAtMs = 0 }: TopicValue, moment) {
    const sampleAtMs = newestLampTime(samples)
    if (sampleAtMs === null) return NOTHING_SHOWN
    const counts = countsAt(samples, sampleAtMs)
    const phases = perPhase((phase): PhaseLamps => {
      const lit = coloursLit(counts, phase)
      return lit.length > 0 ? lit : sendsZeros(counts, phase) ? 'dark' : 'noData'
    })
    const isNews = sampleAtMs !== before.sampleAtMs
    const arrived = isNews ? arrivedAtMs : before.arrivedAtMs
    return foldMoment({ ...before, phases, sampleAtMs, arrivedAtMs: arrived }, moment)
  },
  foldAttributes: (before) => before,
  foldActiveFlag: (before) => before,
  foldMoment,
  nextMomentMs: (state, moment) => nextChangeMs([state], moment),
}

const hooks = deviceHooks(LAMPS_STEPS)
const TELEMETRY: readonly DevicePart[] = ['telemetry']
const shownOf = ({ phases, isLive }: LampsState) => ({ phases, isLive })

/**
 * Returns the lamps with the reason of each phase that sends zeros.
 *
 * @param hides whether each phase may show nothing although a lamp of it is lit; undefined while that is unknown
 * @param isDark whether an incident says that lamps are dark: then no phase counts as not shown
 */
export function withReasons(
  phases: ShownLamps['phases'],
  hides: PerPhase<boolean> | undefined,
  isDark: boolean,
): ShownLamps['phases'] {
  if (!phases || !hides || isDark) return phases
  return perPhase((phase) => {
    const lamps = ofPhase(phases, phase)
    return lamps === 'dark' && ofPhase(hides, phase) ? 'notShown' : lamps
  })
}

/** Follows the lamps of a junction while the component is mounted, which renders when another lamp is lit. */
export function useLamps(deviceId: string): ShownLamps {
  return hooks.useOne(deviceId, shownOf, TELEMETRY)
}
