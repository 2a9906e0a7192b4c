/** The newest records of junctions, read of many at once: a watcher that starts asks for those of all, one after the other. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { fetchNewest, type NewestKept } from '../intake/missedSeconds.ts'

/** Junctions of a page: with all records of a junction it has some hundred kilobytes. */
const PAGE_JUNCTIONS = 50

/** Reads the newest records of a junction together with those of the next ones that wait. */
export class NewestPages {
  readonly #call: CallApi<WatcherCall>
  readonly #waiting: () => Iterable<string>
  readonly #read = new Map<string, NewestKept>()

  /** @param waiting returns the ids of the junctions whose newest records will be asked for */
  constructor(call: CallApi<WatcherCall>, waiting: () => Iterable<string>) {
    this.#call = call
    this.#waiting = waiting
  }

  /**
   * Resolves with the newest records of a junction; undefined if the platform has no such junction. Rejects with the error of
   * the call.
   */
  async take(id: string): Promise<NewestKept | undefined> {
    if (!this.#read.has(id)) {
      const ids = new Set([id])
      for (const next of this.#waiting()) {
        if (ids.size >= PAGE_JUNCTIONS) break
        if (!this.#read.has(next)) ids.add(next)
      }
      for (const [read, kept] of await fetchNewest(this.#call, [...ids])) this.#read.set(read, kept)
    }
    const kept = this.#read.get(id)
    this.#read.delete(id)
    return kept
  }

  /** Forgets what was read of a junction: it is no longer the newest, or nobody asks any more. */
  forget(id: string): void {
    this.#read.delete(id)
  }
}
