/** What takes the rows of a table and makes a file of them. */
import type { Cell } from '@greenwave/evidence/tables/table'

/** All that is needed to go on with a file. */
export interface Checkpoint {
  /** What is in the file for good; what is after it was not finished. */
  readonly bytes: number
  /** What else the format needs, as JSON. */
  readonly memory?: string
}

/** A file that grows. */
export interface Sink {
  /** Takes rows. Returns where to go on if this was the last of it; undefined while some are in memory alone. */
  write(rows: readonly (readonly Cell[])[]): Checkpoint | undefined
  /** Writes what is still to be written. */
  finish(): void
}
