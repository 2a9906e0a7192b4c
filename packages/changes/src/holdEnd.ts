/** When a hold ends, as people choose it. */
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { Hold } from '@greenwave/contract/records/holds'
import { MODE_KEY } from '@greenwave/controller/keys'
import { nextPlanChange } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'

/**
 * The ends that are offered: an hour later than the hold that goes on, 15 min or an hour from now, with the next plan, at
 * a time, or never.
 */
export const HOLD_ENDS = ['longer', 'quarter', 'hour', 'nextPlan', 'time', 'never'] as const
export type HoldEnd = (typeof HOLD_ENDS)[number]

const LENGTHS_MS = { quarter: 900_000, hour: 3_600_000 }
/** Longest hold with an end, milliseconds. */
export const LONGEST_HOLD_MS = 31 * 86_400_000

/** From what an end follows. */
export interface HoldEndFacts {
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: number
  /** The settings whose plans run after the hold. */
  readonly settings: ControllerSettings
  /** The time that was given, epoch milliseconds; NaN for none. */
  readonly timeMs: number
  /** When the hold that goes on ends as it is, epoch milliseconds; null or left out if there is none, or it never does. */
  readonly presentMs?: number | null | undefined
}

/**
 * Returns when a hold ends that begins now, epoch milliseconds; null: never. Undefined if there is no such end: no hold
 * with an end goes on, no other plan follows, or the time is none, past, or more than 31 days away.
 */
export function holdEndMs(
  end: HoldEnd,
  { nowMs, settings, timeMs, presentMs }: HoldEndFacts,
): number | null | undefined {
  const within = (ms: number) => (ms > nowMs && ms <= nowMs + LONGEST_HOLD_MS ? ms : undefined)
  switch (end) {
    case 'longer':
      return presentMs == null ? undefined : within(presentMs + LENGTHS_MS.hour)
    case 'quarter':
    case 'hour':
      return nowMs + LENGTHS_MS[end]
    case 'nextPlan':
      return nextPlanChange(settings, nowMs)?.atMs
    case 'time':
      return within(timeMs)
    case 'never':
      return null
  }
}

/**
 * Returns when a hold was to end that a change ends before, because it writes a mode without a hold, epoch milliseconds.
 * Undefined if the change writes no mode, or nothing was held, or without an end, or longer than until its end.
 */
export function endedEarly(after: AttributeSet, holdBefore: Hold | undefined, atMs: number): number | undefined {
  const until = MODE_KEY in after ? holdBefore?.until : undefined
  return typeof until === 'number' && until > atMs ? until : undefined
}
