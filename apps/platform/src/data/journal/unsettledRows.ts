import { isOfHistory, type JournalRow, rowBytes } from '../port/journalRow.ts'

/**
 * Rows of one device, the oldest first, in columns: a row of its own would take four objects, and a minute has hundreds of
 * thousands of them.
 */
class DeviceRows {
  readonly #device: number
  readonly #kinds: number[] = []
  readonly #times: number[] = []
  readonly #keySets: number[] = []
  readonly #bodies: string[] = []
  /** Bytes of the rows. */
  bytes = 0

  constructor(device: number) {
    this.#device = device
  }

  get size(): number {
    return this.#bodies.length
  }

  push(row: JournalRow): void {
    const [, kind, ts, keySet, body] = row
    this.#kinds.push(kind)
    this.#times.push(ts)
    this.#keySets.push(keySet)
    this.#bodies.push(body)
    this.bytes += rowBytes(row)
  }

  *rows(): Generator<JournalRow, void, void> {
    for (let place = 0; place < this.#bodies.length; place += 1) yield this.#at(place)
  }

  /** Removes the oldest rows; returns their bytes. */
  drop(count: number): number {
    let gone = count >= this.size ? this.bytes : 0
    if (gone === 0) for (let place = 0; place < count; place += 1) gone += rowBytes(this.#at(place))
    for (const column of [this.#kinds, this.#times, this.#keySets, this.#bodies]) column.splice(0, count)
    this.bytes -= gone
    return gone
  }

  /** Returns the first rows, up to a number and to bytes, but at least one if there is any. */
  portion(rowBudget: number, byteBudget: number): JournalRow[] {
    const portion: JournalRow[] = []
    let bytes = 0
    for (const row of this.rows()) {
      if (portion.length > 0 && (portion.length >= rowBudget || bytes >= byteBudget)) break
      portion.push(row)
      bytes += rowBytes(row)
    }
    return portion
  }

  #at(place: number): JournalRow {
    const [kind = 0, ts = 0, keySet = 0, body = ''] = [
      this.#kinds[place],
      this.#times[place],
      this.#keySets[place],
      this.#bodies[place],
    ]
    return [this.#device, kind, ts, keySet, body]
  }
}

/** The journal rows in memory, by device, from their commit until they are settled. */
export class UnsettledRows {
  #rows = new Map<number, DeviceRows>()
  /** Rows of the current round; all older than the rows above. */
  #settling = new Map<number, DeviceRows>()
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
      const [device] = row
      const own = this.#rows.get(device) ?? new DeviceRows(device)
      own.push(row)
      this.#rows.set(device, own)
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
      const portion = rows.portion(rowsLeft, bytesLeft)
      next.push([device, portion])
      rowsLeft -= portion.length
      bytesLeft -= portion.reduce((bytes, row) => bytes + rowBytes(row), 0)
    }
    return next
  }

  /** Returns the oldest rows of one device, whether they are in the round or not; none when all are settled. */
  nextOf(device: number, rowBudget: number, byteBudget: number): JournalRow[] {
    return (this.#settling.get(device) ?? this.#rows.get(device))?.portion(rowBudget, byteBudget) ?? []
  }

  /** Removes a device's oldest `count` rows, which are settled. */
  settled(device: number, count: number): void {
    const ofRound = this.#settling.get(device)
    const from = ofRound ? this.#settling : this.#rows
    const rows = from.get(device)
    if (!rows) return
    const before = rows.size
    const bytes = rows.drop(count)
    if (rows.size === 0) from.delete(device)
    this.#bytes -= bytes
    if (ofRound) return
    this.#size -= before - rows.size
    this.#waitingBytes -= bytes
  }

  forget(device: number): void {
    for (const rows of [this.#settling.get(device), this.#rows.get(device)]) if (rows) this.settled(device, rows.size)
  }

  /** Returns the bytes of a device's rows. */
  bytesOf(device: number): number {
    return (this.#settling.get(device)?.bytes ?? 0) + (this.#rows.get(device)?.bytes ?? 0)
  }

  /** Returns the messages of a device in a range of time, in order of arrival. */
  samples(device: number, startTs: number, endTs: number): JournalRow[] {
    return [this.#settling.get(device), this.#rows.get(device)].flatMap((rows) =>
      [...(rows?.rows() ?? [])].filter(([, kind, ts]) => isOfHistory(kind) && ts >= startTs && ts < endTs),
    )
  }
}
