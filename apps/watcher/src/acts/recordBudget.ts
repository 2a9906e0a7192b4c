/** The memory of records that wait to be written, of all junctions together. */

/** Bytes: two windows each of five thousand junctions, while a platform is away or its disk is full. */
const MOST_BYTES = 16 * 1024 * 1024

/** Counts bytes. Records are ASCII, one byte a letter. */
export class RecordBudget {
  #bytes = 0
  readonly #mostBytes: number
  readonly #onFull: (what: string) => void

  /** @param onFull called with each dropped record */
  constructor(onFull: (what: string) => void, mostBytes = MOST_BYTES) {
    this.#onFull = onFull
    this.#mostBytes = mostBytes
  }

  /** Takes the bytes of a text; returns false when there are none left. */
  take(text: string): boolean {
    if (this.#bytes + text.length > this.#mostBytes) {
      this.#onFull('cycles, which are read from the platform later')
      return false
    }
    this.#bytes += text.length
    return true
  }

  /** Gives back the bytes of a text that was taken; null for none. */
  free(text: string | null): void {
    this.#bytes -= text?.length ?? 0
  }

  /** Says that something else was dropped. */
  lost(what: string): void {
    this.#onFull(what)
  }
}
