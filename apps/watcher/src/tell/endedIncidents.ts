/** Ended incidents that users were notified about. */

/**
 * Incidents by the id of their alarm. One is over when two lists in a row lack its alarm, because a row may be skipped
 * while a list is read page by page.
 */
export class EndedIncidents {
  /** Incidents that the last list lacked. */
  #missing: ReadonlySet<string> = new Set()
  #over: ReadonlySet<string> = new Set()

  /** Compares notified incidents with a list of open ones. Returns whether another list is needed. */
  compare(notified: Iterable<string>, open: { has(alarmId: string): boolean }): boolean {
    const before = this.#missing
    this.#missing = new Set([...notified].filter((alarmId) => !open.has(alarmId)))
    this.#over = new Set([...this.#missing].filter((alarmId) => before.has(alarmId)))
    return this.#over.size < this.#missing.size
  }

  /** Returns whether an incident is over. */
  has(alarmId: string): boolean {
    return this.#over.has(alarmId)
  }
}
