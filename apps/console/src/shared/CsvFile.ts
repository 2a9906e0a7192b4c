/** CSV files that are written step by step, with a limit on what they take of this computer's memory. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'

/** A file ends before the line that would make it larger than this, bytes: about 200,000 incidents. */
const MOST_BYTES = 64 * 1024 * 1024

const utf8 = new TextEncoder()

/** A CSV file that grows by lines, up to a size in bytes. */
export class CsvFile {
  readonly #mostBytes: number
  readonly #blobs: Blob[]
  #lines: string[] = []
  readonly #timed: { readonly atMs: number; readonly line: string }[] = []
  #bytes: number
  #written = 0

  constructor(columns: readonly string[], mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes
    const head = new Blob([BYTE_ORDER_MARK, csvLine(columns)])
    this.#blobs = [head]
    this.#bytes = head.size
  }

  /** How many lines it has after its head. */
  get written(): number {
    return this.#written
  }

  /** Adds a line. Returns false if the file would become too large by it; the file is then full. */
  add(cells: readonly (string | number)[]): boolean {
    const line = csvLine(cells)
    if (!this.#takes(line)) return false
    this.#lines.push(line)
    return true
  }

  /**
   * Adds a line of a time, epoch milliseconds, from a source that is not quite in order: the file has the newest first.
   * Such lines stay in the page's memory until the file is complete. Returns as `add` does.
   */
  addAt(atMs: number, cells: readonly (string | number)[]): boolean {
    const line = csvLine(cells)
    if (!this.#takes(line)) return false
    this.#timed.push({ atMs, line })
    return true
  }

  #takes(line: string): boolean {
    this.#bytes += utf8.encode(line).length
    if (this.#bytes > this.#mostBytes) return false
    this.#written += 1
    return true
  }

  /**
   * Hands its lines over to the browser, which keeps blobs outside the page's own memory, on the disk where they are
   * many. Call it after each step.
   */
  store(): void {
    if (this.#lines.length === 0) return
    this.#blobs.push(new Blob(this.#lines))
    this.#lines = []
  }

  /** Returns the finished file. */
  blob(): Blob {
    this.#lines.push(
      ...this.#timed
        .splice(0)
        .sort((a, b) => b.atMs - a.atMs)
        .map(({ line }) => line),
    )
    this.store()
    return new Blob(this.#blobs, { type: 'text/csv;charset=utf-8' })
  }
}
