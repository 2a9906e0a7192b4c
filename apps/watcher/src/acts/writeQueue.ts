/**
 * What is to be written, one lane for each device and each carrier of a pulse. A lane holds no values: its work reads
 * what holds when its turn comes, so that the latest state wins and an outage of any length takes no memory.
 */
import { ApiError } from '@greenwave/client/callErrors'

const FIRST_PAUSE_MS = 1_000
/** The longest pause after failures in a row, milliseconds. */
export const LONGEST_PAUSE_MS = 30_000
/** Statuses that say nothing about the write itself: signed out, timed out, too many. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([401, 408, 425, 429])

/** Returns whether the platform will refuse this again, however often it is asked. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !PASSING_STATUSES.has(error.status)
}

/**
 * Resolves with the result of a call; undefined if the platform permanently rejects it, after calling `onRefused`.
 * Rejects with the error of a call that may succeed later.
 */
export async function unlessRefused<T>(
  call: () => Promise<T>,
  onRefused: (error: ApiError) => void,
): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (!isRefusal(error)) throw error
    onRefused(error)
    return undefined
  }
}

/** Returns how long to pause after a number of failures in a row, milliseconds. `random` is 0..1. */
export function pauseMs(failures: number, random: number, longestMs = LONGEST_PAUSE_MS): number {
  return Math.min(longestMs, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + random / 2)
}

/** Dependencies of a `WriteQueue`. Times are milliseconds. */
export interface WriteQueueDeps {
  /** Writes at a time. */
  readonly atOnce: number
  readonly nowMs: () => number
  /** Calls back once after the given time; returns a function that cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
  readonly random: () => number
  /** The longest pause after failures in a row. */
  readonly longestPauseMs: number
  /** Called with the first of a row of failures of a lane. */
  readonly onFailure: (error: unknown) => void
}

interface Lane {
  readonly work: () => Promise<void>
  state: 'waiting' | 'running' | 'pausing'
  /** Whether the lane was requested again while it ran. */
  again: boolean
  failures: number
  cancelPause: (() => void) | undefined
}

/** Runs the work of lanes in the order of requests. The work of one lane never runs twice at once. */
export class WriteQueue {
  readonly #deps: WriteQueueDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #waiting = new Set<string>()
  readonly #onEmpty = new Set<() => void>()
  #running = 0
  #pausedUntilMs = 0
  #cancelPause: (() => void) | undefined

  constructor(deps: WriteQueueDeps) {
    this.#deps = deps
  }

  /** The number of lanes that have something to write. */
  get size(): number {
    return this.#lanes.size
  }

  /** The lanes whose turn is yet to come, in their order. */
  get waiting(): Iterable<string> {
    return this.#waiting
  }

  has(id: string): boolean {
    return this.#lanes.has(id)
  }

  /** Asks for the work of a lane. Work that rejects is repeated after a pause that grows, until it resolves. */
  ask(id: string, work: () => Promise<void>): void {
    const lane = this.#lanes.get(id)
    if (!lane) {
      this.#lanes.set(id, { work, state: 'waiting', again: false, failures: 0, cancelPause: undefined })
      this.#waiting.add(id)
      this.#run()
    } else if (lane.state === 'running') lane.again = true
  }

  /** Forgets a lane. Work that runs is not repeated. */
  drop(id: string): void {
    this.#lanes.get(id)?.cancelPause?.()
    this.#lanes.delete(id)
    this.#waiting.delete(id)
    this.#tellIfEmpty()
  }

  /** Starts nothing before a time, milliseconds from now. */
  pause(ms: number): void {
    const untilMs = this.#deps.nowMs() + Math.min(ms, LONGEST_PAUSE_MS)
    if (untilMs <= this.#pausedUntilMs) return
    this.#pausedUntilMs = untilMs
    this.#cancelPause?.()
    this.#cancelPause = this.#deps.after(untilMs - this.#deps.nowMs(), () => {
      this.#cancelPause = undefined
      // Timers may fire a moment early, and nothing else may come that looks again.
      this.#pausedUntilMs = Number.NEGATIVE_INFINITY
      this.#run()
    })
  }

  /** Resolves when everything is written, or after the given time. Then runs nothing more. */
  async end(withinMs: number): Promise<void> {
    if (this.#lanes.size > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.#deps.after(withinMs, resolve)
        this.#onEmpty.add(() => {
          cancel()
          resolve()
        })
      })
    }
    for (const id of [...this.#lanes.keys()]) this.drop(id)
    this.#cancelPause?.()
  }

  #run(): void {
    if (this.#deps.nowMs() < this.#pausedUntilMs) return
    for (const id of this.#waiting) {
      if (this.#running >= this.#deps.atOnce) return
      this.#waiting.delete(id)
      const lane = this.#lanes.get(id)
      if (lane) this.#runLane(id, lane)
    }
  }

  #runLane(id: string, lane: Lane): void {
    this.#running += 1
    lane.state = 'running'
    lane.again = false
    lane.work().then(
      () => this.#done(id, lane),
      (error: unknown) => this.#failed(id, lane, error),
    )
  }

  #done(id: string, lane: Lane): void {
    this.#running -= 1
    if (this.#lanes.get(id) === lane) {
      if (lane.again) {
        lane.failures = 0
        lane.state = 'waiting'
        this.#waiting.add(id)
      } else this.#lanes.delete(id)
    }
    this.#tellIfEmpty()
    this.#run()
  }

  #failed(id: string, lane: Lane, error: unknown): void {
    this.#running -= 1
    if (this.#lanes.get(id) === lane) {
      lane.failures += 1
      if (lane.failures === 1) this.#deps.onFailure(error)
      const ms = pauseMs(lane.failures, this.#deps.random(), this.#deps.longestPauseMs)
      lane.state = 'pausing'
      lane.cancelPause = this.#deps.after(ms, () => {
        lane.cancelPause = undefined
        lane.state = 'waiting'
        this.#waiting.add(id)
        this.#run()
      })
      // A platform that does not answer one write answers no other.
      if (!(error instanceof ApiError) || PASSING_STATUSES.has(error.status)) this.pause(ms)
    }
    this.#run()
  }

  #tellIfEmpty(): void {
    if (this.#lanes.size > 0) return
    for (const tell of this.#onEmpty) tell()
    this.#onEmpty.clear()
  }
}

/** Returns the message of an error with its cause, for the log. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
