/** Records a junction while it is watched: windows, with what was known of its settings in them. */
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Attributes } from '@greenwave/observer/force'
import type { Junction } from '@greenwave/observer/junction'
import {
  nextWindow,
  type OpenWindow,
  type RecordWindow,
  WINDOW_MS,
  windowOver,
  windowSoFar,
} from '@greenwave/observer/recordWindow'
import type { HeldAttributes } from './rebuiltWindow.ts'

/** Changes of attributes in a window that are remembered: a controller may report others all the time. */
const MOST_HELD = 20
/** A sample may arrive so late after the end of its window, milliseconds. */
const LATE_MS = 10_000

/** A window and what was known of the settings in it. */
export interface RecordedWindow {
  readonly window: RecordWindow
  /** The oldest first. */
  readonly held: readonly HeldAttributes[]
}

/** Records one junction. */
export class JunctionRecorder {
  #open: OpenWindow | null = null
  #held: readonly HeldAttributes[] = []

  /** Known attributes, the oldest first. */
  get held(): readonly HeldAttributes[] {
    return this.#held
  }

  /** Folds in what changed of the junction. Returns the window that ended before; null if none did. */
  fold(before: Junction, after: Junction, nowMs: number): RecordedWindow | null {
    if (after.known && after.known !== before.known) this.#hold(after.known.attributes, nowMs)
    if (after.street === before.street) return null
    const { open, ended } = nextWindow(this.#open, before, after)
    this.#open = open
    return ended && this.#recorded(ended)
  }

  /** Whether there is a window whose time is over. Cheap enough to ask each second. */
  isOver(nowMs: number): boolean {
    return this.#open !== null && nowMs >= this.#open.startMs + WINDOW_MS + LATE_MS
  }

  /** Ends the window, whose time is over. Returns it; null if there is none. */
  over(junction: Junction): RecordedWindow | null {
    const window = this.#open && windowOver(this.#open, junction)
    this.#open = null
    return window && this.#recorded(window)
  }

  /** Returns the window as far as it is recorded; null if there is none. */
  soFar(junction: Junction): RecordedWindow | null {
    const window = this.#open && windowSoFar(this.#open, junction)
    return window && { window, held: this.#held }
  }

  /** Remembers attributes that differ from the last ones: controllers report all again after a reconnection. */
  #hold(attributes: Attributes, nowMs: number): void {
    const last = this.#held.at(-1)
    if (last && saySame(last.attributes, attributes)) return
    const kept = this.#held.length < MOST_HELD ? this.#held : this.#held.slice(0, -1)
    this.#held = kept.concat({ fromMs: nowMs, attributes })
  }

  #recorded(window: RecordWindow): RecordedWindow {
    const held = this.#held
    this.#held = held.slice(-1)
    return { window, held }
  }
}

function saySame(a: Attributes, b: Attributes): boolean {
  return haveSame(a.shared, b.shared) && haveSame(a.client, b.client)
}

function haveSame(a: TimedValues, b: TimedValues): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => b[key] && a[key]?.value === b[key].value)
}
