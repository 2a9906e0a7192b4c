/**
 * The model of one followed device, which folds each arriving value into one state at once. It needs neither React nor
 * a browser: topics and time are passed in.
 */
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import { type LiveTopics, NOTHING_ARRIVED, type Topic, type TopicValue } from '../liveTopics.ts'
import {
  type DeviceState,
  foldActiveFlag,
  foldAttributes,
  foldMoment,
  foldTelemetry,
  type Moment,
  NOTHING_KNOWN,
} from './deviceState.ts'

/**
 * A part of a device that can be followed: all telemetry, or the attributes of all three scopes. Lists follow the clock
 * alone or the activity flag alone.
 */
export type DevicePart = 'telemetry' | 'attributes' | 'clock' | 'activeFlag'

type Arrived = 'telemetry' | 'server' | 'shared' | 'client' | 'clock' | 'activeFlag'

const TOPICS: Readonly<Record<DevicePart, readonly (Omit<Topic, 'deviceId'> & { readonly as: Arrived })[]>> = {
  telemetry: [{ as: 'telemetry', scope: 'LATEST_TELEMETRY' }],
  attributes: [
    { as: 'server', scope: 'SERVER_SCOPE' },
    { as: 'shared', scope: 'SHARED_SCOPE' },
    { as: 'client', scope: 'CLIENT_SCOPE' },
  ],
  clock: [{ as: 'clock', scope: 'LATEST_TELEMETRY', keys: CLOCK_KEYS.join() }],
  activeFlag: [{ as: 'activeFlag', scope: 'SERVER_SCOPE', keys: 'active' }],
}

/**
 * Milliseconds for which a part is still followed after its last watcher has left, so that moving between pages does
 * not subscribe again.
 */
export const KEEP_MS = 5000

/** What a device model needs from outside. */
export interface DeviceModelDeps {
  readonly topics: Pick<LiveTopics, 'follow'>
  readonly moment: () => Moment
  /** Calls back once after some milliseconds. Returns a function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** Called when the state has changed. */
  readonly onChange: () => void
  /** Called when nothing is followed any more, because the last watcher has left or the session has ended. */
  readonly onEnd: () => void
}

interface Followed {
  watchers: number
  readonly end: () => void
  stopLeaving: (() => void) | undefined
}

/** A device that is followed while somebody watches it, and for some seconds afterwards. */
export class DeviceModel {
  readonly #deviceId: string
  readonly #deps: DeviceModelDeps
  readonly #followed = new Map<DevicePart, Followed>()
  readonly #arrived = new Map<Arrived, TopicValue>()
  #state: DeviceState

  constructor(deviceId: string, deps: DeviceModelDeps) {
    this.#deviceId = deviceId
    this.#deps = deps
    this.#state = foldMoment(NOTHING_KNOWN, deps.moment())
  }

  /** The current state of the device; the same object until it changes. */
  get state(): DeviceState {
    return this.#state
  }

  /** Follows a part for one more watcher. Returns a function that ends this. */
  follow(part: DevicePart): () => void {
    const followed = this.#followed.get(part) ?? this.#begin(part)
    followed.stopLeaving?.()
    followed.stopLeaving = undefined
    followed.watchers += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      followed.watchers -= 1
      if (followed.watchers > 0 || this.#followed.get(part) !== followed) return
      followed.stopLeaving = this.#deps.after(KEEP_MS, () => this.#leave(part, followed))
    }
  }

  /** Updates the state after time has passed or the state of the connection has changed. */
  updateMoment(): void {
    this.#become(foldMoment(this.#state, this.#deps.moment()))
  }

  #begin(part: DevicePart): Followed {
    const ends = TOPICS[part].map(({ as, ...topic }) =>
      this.#deps.topics.follow(
        { deviceId: this.#deviceId, ...topic },
        { value: (value) => this.#fold(as, value), over: () => this.#end() },
      ),
    )
    const end = () => {
      for (const stop of ends) stop()
    }
    const followed: Followed = { watchers: 0, end, stopLeaving: undefined }
    this.#followed.set(part, followed)
    return followed
  }

  #leave(part: DevicePart, followed: Followed): void {
    followed.end()
    this.#followed.delete(part)
    if (this.#followed.size === 0) this.#deps.onEnd()
    // A part that is no longer followed is unknown again.
    else for (const { as } of TOPICS[part]) this.#fold(as, NOTHING_ARRIVED)
  }

  #end(): void {
    // Each topic reports the end, so this may be called again.
    if (this.#followed.size === 0) return
    for (const { stopLeaving, end } of this.#followed.values()) {
      stopLeaving?.()
      end()
    }
    this.#followed.clear()
    this.#arrived.clear()
    this.#deps.onEnd()
  }

  #fold(as: Arrived, value: TopicValue): void {
    this.#arrived.set(as, value)
    const moment = this.#deps.moment()
    switch (as) {
      case 'telemetry':
      case 'clock':
        // All of the telemetry includes the clock.
        if (as === 'telemetry' || !this.#followed.has('telemetry'))
          this.#become(foldTelemetry(this.#state, this.#telemetry(), moment))
        break
      case 'activeFlag':
        this.#become(foldActiveFlag(this.#state, value))
        break
      default:
        this.#become(foldAttributes(this.#state, this.#attributes(), moment))
    }
  }

  #telemetry(): TopicValue {
    return this.#value(this.#followed.has('telemetry') ? 'telemetry' : 'clock')
  }

  #attributes() {
    return { server: this.#value('server'), shared: this.#value('shared'), client: this.#value('client') }
  }

  #value(of: Arrived): TopicValue {
    return this.#arrived.get(of) ?? NOTHING_ARRIVED
  }

  #become(state: DeviceState): void {
    this.#state = state
    this.#deps.onChange()
  }
}
