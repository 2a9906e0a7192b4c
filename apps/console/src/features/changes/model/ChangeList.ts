import type { HistoryStep } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'

/** As many entries are added at a time. */
const MORE = 20
/** As many steps are read at a time for them: filters may let little through. */
const STEPS = 40
/** More entries than these are not kept; a shorter time shows others. */
const MOST = 2000

/** What is known of a list of changes. */
export interface ChangeListState {
  /** The last first. */
  readonly entries: readonly HistoryEntry[]
  /** `more`: there may be earlier ones; `full`: no more are kept; `failed`: the last read failed. */
  readonly status: 'reading' | 'more' | 'done' | 'full' | 'failed'
  readonly error: unknown
  /** How far back it was read, epoch milliseconds; null before anything was. */
  readonly reachedMs: number | null
  /** Whether the audit log was read, too; null before anything was. */
  readonly hasAudit: boolean | null
}

/** Opens the history from its end. */
export type OpenHistory = (signal: AbortSignal) => AsyncGenerator<HistoryStep>

const NOTHING: ChangeListState = {
  ...{ entries: [], status: 'reading', error: undefined, reachedMs: null, hasAudit: null },
}

/** A list of changes that is read backwards, as far as somebody wants to see it. */
export class ChangeList {
  readonly #open: OpenHistory
  readonly #isWanted: (entry: HistoryEntry) => boolean
  readonly #listeners = new Set<() => void>()
  #state = NOTHING
  #reading = new AbortController()
  #steps: AsyncGenerator<HistoryStep> | undefined
  #users = 0

  constructor(open: OpenHistory, isWanted: (entry: HistoryEntry) => boolean) {
    this.#open = open
    this.#isWanted = isWanted
  }

  readonly state = (): ChangeListState => this.#state

  /** Follows the list; the first follower begins to read it, and the last one ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.#users += 1
    if (this.#users === 1) this.again()
    return () => {
      this.#listeners.delete(listener)
      this.#users -= 1
      if (this.#users === 0) this.#reading.abort()
    }
  }

  /** Reads from the end again. What is shown stays until something has come. */
  again(): void {
    this.#reading.abort()
    this.#reading = new AbortController()
    this.#steps = undefined
    void this.#read(this.#reading.signal, [])
  }

  /** Reads further back. After a failure it begins at the end again. */
  more(): void {
    if (this.#state.status === 'failed') this.again()
    else if (this.#state.status === 'more') void this.#read(this.#reading.signal, this.#state.entries)
  }

  async #read(signal: AbortSignal, before: readonly HistoryEntry[]): Promise<void> {
    this.#set({ status: 'reading', error: undefined })
    const entries = [...before]
    this.#steps ??= this.#open(signal)
    const steps = this.#steps
    try {
      let reachedMs = before.length === 0 ? null : this.#state.reachedMs
      let { hasAudit } = this.#state
      let isDone = false
      for (let step = 0; step < STEPS && entries.length < before.length + MORE && !isDone; step += 1) {
        const next = await steps.next()
        if (signal.aborted) return
        isDone = next.done === true
        if (!next.value) continue
        entries.push(...next.value.entries.filter(this.#isWanted))
        ;({ reachedMs, hasAudit } = next.value)
      }
      // What was changed by other means comes late.
      entries.sort((a, b) => b.atMs - a.atMs)
      const status = isDone ? 'done' : entries.length >= MOST ? 'full' : 'more'
      this.#set({ entries, status, reachedMs, hasAudit })
    } catch (error) {
      if (!signal.aborted) this.#set({ status: 'failed', error })
    }
  }

  #set(part: Partial<ChangeListState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
