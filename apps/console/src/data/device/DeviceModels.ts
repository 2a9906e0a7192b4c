/** The models of all followed devices, one per device and steps, with one timer that keeps all of them up to date. */
import type { LiveConnection } from '@greenwave/client/liveConnection'
import { type DeviceFeed, type DeviceFeedDeps, type DeviceFeeds, type DevicePart, KEEP_MS } from './DeviceFeed.ts'
import { DeviceModel } from './DeviceModel.ts'
import type { DeviceSteps, Moment } from './deviceSteps.ts'

/** Dependencies of `DeviceModels`. */
export interface DeviceModelsDeps {
  readonly feeds: DeviceFeeds
  readonly after: DeviceFeedDeps['after']
  readonly connection: Pick<LiveConnection, 'state' | 'onState'>
  /** Local clock, epoch milliseconds. */
  readonly nowMs: () => number
  /** How far the platform's clock is ahead of this computer's, milliseconds. */
  readonly serverAheadMs: () => number
  /** Calls back before the next frame of the screen. Returns a function that cancels this. */
  readonly onNextFrame: (callback: () => void) => () => void
}

interface Entry<State> {
  readonly feed: DeviceFeed
  readonly model: DeviceModel<State>
  readonly watchers: Set<() => void>
  /** The state that components see. */
  shown: State
  stopLeaving: (() => void) | undefined
}

/**
 * Provides devices to components. Frames are folded as they arrive and shown once per frame of the screen. The passing
 * of time and a lost connection are shown at once.
 */
export class DeviceModels<State> {
  readonly #steps: DeviceSteps<State>
  readonly #deps: DeviceModelsDeps
  readonly #entries = new Map<string, Entry<State>>()
  readonly #changed = new Set<Entry<State>>()
  #cancelDrawing: (() => void) | undefined
  #stopClock: (() => void) | undefined
  #clockAtMs = Number.POSITIVE_INFINITY

  constructor(steps: DeviceSteps<State>, deps: DeviceModelsDeps) {
    this.#steps = steps
    this.#deps = deps
    deps.connection.onState(() => this.#updateMoment())
  }

  /**
   * Follows parts of a device and calls the watcher when the shown state changes. Returns a function that ends this.
   */
  watch(deviceId: string, parts: readonly DevicePart[], watcher: () => void): () => void {
    const entry = this.#entries.get(deviceId) ?? this.#begin(deviceId)
    // The same function may watch twice; each call has its own end.
    const own = () => watcher()
    entry.stopLeaving?.()
    entry.watchers.add(own)
    const ends = parts.map((part) => entry.feed.follow(part))
    return () => {
      if (!entry.watchers.delete(own)) return
      for (const end of ends) end()
      if (entry.watchers.size > 0 || this.#entries.get(deviceId) !== entry) return
      // The feed may go on for models with other steps.
      entry.stopLeaving = this.#deps.after(KEEP_MS, () => this.#drop(deviceId, entry))
    }
  }

  /** Returns the shown state of a device; the same object until it changes. */
  shown(deviceId: string): State {
    return this.#entries.get(deviceId)?.shown ?? this.#steps.nothingKnown
  }

  #begin(deviceId: string): Entry<State> {
    const feed = this.#deps.feeds.of(deviceId)
    const model = new DeviceModel({
      steps: this.#steps,
      feed,
      moment: () => this.#moment(),
      onArrival: () => this.#arrived(entry),
      onEnd: () => this.#drop(deviceId, entry),
    })
    const entry: Entry<State> = { feed, model, watchers: new Set(), shown: model.state, stopLeaving: undefined }
    this.#entries.set(deviceId, entry)
    this.#setClock(entry)
    return entry
  }

  #moment(): Moment {
    const { nowMs, serverAheadMs, connection } = this.#deps
    return { nowMs: nowMs(), aheadMs: serverAheadMs(), connected: connection.state.kind === 'live' }
  }

  #arrived(entry: Entry<State>): void {
    this.#changed.add(entry)
    this.#setClock(entry)
    this.#cancelDrawing ??= this.#deps.onNextFrame(() => this.#draw())
  }

  /** Shows all changes. A frame that is still pending has nothing left to show. */
  #draw(): void {
    this.#forgetFrame()
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const entry of changed) entry.shown = entry.model.state
    for (const entry of changed) for (const watcher of [...entry.watchers]) watcher()
  }

  /**
   * Removes a device that has no watchers any more, or whose session has ended. Remaining watchers then see it as
   * unknown.
   */
  #drop(deviceId: string, entry: Entry<State>): void {
    if (this.#entries.get(deviceId) === entry) this.#entries.delete(deviceId)
    entry.stopLeaving?.()
    entry.model.end()
    this.#changed.delete(entry)
    for (const watcher of [...entry.watchers]) watcher()
    if (this.#entries.size > 0) return
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
    this.#forgetFrame()
  }

  #forgetFrame(): void {
    this.#cancelDrawing?.()
    this.#cancelDrawing = undefined
  }

  /** Sets the timer to the time at which this device must be updated, unless it is set to an earlier time. */
  #setClock({ model }: Entry<State>): void {
    const moment = this.#moment()
    const atMs = this.#steps.nextMomentMs(model.state, moment)
    if (atMs >= this.#clockAtMs) return
    this.#stopClock?.()
    this.#clockAtMs = atMs
    this.#stopClock = this.#deps.after(atMs - moment.nowMs, () => this.#updateMoment())
  }

  #updateMoment(): void {
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
    for (const entry of this.#entries.values()) {
      entry.model.updateMoment()
      this.#changed.add(entry)
      this.#setClock(entry)
    }
    this.#draw()
  }
}
