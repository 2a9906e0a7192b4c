/** Lets work on the same thing run one after the other; work on other things does not wait for it. */
export class Turns {
  /** The end of the last work on each thing; never rejects. */
  readonly #last = new Map<string, Promise<void>>()

  /** Runs work when all earlier work on this thing has ended, well or not. Resolves with its result. */
  run<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(thing) ?? Promise.resolve()).then(work)
    const ended = result
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        if (this.#last.get(thing) === ended) this.#last.delete(thing)
      })
    this.#last.set(thing, ended)
    return result
  }
}
