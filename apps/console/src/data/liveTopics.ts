/**
 * Live values, shared by all who watch the same: fetch, then follow. A topic is kept for some seconds after its last watcher has
 * left, so that going from page to page does not end and begin subscriptions. Everything that arrives between two frames of the
 * screen is shown at once.
 */
import type { AttributeScope } from '@greenwave/contract/attributes'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { latestBelievableMs } from './device/freshness.ts'
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
  readonly after: (ms: number, callback: () => void) => () => void
  /** Calls back before the next frame of the screen. */
  readonly onNextFrame: (callback: () => void) => void
}

/** How long a topic outlives its last watcher, milliseconds. */
export const KEEP_MS = 5000

const NOTHING: TopicValue = { samples: undefined, arrivedAtMs: undefined, futureMs: undefined, readError: undefined }

interface Entry {
  readonly topic: Topic
  readonly watchers: Set<() => void>
  /** What components see. */
  shown: TopicValue
  /** What has arrived. */
  latest: TopicValue
  /** True until the first frame of a subscription: that one is the snapshot. */
  awaitsSnapshot: boolean
  unsubscribe: (() => void) | undefined
  stopLeaving: (() => void) | undefined
}

/** The topics that are followed now. */
export class LiveTopics {
  readonly #deps: LiveTopicsDeps
  readonly #entries = new Map<string, Entry>()
  readonly #changed = new Set<Entry>()

  constructor(deps: LiveTopicsDeps) {
    this.#deps = deps
    deps.connection.onState(({ kind }) => {
      if (kind === 'live') this.#resume()
      // Subscriptions have died with their socket.
      else for (const entry of this.#entries.values()) entry.unsubscribe = undefined
    })
  }

  /** Follows a topic; the watcher is called when its value has changed. Returns what ends the watching. */
  watch(topic: Topic, watcher: () => void): () => void {
    const entry = this.#entries.get(keyOf(topic)) ?? this.#begin(topic)
    entry.stopLeaving?.()
    entry.stopLeaving = undefined
    // One function may watch twice, each with its own end.
    const own = () => watcher()
    entry.watchers.add(own)
    return () => {
      if (!entry.watchers.delete(own) || entry.watchers.size > 0 || !this.#isHeld(entry)) return
      entry.stopLeaving = this.#deps.after(KEEP_MS, () => this.#drop(entry))
    }
  }

  /** What is known now; the same object until it changes. */
  value(topic: Topic): TopicValue {
    return this.#entries.get(keyOf(topic))?.shown ?? NOTHING
  }

  /** Reads a followed scope of a device again, as after a change of it. Resolves when the answer is shown, or the read failed. */
  async readAgain(deviceId: string, scope: AttributeScope): Promise<void> {
    const reads = [...this.#entries.values()]
      .filter(({ topic }) => topic.deviceId === deviceId && topic.scope === scope)
      .map((entry) => this.#read(entry))
    await Promise.all(reads)
  }

  /** Forgets everything: the session has ended. Who still watches sees nothing more; the next session watches anew. */
  clear(): void {
    for (const entry of this.#entries.values()) {
      this.#drop(entry)
      this.#update(entry, NOTHING)
    }
  }

  #begin(topic: Topic): Entry {
    const entry: Entry = {
      topic,
      watchers: new Set(),
      shown: NOTHING,
      latest: NOTHING,
      awaitsSnapshot: true,
      unsubscribe: undefined,
      stopLeaving: undefined,
    }
    this.#entries.set(keyOf(topic), entry)
    this.#subscribe(entry)
    void this.#read(entry)
    return entry
  }

  #resume(): void {
    for (const entry of this.#entries.values()) {
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

  /** False once it was dropped: another one may have taken its place. */
  #isHeld(entry: Entry): boolean {
    return this.#entries.get(keyOf(entry.topic)) === entry
  }

  #drop(entry: Entry): void {
    entry.stopLeaving?.()
    entry.unsubscribe?.()
    this.#entries.delete(keyOf(entry.topic))
  }

  #update(entry: Entry, latest: TopicValue): void {
    entry.latest = latest
    if (this.#changed.size === 0) this.#deps.onNextFrame(() => this.#show())
    this.#changed.add(entry)
  }

  #show(): void {
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const entry of changed) entry.shown = entry.latest
    for (const entry of changed) for (const watcher of [...entry.watchers]) watcher()
  }
}

function keyOf({ deviceId, scope, keys }: Topic): string {
  return `${deviceId} ${scope} ${keys ?? ''}`
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
