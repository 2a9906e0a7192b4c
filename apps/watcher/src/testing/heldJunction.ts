/** @file A junction on a platform that a test plays, with watchers that end its holds, in the time of a test clock. */
import { NetworkError } from '@greenwave/client/callErrors'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import type { TestClock } from '@greenwave/client/testing/testClock'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import type { Hold, HoldFacts } from '@greenwave/contract/records/holds'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { WriteQueue } from '../acts/writeQueue.ts'
import { HoldEnds } from '../holds/HoldEnds.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
/** A call takes this long to the platform, and its answer as long back. Milliseconds. */
const WAY_MS = 5
/** A watcher hears of the junction so long after it started, or after the platform did. Milliseconds. */
const CONNECTS_MS = 300

interface Attribute {
  readonly ts: number
  readonly value: unknown
}

interface TimedRecord {
  readonly ts: number
  readonly values: Readonly<Record<string, unknown>>
}

/** A write of the mode. */
export interface ModeWrite {
  readonly atMs: number
  readonly mode: unknown
  /** Whether a watcher wrote it. */
  readonly isByWatcher: boolean
}

/** A watcher of the junction. */
interface Watching {
  readonly ends: HoldEnds
  isAlive: boolean
}

/** A junction whose mode people choose. */
export class HeldJunction {
  readonly modes: ModeWrite[] = []
  /** The records of changes by their times. */
  readonly records = new Map<number, ChangeRecord>()
  /** So far ahead of the clock of the test is that of the platform, milliseconds. */
  aheadMs = 0
  readonly #clock: TestClock
  readonly #texts = new Map<number, unknown>()
  readonly #server = new Map<string, Attribute>()
  readonly #shared = new Map<string, Attribute>()
  readonly #watchers: Watching[] = []
  #started = 0
  #isUp = true
  /** Calls of watchers that the platform has yet to answer. */
  #underWay = 0
  /** Since when the platform and a watcher have run. */
  #watchedMs = Number.POSITIVE_INFINITY

  constructor(clock: TestClock) {
    this.#clock = clock
    this.#put(this.#shared, 'Mode', 4)
  }

  /** The platform's time, epoch milliseconds. */
  get #platformMs(): number {
    return this.#clock.nowMs + this.aheadMs
  }

  /** Since when holds can be ended, epoch milliseconds; Infinity while they cannot. */
  get watchedMs(): number {
    return this.#watchedMs
  }

  get isUp(): boolean {
    return this.#isUp
  }

  get mode(): Attribute {
    return this.#shared.get('Mode') ?? { ts: 0, value: undefined }
  }

  get hold(): Attribute | undefined {
    return this.#server.get('gw_hold')
  }

  get held(): Attribute | undefined {
    return this.#server.get('gw_held')
  }

  /** Whether a watcher is between reading and writing. */
  get isBusy(): boolean {
    return this.#underWay > 0
  }

  /** Writes a hold, as people do, without its mode. */
  writeHold(hold: Hold): void {
    this.#put(this.#server, 'gw_hold', hold)
  }

  /** Writes a mode, as people do. */
  choose(mode: number): void {
    this.#writeMode(mode, false)
  }

  /** Starts a watcher. */
  startWatcher(): void {
    const { nowMs } = this.#clock
    const watching: { isAlive: boolean } = { isAlive: true }
    const after = (ms: number, callback: () => void) => this.#clock.after(ms, () => watching.isAlive && callback())
    const now = () => this.#platformMs
    const queue = new WriteQueue({
      ...{
        atOnce: 4,
        nowMs: () => this.#clock.nowMs,
        after,
        random: () => (nowMs % 7) / 7,
        longestPauseMs: 1000,
        onFailure: () => {},
      },
    })
    this.#started += 1
    const by = `watcher ${this.#started}`
    const call = playedCalls(async (name, args) => {
      this.#underWay += 1
      try {
        await this.#way(watching)
        const answer = this.#answer(name, args)
        await this.#way(watching)
        return answer
      } finally {
        this.#underWay -= 1
      }
    })
    const ends = new HoldEnds({ call, queue, now, after, by, onRefused: () => {} })
    this.#watchers.push(Object.assign(watching, { ends }))
    this.#noteWatch()
    this.#connect(this.#watchers.at(-1))
  }

  /** Kills the watcher that was started first of those that run. */
  killWatcher(): void {
    const [first] = this.#watchers.splice(0, 1)
    if (first) first.isAlive = false
    this.#noteWatch()
  }

  /** Stops the platform, or starts it again. */
  turn(to: 'on' | 'off'): void {
    this.#isUp = to === 'on'
    this.#noteWatch()
    if (this.#isUp) for (const watcher of this.#watchers) this.#connect(watcher)
  }

  #noteWatch(): void {
    const isWatched = this.#isUp && this.#watchers.length > 0
    if (!isWatched) this.#watchedMs = Number.POSITIVE_INFINITY
    else if (this.#watchedMs === Number.POSITIVE_INFINITY) this.#watchedMs = this.#clock.nowMs
  }

  #connect(watcher: Watching | undefined): void {
    this.#clock.after(CONNECTS_MS, () => watcher && this.#tell(watcher))
  }

  #tell(watcher: Watching): void {
    if (!watcher.isAlive || !this.#isUp) return
    const facts: HoldFacts = { hold: this.hold, held: this.held, mode: this.mode }
    watcher.ends.look(DEVICE, facts)
  }

  /** Waits as long as a call is on its way. Rejects if the platform or the watcher does not run then. */
  #way(watcher: { readonly isAlive: boolean }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#clock.after(WAY_MS, () => {
        if (this.#isUp && watcher.isAlive) resolve()
        else reject(new NetworkError('No answer'))
      })
    })
  }

  #answer(name: string, { params, body, query }: { params?: unknown; body?: unknown; query?: unknown }): unknown {
    if (name === 'saveTimeseries') return this.#keep(body as TimedRecord)
    if (name === 'timeseries') return this.#kept(query as { readonly startTs: string; readonly endTs: string })
    const { scope } = params as { readonly scope: string }
    const attributes = scope === 'SERVER_SCOPE' ? this.#server : this.#shared
    if (name === 'attributes') {
      const keys = (query as { readonly keys?: string } | undefined)?.keys?.split(',')
      return [...attributes].flatMap(([key, { ts, value }]) =>
        keys?.includes(key) === false ? [] : [{ key, value, lastUpdateTs: ts }],
      )
    }
    if (name === 'saveAttributes')
      for (const [key, value] of Object.entries(body as object))
        if (key === 'Mode') this.#writeMode(value, true)
        else this.#put(attributes, key, value)
    return undefined
  }

  #keep({ ts, values: { [CHANGE_KEY]: value } }: TimedRecord): void {
    const record = parseChangeRecord(ts, value)
    if (record) this.records.set(ts, record)
    this.#texts.set(ts, value)
  }

  #kept({ startTs, endTs }: { readonly startTs: string; readonly endTs: string }): unknown {
    const kept = [...this.#texts].filter(([ts]) => ts >= Number(startTs) && ts < Number(endTs))
    return { [CHANGE_KEY]: kept.map(([ts, value]) => ({ ts, value })).sort((a, b) => b.ts - a.ts) }
  }

  #writeMode(mode: unknown, isByWatcher: boolean): void {
    this.#put(this.#shared, 'Mode', mode)
    this.modes.push({ atMs: this.#clock.nowMs, mode, isByWatcher })
  }

  #put(attributes: Map<string, Attribute>, key: string, value: unknown): void {
    attributes.set(key, { ts: this.#platformMs, value })
    for (const watcher of this.#watchers) this.#clock.after(WAY_MS, () => this.#tell(watcher))
  }
}
