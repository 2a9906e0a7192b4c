/** @file A platform that a test plays, with watchers that call it and are killed, in a test's time: what such plays share. */
import { ApiError, NetworkError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { type PlayedArguments, playedCalls } from '@greenwave/client/testing/playedCalls'
import { TestClock } from '@greenwave/client/testing/testClock'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { WriteQueue } from '../acts/writeQueue.ts'

/** A call takes this long to the platform, and its answer as long back. Milliseconds. */
const WAY_MS = 20
/** A watcher hears of a value so long after it was written, and of all so long after it started. Milliseconds. */
const HEARS_MS = 40
const STARTS_MS = 300
const TICK_MS = 50
const LISTS_MS = 30_000

type Attributes = Record<string, TimedValue>

/** A junction on the platform. */
export class PlayedJunction {
  readonly shared: Attributes = {}
  readonly client: Attributes = {}
  readonly server: Attributes = {}
  readonly records = new Map<number, ChangeRecord>()
  connected = true
  readonly id: string

  constructor(id: string) {
    this.id = id
  }
}

/** What a watcher of a play does at its times. */
export interface PlayedWatcher {
  isAlive: boolean
  /** It has heard of all junctions. */
  isReady: boolean
  readonly fetch: () => Promise<void>
  readonly tick: (nowMs: number) => void
}

/** A platform with its junctions and watchers. */
export abstract class PlayedPlatform<Junction extends PlayedJunction, Watcher extends PlayedWatcher> {
  readonly clock: TestClock
  readonly junctions = new Map<string, Junction>()
  readonly warnings: string[] = []
  isUp = true
  protected readonly watchers: Watcher[] = []
  /** A watcher of the play looks this often, milliseconds. */
  protected readonly tickMs: number = TICK_MS
  #started = 0
  #underWay = 0

  constructor(nowMs: number) {
    this.clock = new TestClock(nowMs)
  }

  get alive(): number {
    return this.watchers.length
  }

  /** Makes the watcher of these calls. */
  protected abstract build(deps: ReturnType<typeof this.depsOf>): Watcher
  protected abstract answer(name: string, args: PlayedArguments): unknown
  /** Shows watchers a junction as the live connection does. */
  protected abstract show(junction: Junction, only?: Watcher): void

  /** Starts a watcher. It is killed as soon as the platform has done so many of its calls. */
  startWatcher(calls = Number.POSITIVE_INFINITY): void {
    this.#started += 1
    let left = calls
    const call = playedCalls(async (name, args) => {
      this.#underWay += 1
      try {
        await this.#way(watcher)
        const answer = this.answer(name, args)
        left -= 1
        if (left === 0) this.#kill(watcher)
        await this.#way(watcher)
        return answer
      } finally {
        this.#underWay -= 1
      }
    })
    const after = (ms: number, callback: () => void) => this.clock.after(ms, () => watcher.isAlive && callback())
    const watcher = this.build(this.depsOf(call, after, `watcher ${this.#started}`))
    this.watchers.push(watcher)
    const list = async () => {
      if (this.isUp) await watcher.fetch().catch(() => undefined)
      after(LISTS_MS, () => void list())
    }
    const tick = () => {
      watcher.tick(this.clock.nowMs)
      after(this.tickMs, tick)
    }
    after(STARTS_MS, () => {
      void list()
      tick()
      for (const junction of this.junctions.values()) this.show(junction, watcher)
      after(HEARS_MS, () => {
        watcher.isReady = true
      })
    })
  }

  /** Returns the dependencies that every part of a watcher gets: calls, clock, timers, and the name of the watcher. */
  protected depsOf(call: CallApi, after: (ms: number, callback: () => void) => () => void, by: string) {
    const now = () => this.clock.nowMs
    return {
      ...{ call, by, now, after, share: { i: 1, n: 1 }, assetId: async () => 'watch' },
      rest: (ms: number) => new Promise<void>((resolve) => void after(ms, resolve)),
      queue: (atOnce: number) =>
        new WriteQueue({
          ...{ atOnce, nowMs: now, after, random: () => 0.5, longestPauseMs: 1000, onFailure: () => {} },
        }),
      log: { info: () => {}, warn: (text: unknown) => this.warnings.push(String(text)) },
      onRefused: (what: string) => this.warnings.push(`refused: ${what}`),
    }
  }

  /** Kills the watcher that was started first of those that run. */
  killWatcher(): void {
    const [first] = this.watchers
    if (first) this.#kill(first)
  }

  #kill(watcher: Watcher): void {
    watcher.isAlive = false
    this.watchers.splice(this.watchers.indexOf(watcher), 1)
  }

  turn(to: 'on' | 'off'): void {
    this.isUp = to === 'on'
    if (this.isUp) for (const junction of this.junctions.values()) this.show(junction)
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms || this.#underWay > 0; ) {
      const [left = 0, idle = 1] = [ms - passed, this.clock.nextMs - this.clock.nowMs].map((one) =>
        Math.ceil(one / WAY_MS),
      )
      // Steps in which no timer fires are one.
      const stepMs = WAY_MS * (left > 0 ? Math.max(1, Math.min(left, idle)) : 1)
      this.clock.advance(stepMs)
      passed += stepMs
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    }
  }

  async #way(watcher: Watcher): Promise<void> {
    await new Promise<void>((resolve) => void this.clock.after(WAY_MS, resolve))
    if (!watcher.isAlive) await new Promise<never>(() => this.#forget())
    if (!this.isUp) throw new NetworkError('No answer')
  }

  /** A dead watcher waits for nothing. */
  #forget(): void {
    this.#underWay -= 1
  }

  protected put(attributes: Attributes, values: object, ts = this.clock.nowMs): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) delete attributes[key]
      else attributes[key] = { ts, value }
    }
  }

  /** Returns a junction, or fails as the platform does. */
  protected found(id: string): Junction {
    const junction = this.junctions.get(id)
    if (!junction) throw new ApiError(404, 32, 'No such device')
    return junction
  }

  /** Lets watchers that run hear of something. */
  protected hear(only: Watcher | undefined, listen: (watcher: Watcher) => void): void {
    for (const watcher of only ? [only] : this.watchers)
      this.clock.after(HEARS_MS, () => watcher.isAlive && this.isUp && listen(watcher))
  }

  /** Answers calls about records of changes. */
  protected records(name: string, { records }: Junction, { query, body }: PlayedArguments): unknown {
    if (name === 'saveTimeseries') {
      const { ts, values } = body as { readonly ts: number; readonly values: Readonly<Record<string, unknown>> }
      const record = parseChangeRecord(ts, values.gw_change)
      if (record) records.set(ts, record)
      return undefined
    }
    if (name !== 'timeseries') throw new Error(`${name} is not played`)
    const { startTs, endTs } = query as Record<string, string>
    const found = [...records.values()].filter(({ at }) => at >= Number(startTs) && at < Number(endTs))
    return { gw_change: found.map((record) => ({ ts: record.at, value: { v: 1, ...record } })) }
  }
}

/** Returns attributes as the platform replies them. */
export function attributesOf(values: Attributes) {
  return Object.entries(values).map(([key, { ts, value }]) => ({ key, value, lastUpdateTs: ts }))
}
