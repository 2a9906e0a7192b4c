/** The second that a tape shows and the span around it, outside React: they move many times a second. */
import type { Span } from '@greenwave/observer/replay/gaps'
import { EARLIEST_MS, SPANS, type SpanName } from './historyAddress.ts'

/** Seconds of the street in a second of play. */
export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

/** State of a tape: what it shows. */
export interface PlayheadState extends Span {
  /** The second at the cursor, epoch milliseconds. */
  readonly atMs: number
  readonly span: SpanName
  /** Null while it stands still. */
  readonly speed: Speed | null
}

/** Dependencies of a playhead. */
export interface PlayheadDeps {
  /** The platform's time, epoch milliseconds: nothing is shown beyond it. */
  readonly nowMs: () => number
  /** Calls back after some milliseconds. Returns a function that cancels this. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** A new view has the cursor here, as a share of its span: most of what matters came before. */
const CURSOR_PLACE = 0.7
/** Where the view stands after it was left at its end while playing. */
const TURNED_PLACE = 0.05
/** Steps of play a second at most, so that heads can be followed by the eye. */
const STEPS_A_SECOND = 10

const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000

/** Moves over the seconds of a junction. */
export class Playhead {
  readonly #deps: PlayheadDeps
  readonly #listeners = new Set<() => void>()
  #state: PlayheadState
  #stopPlaying: (() => void) | undefined

  constructor(atMs: number | undefined, span: SpanName, deps: PlayheadDeps) {
    this.#deps = deps
    const at = this.#within(atMs ?? deps.nowMs())
    this.#state = { atMs: at, span, speed: null, ...viewAround(at, span, CURSOR_PLACE, deps.nowMs()) }
  }

  /** The same object until it changes. */
  get state(): PlayheadState {
    return this.#state
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Moves the cursor; the view follows where it leaves it. */
  moveTo(ms: number): void {
    const atMs = this.#within(ms)
    const { fromMs, untilMs, span, speed } = this.#state
    const isInView = atMs >= fromMs && atMs < untilMs
    const place = speed === null ? CURSOR_PLACE : TURNED_PLACE
    this.#set({ atMs, ...(!isInView && viewAround(atMs, span, place, this.#deps.nowMs())) })
  }

  /** Moves cursor and view together. */
  turn(spans: number): void {
    const { atMs, span } = this.#state
    const moved = this.#within(atMs + spans * SPANS[span])
    const way = moved - atMs
    this.#set({ atMs: moved, fromMs: this.#state.fromMs + way, untilMs: this.#state.untilMs + way })
  }

  /** Shows a longer or shorter span around the cursor. */
  setSpan(span: SpanName): void {
    this.#set({ span, ...viewAround(this.#state.atMs, span, CURSOR_PLACE, this.#deps.nowMs()) })
  }

  play(speed: Speed): void {
    this.#stopPlaying?.()
    this.#set({ speed })
    const steps = Math.min(STEPS_A_SECOND, speed)
    const wait = () => {
      this.#stopPlaying = this.#deps.after(1000 / steps, () => {
        const before = this.#state.atMs
        this.moveTo(before + (1000 * speed) / steps)
        if (this.#state.atMs === before) this.pause()
        else wait()
      })
    }
    wait()
  }

  pause(): void {
    this.#stopPlaying?.()
    this.#stopPlaying = undefined
    this.#set({ speed: null })
  }

  #within(ms: number): number {
    return secondOf(Math.max(EARLIEST_MS, Math.min(this.#deps.nowMs(), ms)))
  }

  #set(change: Partial<PlayheadState>): void {
    const next = { ...this.#state, ...change }
    const keys = Object.keys(change) as (keyof PlayheadState)[]
    if (keys.every((key) => next[key] === this.#state[key])) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }
}

function viewAround(atMs: number, span: SpanName, place: number, nowMs: number): Span {
  const length = SPANS[span]
  const wished = atMs - place * length
  // A view has little of the future, where nothing is known.
  const fromMs = secondOf(Math.min(wished, Math.max(nowMs - 0.97 * length, atMs - 0.97 * length)))
  return { fromMs, untilMs: fromMs + length }
}
