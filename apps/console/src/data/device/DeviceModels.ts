/** The devices that are followed now, one model each, with the one clock by which all of them grow old. */
import type { LiveConnection } from '../liveConnection.ts'
import { DeviceModel, type DeviceModelDeps, type DevicePart } from './DeviceModel.ts'
import { type DeviceState, type Moment, NOTHING_KNOWN, nextMomentMs } from './deviceState.ts'

export interface DeviceModelsDeps extends Pick<DeviceModelDeps, 'topics' | 'after'> {
  readonly connection: Pick<LiveConnection, 'state' | 'onState'>
  /** By this computer's clock, epoch milliseconds. */
  readonly nowMs: () => number
  /** How much the platform's clock is ahead of this computer's, milliseconds. */
  readonly serverAheadMs: () => number
  /** Calls back before the next frame of the screen. */
  readonly onNextFrame: (callback: () => void) => void
}

interface Entry {
  readonly model: DeviceModel
  readonly watchers: Set<() => void>
  /** What components see. */
  shown: DeviceState
}

/**
 * Devices for components: frames are folded as they arrive and shown once for each frame of the screen. That time has passed, and
 * that the connection is lost, is shown at once.
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
    deps.connection.onState(() => this.#lookAgain())
  }

  /** Follows parts of a device; the watcher is called when what is shown is another. Returns what ends the watching. */
  watch(deviceId: string, parts: readonly DevicePart[], watcher: () => void): () => void {
    const entry = this.#entries.get(deviceId) ?? this.#begin(deviceId)
    // One function may watch twice, each with its own end.
    const own = () => watcher()
    entry.watchers.add(own)
    const ends = parts.map((part) => entry.model.follow(part))
    return () => {
      entry.watchers.delete(own)
      for (const end of ends) end()
    }
  }

  /** Returns a device as it is shown; the same object until it is another one. */
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

  /** Who still watches sees nothing more: it is gone by now, or another session begins. */
  #drop(deviceId: string, entry: Entry): void {
    if (this.#entries.get(deviceId) === entry) this.#entries.delete(deviceId)
    this.#changed.delete(entry)
    for (const watcher of [...entry.watchers]) watcher()
    if (this.#entries.size > 0) return
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
  }

  /** Sets the clock to when this device must be looked at again, unless it goes earlier. */
  #setClock({ model }: Entry): void {
    const moment = this.#moment()
    const atMs = nextMomentMs(model.state, moment)
    if (atMs >= this.#clockAtMs) return
    this.#stopClock?.()
    this.#clockAtMs = atMs
    this.#stopClock = this.#deps.after(atMs - moment.nowMs, () => this.#lookAgain())
  }

  #lookAgain(): void {
    this.#stopClock?.()
    this.#clockAtMs = Number.POSITIVE_INFINITY
    for (const { model } of this.#entries.values()) model.lookAgain()
    this.#draw()
  }
}
