import { isOfHistory, type JournalRow, rowBytes } from '../port/journalRow.ts'

/** The journal rows in memory, by device, from their commit until they are settled. */
export class UnsettledRows {
  #rows = new Map<number, JournalRow[]>()
  /** Rows of the current round; all older than the rows above. */
  #settling = new Map<number, JournalRow[]>()
  #size = 0
  #waitingBytes = 0
  #bytes = 0

  /** Number of rows that are not in the current round. */
  get size(): number {
    return this.#size
  }

  /** Bytes of the rows that are not in the current round. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Bytes of all rows. */
  get bytes(): number {
    return this.#bytes
  }

  /** Number of devices still to be settled in this round. */
  get devicesToSettle(): number {
    return this.#settling.size
  }

  add(rows: Iterable<JournalRow>): void {
    for (const row of rows) {
      const own = this.#rows.get(row[0])
      if (own) own.push(row)
      else this.#rows.set(row[0], [row])
      this.#size += 1
      this.#waitingBytes += rowBytes(row)
      this.#bytes += rowBytes(row)
    }
  }

  /**
   * Begins a round: everything added so far will be settled, in order of device numbers because history is clustered by
   * them.
   */
  beginRound(): void {
    this.#settling = new Map([...this.#rows].sort(([a], [b]) => a - b))
    this.#rows = new Map()
    this.#size = 0
    this.#waitingBytes = 0
  }

  /**
   * Returns the oldest rows of the next devices of the round, about `rowBudget` rows and `byteBudget` bytes in all; of
   * the last device perhaps only some. The rows stay until `settled` is called.
   */
  nextToSettle(rowBudget: number, byteBudget: number): [device: number, rows: JournalRow[]][] {
    const next: [number, JournalRow[]][] = []
    let rowsLeft = rowBudget
    let bytesLeft = byteBudget
    for (const [device, rows] of this.#settling) {
      if (rowsLeft <= 0 || bytesLeft <= 0) break
      const portion = portionOf(rows, rowsLeft, bytesLeft)
      next.push([device, portion])
      rowsLeft -= portion.length
      bytesLeft -= bytesOf(portion)
    }
    return next
  }

  /** Returns the oldest rows of one device, whether they are in the round or not; none when all are settled. */
  nextOf(device: number, rowBudget: number, byteBudget: number): JournalRow[] {
    return portionOf(this.#settling.get(device) ?? this.#rows.get(device) ?? [], rowBudget, byteBudget)
  }

  /** Removes a device's oldest `count` rows, which are settled. */
  settled(device: number, count: number): void {
    const ofRound = this.#settling.get(device)
    const from = ofRound ? this.#settling : this.#rows
    const gone = from.get(device)?.splice(0, count) ?? []
    if (from.get(device)?.length === 0) from.delete(device)
    this.#bytes -= bytesOf(gone)
    if (ofRound) return
    this.#size -= gone.length
    this.#waitingBytes -= bytesOf(gone)
  }

  forget(device: number): void {
    for (const rows of [this.#settling.get(device), this.#rows.get(device)]) if (rows) this.settled(device, rows.length)
  }

  /** Returns the bytes of a device's rows. */
  bytesOf(device: number): number {
    return bytesOf(this.#settling.get(device) ?? []) + bytesOf(this.#rows.get(device) ?? [])
  }

  /** Returns the messages of a device in a range of time, in order of arrival. */
  samples(device: number, startTs: number, endTs: number): JournalRow[] {
    return [...(this.#settling.get(device) ?? []), ...(this.#rows.get(device) ?? [])].filter(
      ([, kind, ts]) => isOfHistory(kind) && ts >= startTs && ts < endTs,
    )
  }
}

/** Returns the first rows, up to a number and to bytes, but at least one. */
function portionOf(rows: readonly JournalRow[], rowBudget: number, byteBudget: number): JournalRow[] {
  let count = 0
  let bytes = 0
  for (const row of rows) {
    if (count > 0 && (count >= rowBudget || bytes >= byteBudget)) break
    count += 1
    bytes += rowBytes(row)
  }
  return rows.slice(0, count)
}

function bytesOf(rows: readonly JournalRow[]): number {
  return rows.reduce((bytes, row) => bytes + rowBytes(row), 0)
}
