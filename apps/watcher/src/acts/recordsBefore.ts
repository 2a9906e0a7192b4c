/** Changes of a junction that the previous watcher recorded, and the time until which they are complete. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { SettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { PULSE_VALID_MS } from '@greenwave/contract/records/watch'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { WINDOW_MS } from '@greenwave/observer/recordWindow'
import { fetchRecordedChanges } from '../intake/missedSeconds.ts'
import { type HeldAttributes, LEAD_MS } from '../intake/rebuiltWindow.ts'
import { changedAfter, NO_RECORDED_CHANGES, type RecordedChanges } from '../intake/recordedAttributes.ts'

/** Longest time from a change to its record, milliseconds. */
const RECORDED_WITHIN_MS = 10_000

/** Recorded changes from before this watcher began. */
export class RecordsBefore {
  readonly #watchedUntilMs: number
  #completeUntilMs: number

  /** @param watchedUntilMs when the previous watcher wrote its last pulse, platform's time; 0 if unknown */
  constructor(watchedUntilMs: number) {
    this.#watchedUntilMs = watchedUntilMs
    this.#completeUntilMs = watchedUntilMs - RECORDED_WITHIN_MS
  }

  /** Takes the newest record of settings. Call it before this watcher writes one. */
  begin(newest: SettingsRecord | undefined): void {
    // A record from long after the last pulse may follow changes that no watcher saw.
    const isOfLast = newest !== undefined && newest.ts < this.#watchedUntilMs + PULSE_VALID_MS
    if (isOfLast) this.#completeUntilMs = Math.max(this.#completeUntilMs, newest.ts)
  }

  /**
   * Reads the recorded changes of a window, if its settings are unknown without them.
   *
   * @param first the oldest attributes that this watcher knows
   */
  async changes(
    call: CallApi<WatcherCall>,
    deviceId: string,
    startMs: number,
    first: HeldAttributes | undefined,
  ): Promise<RecordedChanges> {
    const fromMs = startMs - LEAD_MS
    const completeUntilMs = this.#completeUntilMs
    const isNeeded = first && first.fromMs > fromMs && changedAfter(first.attributes, fromMs)
    if (!isNeeded || completeUntilMs <= fromMs) return NO_RECORDED_CHANGES
    const changes = await fetchRecordedChanges(call, deviceId, { fromMs, untilMs: startMs + WINDOW_MS })
    return { ...changes, completeUntilMs }
  }
}
