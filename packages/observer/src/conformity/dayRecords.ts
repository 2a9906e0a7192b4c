/** Records of a junction's day, from which its sums follow. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { RanKind } from '@greenwave/contract/records/kindNotes'
import type { SettingsFrom } from '../recordedSettings.ts'
import type { RecordWindow } from '../recordWindow.ts'

/** An incident, as its alarm has it. Times are epoch milliseconds; null: not yet. */
export interface AlarmTimes {
  readonly code: string
  readonly raisedMs: number
  readonly clearedMs: number | null
  readonly acknowledgedMs: number | null
}

/** The records of a day. Lists are ordered, the oldest first. Times are epoch milliseconds. */
export interface DayRecords {
  /** The local midnight. */
  readonly dayMs: number
  /** From when on seconds are expected: the midnight, or the first recorded second of all, if it is later. */
  readonly fromMs: number
  /** The end of what is counted: a quarter of an hour that is over, at most 24 h after the midnight. */
  readonly untilMs: number
  /** From the quarter before the midnight to the one after `untilMs`, so that cycles are whole; those that there are. */
  readonly windows: readonly RecordWindow[]
  /** Records of the day, and earlier ones that give the state at its beginning. */
  readonly events: readonly JunctionEvent[]
  readonly incidents: readonly AlarmTimes[]
  readonly settings: readonly SettingsFrom[]
  /** Kinds of day that ran, as far as the calendar's records say; left out without a calendar. */
  readonly kinds?: readonly RanKind[]
}

/** Returns the first second of which the lamps are known, epoch milliseconds; undefined if there is none. */
export function firstKnownMs(windows: readonly RecordWindow[]): number | undefined {
  for (const { startMs, runs } of windows) {
    const known = runs.find(({ lit }) => lit !== null)
    if (known) return startMs + known.second * 1000
  }
  return undefined
}
