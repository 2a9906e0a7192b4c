/** The records of all junctions, through queues of their own, so that no alarm waits for them. */

import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { textHash } from '@greenwave/contract/text'
import { midnightOf } from '@greenwave/observer/conformity/days'
import type { WatchedJunction } from '../intake/watchedJunction.ts'
import { FetchPace } from './fetchPace.ts'
import { JunctionDays } from './junctionDays.ts'
import { JunctionRecords, type JunctionRecordsDeps } from './junctionRecords.ts'
import { NewestPages } from './newestPages.ts'
import { unlessRefused, type WriteQueue } from './writeQueue.ts'

/** Windows end for all at once. They are written one after the other in this time, milliseconds. */
const SPREAD_MS = 540_000
/** Missed seconds are read this many at a time: the platform has other work. */
const READS_AT_ONCE = 1
const WRITES_AT_ONCE = 4
/** Only events are written at once; what else is due of a junction is looked for this rarely, in ticks. */
const LOOK_EVERY = 5

/** Dependencies of `RecordWrites`. */
export interface RecordWritesDeps extends Omit<JunctionRecordsDeps, 'newest'> {
  readonly openQueue: (atOnce: number) => WriteQueue
  /** The processor time that this process has used, milliseconds. */
  readonly processorMs: () => number
  /** Resolves after so many milliseconds. */
  readonly rest: (ms: number) => Promise<void>
  /** Called once, when everything missed before this watcher began is read. */
  readonly onCaughtUp: () => void
}

interface Recorded {
  readonly watched: WatchedJunction
  readonly records: JunctionRecords
  readonly days: JunctionDays
  ticks: number
}

/** The records of all junctions, and the sums of their days. */
export class RecordWrites {
  readonly #deps: RecordWritesDeps & JunctionRecordsDeps
  readonly #newest: NewestPages
  readonly #junctions = new Map<string, Recorded>()
  readonly #writes: WriteQueue
  readonly #reads: WriteQueue
  readonly #pace: FetchPace
  #isEnding = false
  #isCaughtUp = false

  constructor(deps: RecordWritesDeps) {
    this.#newest = new NewestPages(deps.call, () => this.#beginning())
    this.#deps = { ...deps, newest: (id) => this.#newest.take(id) }
    this.#writes = deps.openQueue(WRITES_AT_ONCE)
    this.#reads = deps.openQueue(READS_AT_ONCE)
    this.#pace = new FetchPace(deps.processorMs, () => performance.now())
  }

  /** Records a junction from now on. */
  follow(watched: WatchedJunction): void {
    const place = textHash(watched.id)
    const records = new JunctionRecords(watched, this.#deps, place % SPREAD_MS)
    const days = new JunctionDays(watched.id, this.#deps, place)
    this.#junctions.set(watched.id, { watched, records, days, ticks: place })
    watched.recorder = records
  }

  unfollow(id: string): void {
    this.#newest.forget(id)
    this.#junctions.get(id)?.records.forget()
    this.#junctions.delete(id)
    this.#writes.drop(id)
    this.#reads.drop(id)
  }

  /** Takes an event of a junction that its samples do not show. */
  happened(id: string, event: JunctionEvent): void {
    this.#junctions.get(id)?.records.happened(event)
  }

  /** Lets time pass for a junction. Call it once a second. */
  tick(id: string): void {
    const recorded = this.#junctions.get(id)
    if (!recorded) return
    recorded.records.tick()
    recorded.ticks += 1
    if (recorded.records.hasEvents || recorded.ticks % LOOK_EVERY === 0) this.#ask(id, recorded)
  }

  /** Starts nothing before a time, milliseconds from now. */
  pause(ms: number): void {
    this.#writes.pause(ms)
    this.#reads.pause(ms)
  }

  /** Writes what is recorded so far, for at most so long, milliseconds. What is left the next watcher reads anew. */
  async end(withinMs: number): Promise<void> {
    this.#isEnding = true
    for (const [id, recorded] of this.#junctions) {
      recorded.records.end()
      this.#ask(id, recorded)
    }
    await Promise.all([this.#writes.end(withinMs), this.#reads.end(withinMs)])
  }

  /** The junctions of which the platform will be asked what the watcher before has kept, the next ones first. */
  *#beginning(): Generator<string, void, void> {
    for (const id of this.#reads.waiting) if (this.#junctions.get(id)?.records.hasBegun === false) yield id
  }

  #ask(id: string, recorded: Recorded): void {
    if (recorded.records.isDue) this.#writes.ask(id, () => this.#write(id, recorded))
    if (recorded.records.hasMissed || this.#hasDay(recorded)) this.#reads.ask(id, () => this.#read(id, recorded))
  }

  /** Whether a day is to be counted. It waits for what is still missing of it. */
  #hasDay({ watched, records, days }: Recorded): boolean {
    return !this.#isEnding && days.isDue && !records.hasMissed && watched.isReady && watched.evaluated.known != null
  }

  async #write(id: string, recorded: Recorded): Promise<void> {
    await recorded.records.write()
    this.#newest.forget(id)
    if (recorded.records.isDue) this.#ask(id, recorded)
  }

  async #read(id: string, recorded: Recorded): Promise<void> {
    const { records, days } = recorded
    const startMs = performance.now()
    if (!records.hasBegun) {
      const kept = await records.begin()
      if (kept) days.begin(kept)
    } else if (records.hasMissed) {
      const fixedMs = await records.writeMissed()
      if (fixedMs !== undefined && fixedMs < midnightOf(this.#deps.now())) days.fixed()
    } else if (this.#hasDay(recorded)) await this.#writeDay(days)
    if (this.#isEnding) {
      if (records.hasMissed) this.#ask(id, recorded)
      return
    }
    await this.#deps.rest(this.#pace.restMs(performance.now() - startMs))
    if (records.hasMissed || this.#hasDay(recorded)) this.#ask(id, recorded)
    else this.#noteCaughtUp()
  }

  #noteCaughtUp(): void {
    // Its own lane is the last one.
    if (this.#isCaughtUp || this.#reads.size > 1) return
    for (const { watched, records } of this.#junctions.values()) if (!watched.isReady || records.hasMissed) return
    this.#isCaughtUp = true
    this.#deps.onCaughtUp()
  }

  async #writeDay(days: JunctionDays): Promise<void> {
    await unlessRefused(
      () => days.write(),
      (error) => {
        days.giveUp()
        // A device that was just deleted is no trouble.
        if (error.status !== 404) this.#deps.onRefused('the sums of a day', error)
      },
    )
  }
}
