/** Writers of a table's rows to a file. */
import type { Cell } from '@greenwave/evidence/tables/table'

/** Position from which an unfinished file is continued. */
export interface Checkpoint {
  /** Length of the finished part of the file, bytes; anything after it is incomplete. */
  readonly bytes: number
  /** Further state of the format, as JSON. */
  readonly memory?: string
}

/** A file that grows. */
export interface Sink {
  /** Takes rows. Returns where to go on if this was the last of it; undefined while some are in memory alone. */
  write(rows: readonly (readonly Cell[])[]): Checkpoint | undefined
  /** Writes what is still to be written. */
  finish(): void
}
