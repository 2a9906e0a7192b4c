/**
 * A map of few entries: it looks through them. Thousands of junctions have three that are nearly always empty, and an
 * empty `Map` takes 320 bytes.
 */
export class SmallMap<Key, Value> {
  #entries: readonly (readonly [Key, Value])[] = NONE

  get size(): number {
    return this.#entries.length
  }

  get(key: Key): Value | undefined {
    return this.#entries.find(([own]) => own === key)?.[1]
  }

  has(key: Key): boolean {
    return this.#entries.some(([own]) => own === key)
  }

  set(key: Key, value: Value): void {
    const place = this.#entries.findIndex(([own]) => own === key)
    this.#entries = place < 0 ? this.#entries.concat([[key, value]]) : this.#entries.with(place, [key, value])
  }

  delete(key: Key): void {
    const others = this.#entries.filter(([own]) => own !== key)
    this.#entries = others.length === 0 ? NONE : others
  }

  clear(): void {
    this.#entries = NONE
  }

  /** The entries, in the order in which their keys came. A change makes a new list. */
  get entries(): readonly (readonly [Key, Value])[] {
    return this.#entries
  }
}

const NONE: readonly never[] = []
