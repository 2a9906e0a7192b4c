/** The value by which a row is ordered; null comes last in either direction. */
export type OrderValue = string | number | null

/** A row of an ordered list. */
export interface OrderedRow {
  readonly id: string
}

/**
 * Returns a comparison by a property. Rows with the same value are compared by id, ascending in either direction. So
 * the order is total, and paging returns each row once.
 */
export function createComparison<R extends OrderedRow>(readValue: (row: R) => OrderValue, order: 'ASC' | 'DESC') {
  const sign = order === 'ASC' ? 1 : -1
  return (a: R, b: R): number => {
    const left = readValue(a)
    const right = readValue(b)
    if (left !== right) {
      if (left === null) return 1
      if (right === null) return -1
      return left < right ? -sign : sign
    }
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
  }
}

/** Rows kept in one order. Adding and removing use binary search. */
export class OrderedRows<R extends OrderedRow> {
  readonly rows: R[]
  readonly #compare: (a: R, b: R) => number

  constructor(rows: Iterable<R>, compare: (a: R, b: R) => number) {
    this.rows = [...rows].sort(compare)
    this.#compare = compare
  }

  add(row: R): void {
    this.rows.splice(this.#placeOf(row), 0, row)
  }

  /** Replaces a row by its newer version; no other row moves unless the order changes. */
  replace(before: R, row: R): void {
    const place = this.#placeOf(before)
    if (this.rows[place] === before && this.#compare(before, row) === 0) {
      this.rows[place] = row
      return
    }
    this.remove(before)
    this.add(row)
  }

  /** Removes a row. The row must be as it was when it was added. */
  remove(row: R): void {
    const place = this.#placeOf(row)
    if (this.rows[place] === row) this.rows.splice(place, 1)
  }

  #placeOf(row: R): number {
    let low = 0
    let high = this.rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.rows[middle]
      if (other !== undefined && this.#compare(other, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
