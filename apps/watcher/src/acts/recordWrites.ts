/** The records of all junctions, through queues of their own, so that no alarm waits for them. */
import type { JunctionEvent } from '@greenwave/contract/eventRecords'
import { textHash } from '@greenwave/contract/textHash'
import type { WatchedJunction } from '../intake/watchedJunction.ts'
import { JunctionRecords, type JunctionRecordsDeps } from './junctionRecords.ts'
import type { WriteQueue } from './writeQueue.ts'

/** Windows end for all at once. They are written one after the other in this time, milliseconds. */
const SPREAD_MS = 540_000
/** What was missed is read this many at a time: the platform has other work. */
const READS_AT_ONCE = 1
const WRITES_AT_ONCE = 4

/** What `RecordWrites` needs. */
export interface RecordWritesDeps extends JunctionRecordsDeps {
  readonly openQueue: (atOnce: number) => WriteQueue
  /** Resolves after so many milliseconds. */
  readonly rest: (ms: number) => Promise<void>
}

/** The records of all junctions. */
export class RecordWrites {
  readonly #deps: RecordWritesDeps
  readonly #junctions = new Map<string, JunctionRecords>()
  readonly #writes: WriteQueue
  readonly #reads: WriteQueue
  #isEnding = false

  constructor(deps: RecordWritesDeps) {
    this.#deps = deps
    this.#writes = deps.openQueue(WRITES_AT_ONCE)
    this.#reads = deps.openQueue(READS_AT_ONCE)
  }

  /** Records a junction from now on. */
  follow(watched: WatchedJunction): void {
    const records = new JunctionRecords(watched, this.#deps, textHash(watched.id) % SPREAD_MS)
    this.#junctions.set(watched.id, records)
    watched.onFolded = (before, after) => records.fold(before, after)
  }

  unfollow(id: string): void {
    this.#junctions.get(id)?.forget()
    this.#junctions.delete(id)
    this.#writes.drop(id)
    this.#reads.drop(id)
  }

  /** Takes an event of a junction that its samples do not show. */
  happened(id: string, event: JunctionEvent): void {
    this.#junctions.get(id)?.happened(event)
  }

  /** Lets time pass for a junction. Call it once a second. */
  tick(id: string): void {
    const records = this.#junctions.get(id)
    if (!records) return
    records.tick()
    this.#ask(id, records)
  }

  /** Starts nothing before a time, milliseconds from now. */
  pause(ms: number): void {
    this.#writes.pause(ms)
    this.#reads.pause(ms)
  }

  /** Writes what is recorded so far, for at most so long, milliseconds. What is left the next watcher reads anew. */
  async end(withinMs: number): Promise<void> {
    this.#isEnding = true
    for (const [id, records] of this.#junctions) {
      records.end()
      this.#ask(id, records)
    }
    await Promise.all([this.#writes.end(withinMs), this.#reads.end(withinMs)])
  }

  #ask(id: string, records: JunctionRecords): void {
    if (records.isDue) this.#writes.ask(id, () => this.#write(id, records))
    if (records.hasMissed) this.#reads.ask(id, () => this.#read(id, records))
  }

  async #write(id: string, records: JunctionRecords): Promise<void> {
    await records.write()
    if (records.isDue) this.#ask(id, records)
  }

  async #read(id: string, records: JunctionRecords): Promise<void> {
    const startMs = performance.now()
    await records.writeMissed()
    if (this.#isEnding) {
      if (records.hasMissed) this.#ask(id, records)
      return
    }
    // At most a quarter of the time is spent so, here and on the platform: junctions are judged meanwhile.
    await this.#deps.rest(3 * (performance.now() - startMs))
    if (records.hasMissed) this.#ask(id, records)
  }
}
