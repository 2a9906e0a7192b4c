import type { HistoryStep } from '@greenwave/changes/changeHistory'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import { groupChanges } from './changeGroups.ts'

/** As many rows are added at a time; changes that were made at several junctions as one have one. */
const MORE = 20
/** As many steps without anything wanted are read at a time for them: filters may let little through. */
const STEPS = 40
/** At most about so many entries are added at a time, however few rows they have: all of one rollout. */
const MOST_MORE = 600
/** More entries than these are not kept; a shorter time shows others. */
const MOST = 2000

/** State of a list of changes. */
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

/** Loads a list of changes backwards in time, as far as the user wants to see it. */
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
    const showsProgress = before.length === this.#state.entries.length
    this.#set({ status: 'reading', error: undefined })
    const entries = [...before]
    this.#steps ??= this.#open(signal)
    const steps = this.#steps
    try {
      let reachedMs = before.length === 0 ? null : this.#state.reachedMs
      let { hasAudit } = this.#state
      let isDone = false
      let idle = 0
      const wantedRows = groupChanges(before).length + MORE
      while (
        !isDone &&
        idle < STEPS &&
        entries.length < before.length + MOST_MORE &&
        groupChanges(entries).length < wantedRows
      ) {
        const next = await steps.next()
        if (signal.aborted) return
        isDone = next.done === true
        if (!next.value) continue
        const wanted = next.value.entries.filter(this.#isWanted)
        if (wanted.length === 0) idle += 1
        entries.push(...wanted)
        // What was changed by other means comes late.
        entries.sort((a, b) => b.atMs - a.atMs)
        ;({ reachedMs, hasAudit } = next.value)
        // A rollout takes long to read. What is read again stays as it was shown meanwhile.
        if (showsProgress && entries.length >= before.length + MORE)
          this.#set({ entries: [...entries], reachedMs, hasAudit })
      }
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
