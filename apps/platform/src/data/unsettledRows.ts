import { type JournalRow, ROW_KIND } from './journalRow.ts'

/** Journal rows in memory by device, from their commit until they are settled. */
export class UnsettledRows {
  #rows = new Map<number, JournalRow[]>()
  /** Those that are being settled, older than all of the above. */
  #settling = new Map<number, JournalRow[]>()
  #size = 0

  /** Number of rows that are not being settled yet. */
  get size(): number {
    return this.#size
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
    }
  }

  /** Begins a round: everything added so far is to be settled, in order of devices, since history is clustered so. */
  beginRound(): void {
    this.#settling = new Map([...this.#rows].sort(([a], [b]) => a - b))
    this.#rows = new Map()
    this.#size = 0
  }

  /** The next devices to be settled with their rows, about `rowBudget` rows in all. They stay until `settled`. */
  nextToSettle(rowBudget: number): [device: number, rows: JournalRow[]][] {
    const next: [number, JournalRow[]][] = []
    let rows = 0
    for (const entry of this.#settling) {
      if (rows >= rowBudget) break
      next.push(entry)
      rows += entry[1].length
    }
    return next
  }

  settled(device: number): void {
    this.#settling.delete(device)
  }

  forget(device: number): void {
    this.#settling.delete(device)
    this.#size -= this.#rows.get(device)?.length ?? 0
    this.#rows.delete(device)
  }

  /** Messages of a device in a range of time, in the order in which they came. */
  samples(device: number, startTs: number, endTs: number): JournalRow[] {
    return [...(this.#settling.get(device) ?? []), ...(this.#rows.get(device) ?? [])].filter(
      ([, kind, ts]) => kind === ROW_KIND.sample && ts >= startTs && ts < endTs,
    )
  }
}
