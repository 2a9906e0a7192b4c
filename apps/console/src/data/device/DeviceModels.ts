/** The models of all followed devices, one each, with one timer that keeps all of them up to date. */
import type { LiveConnection } from '../liveConnection.ts'
import { DeviceModel, type DeviceModelDeps, type DevicePart } from './DeviceModel.ts'
import { type DeviceState, type Moment, NOTHING_KNOWN, nextMomentMs } from './deviceState.ts'

/** What the device models need from outside. */
export interface DeviceModelsDeps extends Pick<DeviceModelDeps, 'topics' | 'after'> {
  readonly connection: Pick<LiveConnection, 'state' | 'onState'>
  /** This computer's clock, epoch milliseconds. */
  readonly nowMs: () => number
  /** How far the platform's clock is ahead of this computer's, milliseconds. */
  readonly serverAheadMs: () => number
  /** Calls back before the next frame of the screen. */
  readonly onNextFrame: (callback: () => void) => void
}

interface Entry {
  readonly model: DeviceModel
  readonly watchers: Set<() => void>
  /** The state that components see. */
  shown: DeviceState
}

/**
 * Provides devices to components. Frames are folded as they arrive and shown once per frame of the screen. The passing
 * of time and a lost connection are shown at once.
 */
export class DeviceModels {
  readonly #deps: DeviceModelsDeps
  readonly #entries = new Map<string, Entry>()
  readonly #changed = new Set<Entry>()
  #isDrawing = false
  #stopClock: (() => void) | undefined
  #clockAtMs = Number.POSITIVE_INFINITY

  constructor(deps: DeviceModelsDeps) {
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
    entry.watchers.add(own)
    const ends = parts.map((part) => entry.model.follow(part))
    return () => {
      entry.watchers.delete(own)
      for (const end of ends) end()
    }
  }

  /** Returns the shown state of a device; the same object until it changes. */
  shown(deviceId: string): DeviceState {
    return this.#entries.get(deviceId)?.shown ?? NOTHING_KNOWN
  }

  #begin(deviceId: string): Entry {
    const model = new DeviceModel(deviceId, {
      topics: this.#deps.topics,
      after: this.#deps.after,
      moment: () => this.#moment(),
      onChange: () => this.#change(entry),
      onEnd: () => this.#drop(deviceId, entry),
    })
    const entry: Entry = { model, watchers: new Set(), shown: model.state }
    this.#entries.set(deviceId, entry)
    this.#setClock(entry)
    return entry
  }

  #moment(): Moment {
    const { nowMs, serverAheadMs, connection } = this.#deps
    return { nowMs: nowMs(), aheadMs: serverAheadMs(), connected: connection.state.kind === 'live' }
  }

  #change(entry: Entry): void {
    this.#changed.add(entry)
    this.#setClock(entry)
    if (this.#isDrawing) return
    this.#isDrawing = true
    this.#deps.onNextFrame(() => {
      this.#isDrawing = false
      this.#draw()
    })
  }

  #draw(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const entry of changed) entry.shown = entry.model.state
    for (const entry of changed) for (const watcher of [...entry.watchers]) watcher()
  }

  /**
   * Removes a device that nobody watches any more, or whose session has ended. Remaining watchers then see it as
   * unknown.
   */
  #drop(deviceId: string, entry: Entry): void {
    if (this.#entries.get(deviceId) === entry) this.#entries.delete(deviceId)
    this.#changed.delete(entry)
    for (const watcher of [...entry.watchers]) watcher()
    if (this.#entries.size > 0) return
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
  }

  /** Sets the timer to the time at which this device must be updated, unless it is set to an earlier time. */
  #setClock({ model }: Entry): void {
    const moment = this.#moment()
    const atMs = nextMomentMs(model.state, moment)
    if (atMs >= this.#clockAtMs) return
    this.#stopClock?.()
    this.#clockAtMs = atMs
    this.#stopClock = this.#deps.after(atMs - moment.nowMs, () => this.#updateMoment())
  }

  #updateMoment(): void {
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
    for (const { model } of this.#entries.values()) model.updateMoment()
    this.#draw()
  }
}
