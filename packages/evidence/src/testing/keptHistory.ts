/** A platform that has kept what a controller sent, and what a watcher recorded of it. */
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { CYCLE_KEY, writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { EVENT_KEY, eventTs, type JunctionEvent, writeEvent } from '@greenwave/contract/records/eventRecords'
import { SETTINGS_KEY, writeSettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import type { RecordWindow } from '@greenwave/observer/recordWindow'
import { SET_FULL } from '@greenwave/observer/testing/history'
import { record } from '@greenwave/observer/testing/record'
import type { ShownSignals } from '@greenwave/observer/testing/shownSignals'
import { EIGHT, Scene, SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import type { HistorySource } from '../tables/table.ts'

/** What a platform has kept of one junction. */
export class KeptHistory {
  readonly windows: readonly RecordWindow[]
  readonly #values = new Map<string, Map<number, unknown>>()
  /** How often it was asked. */
  calls = 0

  /**
   * @param seconds of a scene from 08:00, or signals
   * @param isMissing the seconds of the scene of which no sample arrived
   */
  constructor(
    seconds: number | Pick<ShownSignals, 'history' | 'set'>,
    isMissing: (second: number) => boolean = () => false,
  ) {
    const { history, set } = typeof seconds === 'number' ? sceneOf(seconds, isMissing) : seconds
    this.windows = record(history, set)
    for (const input of history) {
      if (input.kind !== 'message') continue
      const { ts, counts, clockMs } = input.message
      for (const [nth, key] of LAMP_KEYS.entries()) this.keep(key, ts, counts[nth])
      for (const [key, value] of Object.entries(writeDeviceTime(localTimeAt(clockMs ?? ts)))) this.keep(key, ts, value)
    }
    for (const window of this.windows) this.keep(CYCLE_KEY, window.startMs, writeCycleRecord(window))
    this.keep(SETTINGS_KEY, EIGHT - 3_600_000, writeSettingsRecord({ reported: SCENE_SETTINGS, asked: {} }))
  }

  keep(key: string, ts: number, value: unknown): void {
    const values = this.#values.get(key) ?? new Map<number, unknown>()
    this.#values.set(key, values.set(ts, value))
  }

  happened(event: JunctionEvent): void {
    this.keep(EVENT_KEY, eventTs(event), writeEvent(event))
  }

  /** Deletes the samples before a time, as a platform does whose raw history is over. */
  dropSamplesBefore(ms: number): void {
    for (const [key, values] of this.#values) {
      for (const ts of key.startsWith('gw_') ? [] : values.keys()) if (ts < ms) values.delete(ts)
    }
  }

  readonly source: HistorySource = {
    deviceId: 'a',
    call: playedCalls((_, { query }) => {
      this.calls += 1
      const { keys = '', startTs, endTs, limit = '100', orderBy } = query as Record<string, string>
      const found = keys.split(',').flatMap((key) => {
        const values = [...(this.#values.get(key) ?? [])]
          .filter(([ts]) => ts >= Number(startTs) && ts < Number(endTs))
          .map(([ts, value]) => ({ ts, value }))
          .sort((a, b) => (orderBy === 'DESC' ? b.ts - a.ts : a.ts - b.ts))
        return values.length > 0 ? [[key, values.slice(0, Number(limit))] as const] : []
      })
      return Object.fromEntries(found)
    }),
  }
}

function sceneOf(seconds: number, isMissing: (second: number) => boolean): Pick<ShownSignals, 'history' | 'set'> {
  const scene = new Scene()
  for (let second = 0; second < seconds; second += 1) scene.run(1, (counts) => (isMissing(second) ? null : counts))
  return { history: scene.history, set: SET_FULL }
}
