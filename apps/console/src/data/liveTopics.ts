/**
 * Live values, topic by topic: each is read, then followed. A follower is called at each arrival. DeviceModel shares
 * the values among components.
 */
import type { LiveConnection, Subscription } from '@greenwave/client/liveConnection'
import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { latestBelievableMs } from './freshness.ts'
import { mergeFrame, mergeRead } from './samples.ts'

/** A topic of an entity that can be followed. `keys` is a comma-separated list; all keys when left out. */
export interface Topic {
  /** A device when left out. */
  readonly entityType?: 'ASSET' | 'CUSTOMER'
  readonly entityId: string
  readonly scope: 'LATEST_TELEMETRY' | AttributeScope
  readonly keys?: string
}

/** Values of a topic, and the state of its reads. */
export interface TopicValue {
  /** Undefined before the first snapshot or answer, because unknown is not the same as empty. */
  readonly samples: TimedValues | undefined
  /** When the last frame arrived, by this computer's clock, epoch milliseconds; undefined before the first. */
  readonly arrivedAtMs: number | undefined
  /**
   * The latest future time of samples that were left out since the last acceptable sample arrived, epoch milliseconds.
   */
  readonly futureMs: number | undefined
  /** The error of the last read; undefined after a read that succeeded. */
  readonly readError: unknown
}

/** Dependencies of `LiveTopics`. */
export interface LiveTopicsDeps {
  readonly connection: Pick<LiveConnection, 'state' | 'subscribe' | 'onState'>
  /** Reads a scope over HTTP. Returns null for a topic that only the socket provides. */
  readonly read: (topic: Topic) => Promise<TimedValues> | null
  readonly nowMs: () => number
  /** The platform's time as known here, epoch milliseconds. */
  readonly serverNowMs: () => number
  /** Called for a sample with a future time, since the platform's clock may differ from what is assumed here. */
  readonly onFuture: (topic: Topic) => void
}

/** A follower of a topic. */
export interface TopicFollower {
  /** Called with the topic's value each time that something has arrived. */
  readonly value: (value: TopicValue) => void
  /** Called when the session has ended and no more values arrive. */
  readonly over: () => void
}

/** The value of a topic before anything has arrived. */
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
  /** True until the first frame of a subscription, which is the snapshot. */
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
      // Subscriptions end with their socket.
      else for (const entry of this.#entries) entry.unsubscribe = undefined
    })
  }

  /** Follows a topic with a subscription of its own. Returns a function that ends it. */
  follow(topic: Topic, follower: TopicFollower): () => void {
    const entry: Entry = { topic, follower, latest: NOTHING_ARRIVED, awaitsSnapshot: true, unsubscribe: undefined }
    this.#entries.add(entry)
    this.#subscribe(entry)
    void this.#read(entry)
    return () => {
      if (this.#entries.delete(entry)) entry.unsubscribe?.()
    }
  }

  /**
   * Reads a followed scope of a device again, for example after a change. Resolves when the answer has arrived or the
   * read has failed.
   */
  async readAgain(deviceId: string, scope: AttributeScope): Promise<void> {
    const reads = [...this.#entries]
      .filter(({ topic }) => topic.entityId === deviceId && topic.scope === scope)
      .map((entry) => this.#read(entry))
    await Promise.all(reads)
  }

  /** Removes all topics because the session has ended. */
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
      // At the first connection a read is already under way.
      if (entry.latest.samples) void this.#read(entry)
    }
  }

  #subscribe(entry: Entry): void {
    entry.awaitsSnapshot = true
    entry.unsubscribe = this.#deps.connection.subscribe(subscriptionOf(entry.topic), ({ data }) => {
      // A snapshot replaces everything, so that values that were deleted during a loss of the connection do not stay.
      const before = entry.awaitsSnapshot ? {} : (entry.latest.samples ?? {})
      entry.awaitsSnapshot = false
      const future = entry.topic.scope === 'LATEST_TELEMETRY' ? 'leave out' : 'take'
      const merged = mergeFrame(before, data, { latestMs: this.#latestMs(), future })
      if (merged.futureMs !== undefined) this.#deps.onFuture(entry.topic)
      // A frame with only future samples contains nothing new about the other keys.
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
    // An answer may arrive when the topic has no followers any more.
    if (!this.#entries.has(entry)) return
    entry.latest = latest
    entry.follower.value(latest)
  }
}

function subscriptionOf({ entityType, entityId, scope, keys }: Topic): Subscription {
  return {
    type: scope === 'LATEST_TELEMETRY' ? 'TIMESERIES' : 'ATTRIBUTES',
    entityType: entityType ?? 'DEVICE',
    entityId,
    scope,
    ...(keys !== undefined && { keys }),
  }
}
