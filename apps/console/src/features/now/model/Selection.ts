/** Selection and pointer target on the page, shared by the list and the map. */
import { useCallback, useSyncExternalStore } from 'react'

/** A row of the list, as far as the selection knows it. */
export interface SelectedRow {
  readonly id: string
  /** Junction of the row; null for a row of several. */
  readonly junctionId: string | null
}

/** Holds one selected row or junction, and one junction that the pointer is on. */
export class Selection {
  #rowId: string | null = null
  #selectedId: string | null = null
  #hoveredId: string | null = null
  #wantsFocus = false
  #focusRequests = 0
  readonly #listeners = new Set<() => void>()

  /** The id of the selected junction. */
  get selectedId(): string | null {
    return this.#selectedId
  }

  /** The id of the selected row; null while a junction was selected on the map, whose first row is meant. */
  get rowId(): string | null {
    return this.#rowId
  }

  /** The id of the junction that the pointer is on. */
  get hoveredId(): string | null {
    return this.#hoveredId
  }

  /** Selects a junction, as the map does. */
  select(junctionId: string | null): void {
    if (junctionId === this.#selectedId) return
    this.#rowId = null
    this.#wantsFocus = false
    this.#selectedId = junctionId
    this.#tell()
  }

  /** Selects a row; `focus` if it takes the focus once it is on screen. */
  selectRow({ id, junctionId }: SelectedRow, focus = false): void {
    if (id === this.#rowId) return
    this.#wantsFocus = focus
    this.#rowId = id
    this.#selectedId = junctionId
    this.#tell()
  }

  /** Notes on which junction the pointer is. */
  hover(junctionId: string | null): void {
    if (junctionId === this.#hoveredId) return
    this.#hoveredId = junctionId
    this.#tell()
  }

  /** Number of calls of `giveFocus`. */
  get focusRequests(): number {
    return this.#focusRequests
  }

  /** Gives the focus back to the selected row, once it is on screen. */
  giveFocus(): void {
    this.#wantsFocus = true
    this.#focusRequests += 1
    this.#tell()
  }

  /** Returns, once, whether the row that was selected takes the focus. */
  takesFocus(): boolean {
    const takes = this.#wantsFocus
    this.#wantsFocus = false
    return takes
  }

  /** Calls a listener at each change. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Returns one value of the selection. The component renders when it changes. */
export function useSelection<T extends string | number | boolean | null>(
  selection: Selection,
  pick: (selection: Selection) => T,
): T {
  return useSyncExternalStore(
    useCallback((listener) => selection.onChange(listener), [selection]),
    () => pick(selection),
  )
}
