/**
 * - open: the result is pending
 * - quiet: the time for a result has passed, and this tab has not seen one yet
 * - over: no result is pending any more
 */
export type UnderWayState = 'open' | 'quiet' | 'over'

/** States of changes, by their keys. */
export type UnderWayStates = ReadonlyMap<string, UnderWayState>

/** Collects the states of the rows of changes for the counts in the heading above them. */
export class UnderWayTable {
  #states: UnderWayStates = new Map()
  readonly #listeners = new Set<() => void>()

  readonly states = (): UnderWayStates => this.#states

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets the state of a change. */
  set(key: string, state: UnderWayState): void {
    if (this.#states.get(key) === state) return
    this.#states = new Map(this.#states).set(key, state)
    for (const listener of this.#listeners) listener()
  }
}
