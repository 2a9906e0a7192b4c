/** What is known of changes by their keys: whether something is still waited for. */
export type UnderWayStates = ReadonlyMap<string, 'open' | 'over'>

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
  tell(key: string, state: 'open' | 'over'): void {
    if (this.#states.get(key) === state) return
    this.#states = new Map(this.#states).set(key, state)
    for (const listener of this.#listeners) listener()
  }
}
