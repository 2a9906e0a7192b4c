/** The watch over all junctions: the totals of the pulses of its shares. */
import { PULSE_VALID_MS, type Pulse, pulseShare, parsePulse } from '@greenwave/contract/records/watch'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { keepSame } from './sharing.ts'

/** Totals of all shares of the watcher, for the junctions that the user may see. */
export interface Watch {
  /** When the share that was silent longest last reported, epoch milliseconds; 0 for a share that never did. */
  readonly atMs: number
  /** Junctions by level, level 0 first. */
  readonly levels: readonly number[]
  /** Number of junctions of level 0 that are not evaluated. */
  readonly unknown: number
  /** Grows with every change of the level or state of a junction. */
  readonly revision: number
  /** How messages are sent. */
  readonly tells?: Pulse['tells']
  /** Input that a share does not receive, so that nothing is checked there; left out while all of it arrives. */
  readonly unheard?: Pulse['unheard']
}

/**
 * Returns the watch from the attributes that carry its pulses; null without any. After a change of the number of shares
 * the pulses of the old division stay behind, so the division with the newest pulse counts.
 */
export function parseWatch(attributes: TimedValues): Watch | null {
  const pulses = Object.entries(attributes).flatMap(([key, { value }]) => {
    const share = pulseShare(key)
    const pulse = share && parsePulse(value)
    return share && pulse ? [{ ...share, pulse }] : []
  })
  const [newest] = [...pulses].sort((a, b) => b.pulse.at - a.pulse.at)
  if (!newest) return null
  const shares = pulses.filter(({ n }) => n === newest.n).map(({ pulse }) => pulse)
  const sum = (of: (pulse: (typeof shares)[number]) => number) => shares.reduce((total, pulse) => total + of(pulse), 0)
  const unheard = shares.flatMap((pulse) => pulse.unheard ?? [])[0]
  return {
    atMs: shares.length < newest.n ? 0 : Math.min(...shares.map((share) => share.unheard?.since ?? share.at)),
    levels: newest.pulse.levels.map((_, level) => sum(({ levels }) => levels[level] ?? 0)),
    unknown: sum(({ unknown }) => unknown),
    revision: sum(({ revision }) => revision),
    tells: newest.pulse.tells,
    ...(unheard && { unheard }),
  }
}

/** Returns how many junctions are in each state. */
export function countsOf({
  levels: [still = 0, muted = 0, hold = 0, deviation = 0, fault = 0, danger = 0],
  unknown,
}: Watch) {
  return { danger, fault, deviation, hold, muted, unknown, healthy: Math.max(0, still - unknown) }
}

/** State of the watch in this tab. */
export type WatchState =
  /** Not known yet. */
  | { readonly kind: 'unknown' }
  /** No watcher is running, and as far as is known none ever ran. */
  | { readonly kind: 'never' }
  | (Watch & { readonly kind: 'watched' })
  /** The pulse is too old, or its watcher receives nothing: its content is the last known state. */
  | (Watch & { readonly kind: 'lapsed' })

export const WATCH_UNKNOWN: WatchState = { kind: 'unknown' }

/** Returns the state of a watch at a time. `watch` is undefined while it is not known, and null if there is none. */
export function watchStateAt(watch: Watch | null | undefined, nowMs: number): WatchState {
  if (watch === undefined) return WATCH_UNKNOWN
  if (watch === null) return { kind: 'never' }
  return { ...watch, kind: !watch.unheard && nowMs - watch.atMs <= PULSE_VALID_MS ? 'watched' : 'lapsed' }
}

/** Holds the state of the watch for all components of the tab. */
export class WatchHolder<T> {
  #state: T
  readonly #watchers = new Set<() => void>()

  constructor(initial: T) {
    this.#state = initial
  }

  /** The same object while its content is the same. */
  get state(): T {
    return this.#state
  }

  set(next: T): void {
    const before = this.#state
    this.#state = keepSame(before, next)
    if (this.#state !== before) for (const watcher of [...this.#watchers]) watcher()
  }

  /** Calls a function at each change. Returns a function that ends this. */
  onChange(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }
}
