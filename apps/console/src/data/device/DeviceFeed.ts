/**
 * Values of one followed device, for all its models. Needs neither React nor a browser: topics and time are
 * passed in.
 */
import { CLOCK_KEYS } from '@greenwave/controller/keys'
import { type LiveTopics, NOTHING_ARRIVED, type Topic, type TopicValue } from '../liveTopics.ts'
import type { ArrivedAttributes } from './deviceSteps.ts'

/**
 * A part of a device that can be followed: all telemetry, or the attributes of all three scopes. Lists follow the clock
 * alone or the activity flag alone.
 */
export type DevicePart = 'telemetry' | 'attributes' | 'clock' | 'activeFlag'

type Arrived = 'telemetry' | 'server' | 'shared' | 'client' | 'clock' | 'activeFlag'

const TOPICS: Readonly<
  Record<DevicePart, readonly (Omit<Topic, 'entityId' | 'entityType'> & { readonly as: Arrived })[]>
> = {
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

/** Dependencies of `DeviceFeed`. */
export interface DeviceFeedDeps {
  readonly topics: Pick<LiveTopics, 'follow'>
  /** Calls back once after some milliseconds. Returns a function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** Who listens to a feed. */
export interface FeedListener {
  /** Called when a value has arrived or has become unknown. */
  readonly arrived: (what: 'telemetry' | 'attributes' | 'activeFlag') => void
  /** Called when following has ended, because the last watcher has left or the session is over. */
  readonly over: () => void
}

interface Followed {
  watchers: number
  readonly end: () => void
  stopLeaving: (() => void) | undefined
}

/** A device that is followed while it has watchers, and for some seconds afterwards. */
export class DeviceFeed {
  readonly #deviceId: string
  readonly #deps: DeviceFeedDeps
  readonly #listeners = new Set<FeedListener>()
  readonly #followed = new Map<DevicePart, Followed>()
  readonly #arrived = new Map<Arrived, TopicValue>()

  constructor(deviceId: string, deps: DeviceFeedDeps) {
    this.#deviceId = deviceId
    this.#deps = deps
  }

  /** All of the telemetry, which includes the clock; the clock alone where only that is followed. */
  get telemetry(): TopicValue {
    return this.#value(this.#followed.has('telemetry') ? 'telemetry' : 'clock')
  }

  get attributes(): ArrivedAttributes {
    return { server: this.#value('server'), shared: this.#value('shared'), client: this.#value('client') }
  }

  get activeFlag(): TopicValue {
    return this.#value('activeFlag')
  }

  /** Calls a listener until the feed is over. Returns a function that ends this sooner. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
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

  #begin(part: DevicePart): Followed {
    const ends = TOPICS[part].map(({ as, ...topic }) =>
      this.#deps.topics.follow(
        { entityId: this.#deviceId, ...topic },
        { value: (value) => this.#take(as, value), over: () => this.#end() },
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
    if (this.#followed.size === 0) this.#over()
    // A part that is no longer followed is unknown again.
    else for (const { as } of TOPICS[part]) this.#take(as, NOTHING_ARRIVED)
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
    this.#over()
  }

  #over(): void {
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const { over } of listeners) over()
  }

  #take(as: Arrived, value: TopicValue): void {
    this.#arrived.set(as, value)
    switch (as) {
      case 'telemetry':
      case 'clock':
        // All of the telemetry includes the clock.
        if (as === 'telemetry' || !this.#followed.has('telemetry')) this.#tell('telemetry')
        break
      case 'activeFlag':
        this.#tell('activeFlag')
        break
      default:
        this.#tell('attributes')
    }
  }

  #tell(what: Parameters<FeedListener['arrived']>[0]): void {
    for (const { arrived } of this.#listeners) arrived(what)
  }

  #value(of: Arrived): TopicValue {
    return this.#arrived.get(of) ?? NOTHING_ARRIVED
  }
}

/** The feeds of all followed devices, one per device, however many models listen to it. */
export class DeviceFeeds {
  readonly #deps: DeviceFeedDeps
  readonly #feeds = new Map<string, DeviceFeed>()

  constructor(deps: DeviceFeedDeps) {
    this.#deps = deps
  }

  /** Returns the feed of a device; the same one until it is over. */
  of(deviceId: string): DeviceFeed {
    const known = this.#feeds.get(deviceId)
    if (known) return known
    const feed = new DeviceFeed(deviceId, this.#deps)
    this.#feeds.set(deviceId, feed)
    // First, so that a watcher that comes back gets a new feed.
    feed.listen({ arrived: () => undefined, over: () => this.#feeds.delete(deviceId) })
    return feed
  }
}
