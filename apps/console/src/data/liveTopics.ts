/** Live values, topic by topic: fetch, then follow. Whoever follows is told at each arrival; who shares them with others is a DeviceModel. */
import type { AttributeScope } from '@greenwave/contract/attributes'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { latestBelievableMs } from './freshness.ts'
import type { LiveConnection, Subscription } from './liveConnection.ts'
import { mergeFrame, mergeRead } from './samples.ts'

/** What can be followed of a device. `keys`: a comma-separated list, when not all. */
export interface Topic {
  readonly deviceId: string
  readonly scope: 'LATEST_TELEMETRY' | AttributeScope
  readonly keys?: string
}

/** What is known of a topic. */
export interface TopicValue {
  /** undefined before the first snapshot or answer: missing is not empty. */
  readonly samples: TimedValues | undefined
  /** When the last frame arrived, by this computer's clock, epoch ms; undefined before the first. */
  readonly arrivedAtMs: number | undefined
  /** The latest time of the future that a sample carried and was left out for, since one came that was not; epoch ms. */
  readonly futureMs: number | undefined
  /** What the last read failed with; undefined once one has succeeded. */
  readonly readError: unknown
}

export interface LiveTopicsDeps {
  readonly connection: Pick<LiveConnection, 'state' | 'subscribe' | 'onState'>
  /** Reads a scope over HTTP; null for what only the socket gives. */
  readonly read: (topic: Topic) => Promise<TimedValues> | null
  readonly nowMs: () => number
  /** The platform's time, as far as it is known here, epoch ms. */
  readonly serverNowMs: () => number
  /** A sample carried a time of the future: the platform's clock may be another one than is thought here. */
  readonly onFuture: (topic: Topic) => void
}

/** Whoever follows a topic. */
export interface TopicFollower {
  /** Hears what is known, each time that something has arrived. */
  readonly value: (value: TopicValue) => void
  /** The session has ended: nothing more comes. */
  readonly over: () => void
}

/** What is known of a topic before anything has arrived. */
export const NOTHING_ARRIVED: TopicValue = {
  samples: undefined,
  arrivedAtMs: undefined,
  futureMs: undefined,
  readError: undefined,
}

interface Entry {
  readonly topic: Topic
  readonly follower: TopicFollower
  latest: TopicValue
  /** True until the first frame of a subscription: that one is the snapshot. */
  awaitsSnapshot: boolean
  unsubscribe: (() => void) | undefined
}

/** The topics that are followed now. */
export class LiveTopics {
  readonly #deps: LiveTopicsDeps
  readonly #entries = new Set<Entry>()

  constructor(deps: LiveTopicsDeps) {
    this.#deps = deps
    deps.connection.onState(({ kind }) => {
      if (kind === 'live') this.#resume()
      // Subscriptions have died with their socket.
      else for (const entry of this.#entries) entry.unsubscribe = undefined
    })
  }

  /** Follows a topic, with a subscription of its own. Returns what ends it. */
  follow(topic: Topic, follower: TopicFollower): () => void {
    const entry: Entry = { topic, follower, latest: NOTHING_ARRIVED, awaitsSnapshot: true, unsubscribe: undefined }
    this.#entries.add(entry)
    this.#subscribe(entry)
    void this.#read(entry)
    return () => {
      if (this.#entries.delete(entry)) entry.unsubscribe?.()
    }
  }

  /** Reads a followed scope of a device again, as after a change of it. Resolves when the answer has arrived, or the read failed. */
  async readAgain(deviceId: string, scope: AttributeScope): Promise<void> {
    const reads = [...this.#entries]
      .filter(({ topic }) => topic.deviceId === deviceId && topic.scope === scope)
      .map((entry) => this.#read(entry))
    await Promise.all(reads)
  }

  /** Forgets everything: the session has ended. */
  clear(): void {
    const entries = [...this.#entries]
    this.#entries.clear()
    for (const { unsubscribe, follower } of entries) {
      unsubscribe?.()
      follower.over()
    }
  }

  #resume(): void {
    for (const entry of this.#entries) {
      this.#subscribe(entry)
      // The first time there is an answer on its way already.
      if (entry.latest.samples) void this.#read(entry)
    }
  }

  #subscribe(entry: Entry): void {
    entry.awaitsSnapshot = true
    entry.unsubscribe = this.#deps.connection.subscribe(subscriptionOf(entry.topic), ({ data }) => {
      // A snapshot replaces: what was deleted while the connection was away must not stay.
      const before = entry.awaitsSnapshot ? {} : (entry.latest.samples ?? {})
      entry.awaitsSnapshot = false
      const future = entry.topic.scope === 'LATEST_TELEMETRY' ? 'leave out' : 'take'
      const merged = mergeFrame(before, data, { latestMs: this.#latestMs(), future })
      if (merged.futureMs !== undefined) this.#deps.onFuture(entry.topic)
      // A frame of nothing but such samples brings no news of the others.
      const futureMs = merged.futureMs ?? (merged.samples === before ? entry.latest.futureMs : undefined)
      this.#update(entry, { ...entry.latest, samples: merged.samples, futureMs, arrivedAtMs: this.#deps.nowMs() })
    })
  }

  async #read(entry: Entry): Promise<void> {
    const knownAtStart = entry.latest.samples ?? {}
    try {
      const read = await this.#deps.read(entry.topic)
      if (read === null) return
      const samples = mergeRead(entry.latest.samples ?? {}, knownAtStart, read, this.#latestMs())
      this.#update(entry, { ...entry.latest, samples, readError: undefined })
    } catch (readError) {
      this.#update(entry, { ...entry.latest, readError })
    }
  }

  #latestMs(): number {
    return latestBelievableMs(this.#deps.serverNowMs())
  }

  #update(entry: Entry, latest: TopicValue): void {
    // An answer may come when nobody waits for it any more.
    if (!this.#entries.has(entry)) return
    entry.latest = latest
    entry.follower.value(latest)
  }
}

function subscriptionOf({ deviceId, scope, keys }: Topic): Subscription {
  return {
    type: scope === 'LATEST_TELEMETRY' ? 'TIMESERIES' : 'ATTRIBUTES',
    entityType: 'DEVICE',
    entityId: deviceId,
    scope,
    ...(keys !== undefined && { keys }),
  }
}
