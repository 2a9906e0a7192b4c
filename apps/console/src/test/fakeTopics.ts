/** Fakes the live topics: the test sends what arrives for a device model. */
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'
import {
  type LiveTopics,
  NOTHING_ARRIVED,
  type Topic,
  type TopicFollower,
  type TopicValue,
} from '../data/liveTopics.ts'

interface Followed {
  readonly topic: Topic
  readonly follower: TopicFollower
  value: TopicValue
}

/** Topics whose frames the test sends. */
export class FakeTopics implements Pick<LiveTopics, 'follow'> {
  readonly #nowMs: () => number
  #followed: Followed[] = []
  /** How many topics were followed so far. */
  begun = 0

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  follow = (topic: Topic, follower: TopicFollower): (() => void) => {
    const followed: Followed = { topic, follower, value: NOTHING_ARRIVED }
    this.#followed.push(followed)
    this.begun += 1
    return () => {
      this.#followed = this.#followed.filter((other) => other !== followed)
    }
  }

  /** The topics that are followed now, oldest first. */
  get topics(): readonly string[] {
    return this.#followed.map(({ topic }) => [topic.scope, topic.keys].filter(Boolean).join(' '))
  }

  /** Sends a frame of values with one time (epoch milliseconds) for a topic, named as in `topics`. */
  frame(name: string, values: Readonly<Record<string, unknown>>, ts: number): void {
    const samples = Object.entries(values).map(([key, value]): [string, TimedValue] => [key, { ts, value }])
    this.#tell(name, (before) => ({ ...before, ...Object.fromEntries(samples) }))
  }

  /** Lets a read fail. */
  fail(name: string, readError: Error): void {
    for (const followed of this.#named(name)) this.#say(followed, { ...followed.value, readError })
  }

  /** Ends the session. */
  end(): void {
    for (const { follower } of this.#followed.splice(0)) follower.over()
  }

  #tell(name: string, change: (before: TimedValues) => TimedValues): void {
    for (const followed of this.#named(name)) {
      const samples = change(followed.value.samples ?? {})
      this.#say(followed, { ...followed.value, samples, arrivedAtMs: this.#nowMs() })
    }
  }

  #say(followed: Followed, value: TopicValue): void {
    followed.value = value
    followed.follower.value(value)
  }

  #named(name: string): readonly Followed[] {
    const found = this.#followed.filter((_, index) => this.topics[index] === name)
    if (found.length === 0) throw new Error(`${name} is not followed`)
    return found
  }
}
