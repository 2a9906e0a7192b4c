import { foldText } from '@greenwave/contract/text'
import { createTextFinder, isPlainSearch, joinTexts, SEPARATOR } from './likePattern.ts'

/** A row with searchable texts. */
interface SearchedRow {
  readonly id: string
  readonly texts: readonly (string | null)[]
}

/**
 * Text search over many rows. All texts are joined into one long text, so a search without wildcards is one scan of
 * memory: about half a millisecond for 10,000 devices, where a call for each row takes four. The long text is rebuilt
 * at the first search after a text has changed.
 */
export class RowSearch<R extends SearchedRow> {
  readonly #rows: ReadonlyMap<string, R>
  #text: string | undefined
  /**
   * The ids of the rows in the order of the long text (ids, because rows are replaced), and where the text of each row
   * ends.
   */
  #ids: string[] = []
  #ends = new Uint32Array()

  /** @param rows all rows by id; the caller changes this map and reports each change with `replace` */
  constructor(rows: ReadonlyMap<string, R>) {
    this.#rows = rows
  }

  /** Reports a row that was added (no `before`), removed (no `after`) or changed. */
  replace(before: R | undefined, after: R | undefined): void {
    if (this.#text === undefined) return
    const isSame = before && after && before.texts.every((text, place) => text === after.texts[place])
    if (!isSame) this.#text = undefined
  }

  /** Returns the rows with a matching text. */
  find(textSearch: string): ReadonlySet<R> {
    const text = this.#text ?? this.#joinAll()
    this.#text = text
    const found = new Set<R>()
    const add = (place: number): void => {
      const row = this.#rows.get(this.#ids[place] ?? '')
      if (row) found.add(row)
    }
    if (isPlainSearch(textSearch)) {
      const pattern = foldText(textSearch)
      for (let at = text.indexOf(pattern); at >= 0; ) {
        const place = this.#placeOf(at)
        add(place)
        at = text.indexOf(pattern, this.#ends[place])
      }
      return found
    }
    const matches = createTextFinder(textSearch)
    for (const [place, end] of this.#ends.entries()) {
      if (matches(text.slice(this.#ends[place - 1] ?? 0, end - SEPARATOR.length))) add(place)
    }
    return found
  }

  #joinAll(): string {
    this.#ids = [...this.#rows.keys()]
    const texts = Array.from(this.#rows.values(), (row) => joinTexts(row.texts) + SEPARATOR)
    this.#ends = new Uint32Array(texts.length)
    let end = 0
    for (const [place, text] of texts.entries()) {
      end += text.length
      this.#ends[place] = end
    }
    return texts.join('')
  }

  /** Returns the place of the row whose text includes a position: the first row that ends after it. */
  #placeOf(position: number): number {
    let low = 0
    let high = this.#ends.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return low
  }
}
