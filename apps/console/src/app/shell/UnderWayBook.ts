/**
 * - open: something is waited for
 * - quiet: it had its time, and this tab has not seen yet what became of it
 * - over: nothing more is waited for
 */
export type UnderWayState = 'open' | 'quiet' | 'over'

/** What is known of changes, by their keys. */
export type UnderWayStates = ReadonlyMap<string, UnderWayState>

/** Gathers what the rows of changes know, so that the head above them can count. */
export class UnderWayBook {
  #states: UnderWayStates = new Map()
  readonly #listeners = new Set<() => void>()

  readonly states = (): UnderWayStates => this.#states

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes what is known of a change now. */
  tell(key: string, state: UnderWayState): void {
    if (this.#states.get(key) === state) return
    this.#states = new Map(this.#states).set(key, state)
    for (const listener of this.#listeners) listener()
  }
}
