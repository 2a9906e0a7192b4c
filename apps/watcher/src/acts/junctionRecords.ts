/** The records of one junction that are to be written: windows, events and settings. Long: with what an earlier watcher left. */
import type { CallApi } from '@greenwave/client/callTypes'
import {
  CYCLE_KEY,
  type CycleRecord,
  parseCycleRecord,
  writeCycleRecord,
} from '@greenwave/contract/records/cycleRecords'
import { EVENT_KEY, eventTs, type JunctionEvent, writeEvent } from '@greenwave/contract/records/eventRecords'
import { SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { Junction } from '@greenwave/observer/junction'
import type { Observer } from '@greenwave/observer/observer'
import { knownSeconds, type RecordWindow, WINDOW_MS, windowOf } from '@greenwave/observer/recordWindow'
import { eventsOf, ofThisTime } from '@greenwave/observer/replay/junctionEvents'
import { JunctionRecorder, type RecordedWindow } from '../intake/junctionRecorder.ts'
import {
  hasModeEvent,
  type NewestKept,
  fetchFirstSample,
  fetchKeptWindow,
  fetchRecords,
  fetchRecordTimes,
} from '../intake/missedSeconds.ts'
import { type HeldAttributes, rebuiltWindow } from '../intake/rebuiltWindow.ts'
import type { WatchedJunction } from '../intake/watchedJunction.ts'
import type { RecordBudget } from './recordBudget.ts'
import { RecordsBefore } from './recordsBefore.ts'
import { richest } from './richest.ts'
import { SmallMap } from './smallMap.ts'
import { SettingsRecords } from './settingsRecords.ts'
import { unlessRefused } from './writeQueue.ts'

/** After the end of a window its late samples are waited for, milliseconds. */
const LATE_SAMPLES_MS = 30_000
/** How far back missing windows are recorded, milliseconds. */
const CATCH_UP_MS = 24 * 3_600_000
/** A watcher that is killed may have left a record that the one before wrote when it ended: not whole, and not the newest. */
const ENDED_MS = 8 * WINDOW_MS
/** How far back windows are recorded where there is no record at all, milliseconds. */
const UNRECORDED_MS = 2 * WINDOW_MS
/** A record of as many seconds lacks none: controllers and the platform count seconds a little differently. */
const WHOLE_SECONDS = WINDOW_MS / 1000 - 1
/** Events that wait; a connection that comes and goes must not fill the memory. */
const MOST_EVENTS = 100

/** A window that is to be written. */
interface DueWindow {
  readonly startMs: number
  readonly dueMs: number
  /** As it was seen, as text; null if nothing was seen of it, or if there was no room to keep it. */
  readonly text: string | null
  /** Whether the platform may know seconds that were not seen. */
  readonly hasGaps: boolean
  readonly held: readonly HeldAttributes[]
}

/** Dependencies of the records of a junction. */
export interface JunctionRecordsDeps {
  readonly call: CallApi<WatcherCall>
  readonly observer: Observer
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** When the previous watcher wrote its last pulse, platform's time; 0 if unknown. */
  readonly watchedUntilMs: number
  readonly budget: RecordBudget
  /** Resolves with the newest records of a junction; undefined if the platform does not have it any more. */
  readonly newest: (deviceId: string) => Promise<NewestKept | undefined>
  /** Called when the platform permanently rejects a write or a read. */
  readonly onRefused: (what: string, error: Error) => void
}

/** The records of one junction. */
export class JunctionRecords {
  readonly #watched: WatchedJunction
  readonly #deps: JunctionRecordsDeps
  readonly #delayMs: number
  readonly #recorder = new JunctionRecorder()
  readonly #windows = new SmallMap<number, DueWindow>()
  readonly #events = new SmallMap<number, JunctionEvent>()
  readonly #settings: SettingsRecords
  /** Events that an earlier watcher may have recorded; null when that is settled. */
  #first: JunctionEvent[] | null = []
  readonly #before: RecordsBefore
  /** Whether an event of the platform gives the mode of the lamps; then only changes of it are recorded. */
  #isModeTold = false

  /** @param spreadMs windows of this junction are written so long after those that are written first, milliseconds */
  constructor(watched: WatchedJunction, deps: JunctionRecordsDeps, spreadMs: number) {
    this.#watched = watched
    this.#deps = deps
    this.#delayMs = LATE_SAMPLES_MS + spreadMs
    this.#settings = new SettingsRecords(spreadMs)
    this.#before = new RecordsBefore(deps.watchedUntilMs)
  }

  /** Folds in what changed of the junction. */
  fold(before: Junction, after: Junction): void {
    const ended = this.#recorder.fold(before, after, this.#deps.now())
    if (ended) this.#keep(ended)
    this.#settings.fold(after.known, this.#deps.now())
    for (const seen of eventsOf(before, after, this.#watched.written?.mode)) {
      const { isFirst } = seen
      const event = ofThisTime(seen, this.#deps.now())
      if (!event) continue
      if (isFirst && this.#first) this.#first.push(event)
      else if (!isFirst || event.kind !== 'mode' || !this.#isModeTold) this.happened(event)
    }
  }

  /** Takes an event that is to be written. */
  happened(event: JunctionEvent): void {
    const [oldest] = this.#events.entries
    if (this.#events.size >= MOST_EVENTS && oldest) {
      this.#events.delete(oldest[0])
      this.#deps.budget.lost('events')
    }
    this.#events.set(eventTs(event), event)
  }

  /** Ends the window whose time is over. Call it from time to time. */
  tick(): void {
    if (!this.#recorder.isOver(this.#deps.now())) return
    const over = this.#recorder.over(this.#watched.junction)
    if (over) this.#keep(over)
  }

  /** Makes everything due at once, the window that is being recorded too: the watcher ends. */
  end(): void {
    const open = this.#recorder.soFar(this.#watched.junction)
    if (open) this.#keep(open)
    this.#settings.end()
    for (const [startMs, window] of this.#windows.entries) this.#windows.set(startMs, { ...window, dueMs: 0 })
  }

  /** Gives back the memory of what waits. */
  forget(): void {
    for (const [, { text }] of this.#windows.entries) this.#deps.budget.free(text)
    this.#windows.clear()
  }

  /** Whether events are to be written. */
  get hasEvents(): boolean {
    return this.#events.size > 0
  }

  /** Whether something is to be written that needs nothing more. */
  get isDue(): boolean {
    return this.hasEvents || this.#dueWindow(false) !== undefined || this.#settings.isDue(this.#deps.now())
  }

  /** Whether something is to be written for which the platform is asked first. */
  get hasMissed(): boolean {
    return this.#first === null ? this.#dueWindow(true) !== undefined : this.#watched.isReady
  }

  /** Whether the platform was asked what the watcher before has kept. */
  get hasBegun(): boolean {
    return this.#first === null
  }

  /** Writes what is due. Rejects with the error of a call that may succeed later. */
  async write(): Promise<void> {
    const events = this.#events.entries
    const window = this.#dueWindow(false)
    const values = events.map(([ts, event]) => ({ ts, values: { [EVENT_KEY]: writeEvent(event) } as object }))
    if (window?.text) values.push({ ts: window.startMs, values: { [CYCLE_KEY]: JSON.parse(window.text) as object } })
    const settings = this.#settings.due(this.#deps.now())
    if (settings) values.push({ ts: settings.ts, values: { [SETTINGS_KEY]: settings.value } })
    if (values.length > 0) await this.#save(values)
    if (settings) this.#settings.written(settings, this.#deps.now())
    for (const [ts, event] of events) if (this.#events.get(ts) === event) this.#events.delete(ts)
    if (window) this.#done(window)
  }

  /**
   * Writes one window of which something was missed. Resolves with its time if the platform knows more of it since.
   * Rejects with the error of a call that may succeed later.
   */
  async writeMissed(): Promise<number | undefined> {
    const window = this.#dueWindow(true)
    if (!window) return undefined
    const { startMs, held } = window
    const { call, observer, now } = this.#deps
    const { id } = this.#watched
    const known = held.length > 0 ? held : this.#recorder.held
    const kept = await this.#unlessRefused('to read what was missed', async () => ({
      ...(await fetchKeptWindow(call, id, startMs)),
      changes: await this.#before.changes(call, id, startMs, known[0]),
    }))
    const { styles } = this.#watched.evaluated
    const rebuilt = kept ? rebuiltWindow(observer, startMs, kept.messages, styles, known, kept.changes, now()) : null
    const seen = window.text === null ? null : parseCycleRecord(startMs, window.text)
    const best = richest([kept?.record, rebuilt, seen])
    const isMended = best !== undefined && best !== kept?.record
    if (isMended) await this.#save([{ ts: startMs, values: { [CYCLE_KEY]: writeCycleRecord(best) } }])
    this.#done(window)
    return isMended ? startMs : undefined
  }

  /**
   * Finds what the watcher before left unrecorded. Resolves with what the platform has kept; undefined if it refuses to
   * say. Rejects with the error of a call that may succeed later.
   */
  async begin(): Promise<NewestKept | undefined> {
    const { call, now } = this.#deps
    const { id } = this.#watched
    const openMs = windowOf(now())
    const kept = await this.#unlessRefused('to read its records', async () => {
      const newest = await this.#deps.newest(id)
      if (!newest) return undefined
      const isModeTold =
        newest.event?.kind === 'mode' || (newest.event !== undefined && (await hasModeEvent(call, id, now())))
      return { newest, isModeTold, missed: await this.#missedWindows(newest.record, openMs) }
    })
    this.#settings.begin(kept?.newest.settings)
    this.#before.begin(kept?.newest.settings)
    const first = this.#first ?? []
    this.#first = null
    if (!kept) return undefined
    this.#isModeTold = kept.isModeTold
    const newestMs = kept.newest.record?.startMs ?? openMs - UNRECORDED_MS
    for (const event of first) {
      if (event.kind === 'mode' ? !kept.isModeTold : event.at >= newestMs) this.happened(event)
    }
    for (const startMs of kept.missed) {
      if (this.#windows.has(startMs)) continue
      this.#windows.set(startMs, { startMs, dueMs: 0, text: null, hasGaps: true, held: [] })
    }
    return kept.newest
  }

  /** Returns the windows before the open one that have no whole record, the oldest first. */
  async #missedWindows(newest: CycleRecord | undefined, openMs: number): Promise<readonly number[]> {
    const { call } = this.#deps
    const { id } = this.#watched
    if (!newest || newest.startMs < openMs - CATCH_UP_MS) {
      // A watcher may have been killed before it wrote its first record.
      const firstMs = await fetchFirstSample(call, id, { fromMs: openMs - UNRECORDED_MS, untilMs: openMs })
      return firstMs === undefined ? [] : windowsBetween(windowOf(firstMs), openMs)
    }
    const times = await fetchRecordTimes(call, id, { fromMs: openMs - CATCH_UP_MS, untilMs: openMs })
    const ended = await fetchRecords(call, id, { fromMs: openMs - ENDED_MS, untilMs: openMs })
    const recorded = new Set(times)
    // One that only lacks samples is as long as its window.
    for (const { startMs, seconds } of ended) if (seconds < WHOLE_SECONDS) recorded.delete(startMs)
    // The newest one may have been written when the watcher before ended.
    if (knownSeconds(newest) < WHOLE_SECONDS) recorded.delete(newest.startMs)
    const oldestMs = times[0] ?? newest.startMs
    // A first watcher that ended before it read what it missed left its own first window without a record.
    const isYoung = oldestMs > openMs - ENDED_MS
    const unrecorded = { fromMs: oldestMs - UNRECORDED_MS, untilMs: oldestMs }
    const firstMs = isYoung ? await fetchFirstSample(call, id, unrecorded) : undefined
    const fromMs = firstMs === undefined ? oldestMs : windowOf(firstMs)
    return windowsBetween(fromMs, openMs).filter((startMs) => !recorded.has(startMs))
  }

  #keep({ window, held }: RecordedWindow): void {
    const { startMs } = window
    const text = JSON.stringify(writeCycleRecord(window))
    const before = this.#windows.get(startMs)
    this.#deps.budget.free(before?.text ?? null)
    const isKept = this.#deps.budget.take(text)
    this.#windows.set(startMs, {
      startMs,
      dueMs: startMs + WINDOW_MS + this.#delayMs,
      text: isKept ? text : null,
      hasGaps: !isKept || before !== undefined || mayHaveGaps(window),
      held: [...new Set([...(before?.held ?? []), ...held])],
    })
  }

  #dueWindow(hasGaps: boolean): DueWindow | undefined {
    if (this.#windows.size === 0) return undefined
    const nowMs = this.#deps.now()
    for (const [, window] of this.#windows.entries)
      if (window.hasGaps === hasGaps && window.dueMs <= nowMs) return window
    return undefined
  }

  #done(window: DueWindow): void {
    if (this.#windows.get(window.startMs) !== window) return
    this.#windows.delete(window.startMs)
    this.#deps.budget.free(window.text)
  }

  async #save(body: readonly object[]): Promise<void> {
    const params = { ...ofDevice(this.#watched.id), scope: 'ANY' }
    await this.#unlessRefused('the records of a junction', () => this.#deps.call('saveTimeseries', { params, body }))
  }

  #unlessRefused<T>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    return unlessRefused(call, (error) => {
      // A device that was just deleted is no trouble.
      if (error.status !== 404) this.#deps.onRefused(what, error)
    })
  }
}

function windowsBetween(fromMs: number, untilMs: number): readonly number[] {
  return Array.from({ length: Math.max(0, (untilMs - fromMs) / WINDOW_MS) }, (_, nth) => fromMs + nth * WINDOW_MS)
}

function mayHaveGaps({ runs, cycles }: RecordWindow): boolean {
  // Cycles that were not evaluated may only have followed a gap of the watcher itself.
  return runs.some(({ lit }) => lit === null) || cycles.some(({ evaluated }) => !evaluated)
}
