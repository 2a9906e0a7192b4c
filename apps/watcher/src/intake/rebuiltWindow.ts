/** Windows from what the platform has kept, for what the watcher itself missed. */
import type { Attributes } from '@greenwave/observer/force'
import { newJunction } from '@greenwave/observer/junction'
import type { Observer } from '@greenwave/observer/observer'
import {
  nextWindow,
  type OpenWindow,
  type RecordWindow,
  WINDOW_MS,
  windowOver,
  windowSoFar,
} from '@greenwave/observer/recordWindow'
import type { Message } from '@greenwave/observer/sample'
import type { Styles } from '@greenwave/observer/styles'
import { earlierAttributes, type RecordedChanges } from './recordedAttributes.ts'

/** The samples before and after a window that are needed to record it, milliseconds. */
export const LEAD_MS = 60_000
export const TRAIL_MS = 11_000

/** Attributes as they were from a moment on, epoch milliseconds. */
export interface HeldAttributes {
  readonly fromMs: number
  readonly attributes: Attributes
}

/**
 * Returns the window that samples show; null if they show nothing of it. Settings that may have been different at
 * the time count as unknown.
 *
 * @param messages the oldest first, from `LEAD_MS` before the window to `TRAIL_MS` after it
 * @param styles what is known of displays and control now
 * @param held the oldest first
 * @param recorded changes before the first of `held`
 * @param nowMs the window is over when this is past its end
 */
export function rebuiltWindow(
  observer: Observer,
  startMs: number,
  messages: readonly Message[],
  styles: Pick<Styles, 'set' | 'learned'>,
  held: readonly HeldAttributes[],
  recorded: RecordedChanges,
  nowMs: number,
): RecordWindow | null {
  const changes = changesOf(held, recorded, startMs - LEAD_MS, startMs + WINDOW_MS)
  let junction = observer.styles(newJunction(startMs - LEAD_MS), styles)
  let open: OpenWindow | null = null
  let change = 0
  let ended: RecordWindow | null = null
  for (const message of messages) {
    for (let next = changes[change]; next && next.fromMs <= message.ts; next = changes[change]) {
      junction = observer.attributes(junction, next.attributes, next.fromMs).junction
      change += 1
    }
    const { junction: after } = observer.message(junction, message)
    const next = nextWindow(open, junction, after)
    junction = after
    open = next.open
    // A sample that was overtaken may end it anew.
    if (next.ended?.startMs === startMs) ended = next.ended
  }
  if (ended) return ended
  if (open?.startMs !== startMs) return null
  return nowMs >= startMs + WINDOW_MS ? windowOver(open, junction) : windowSoFar(open, junction)
}

const UNKNOWN: Attributes = { shared: {}, client: {} }

/** Lists the known attributes at each time of a change, in a span. */
function changesOf(
  held: readonly HeldAttributes[],
  recorded: RecordedChanges,
  fromMs: number,
  untilMs: number,
): readonly HeldAttributes[] {
  const written = held.flatMap(({ attributes: { shared, client } }) => [
    ...Object.values(shared),
    ...Object.values(client),
  ])
  const { settings, plans, completeUntilMs } = recorded
  const times = new Set([
    ...[fromMs, completeUntilMs, ...held.map((one) => one.fromMs)],
    ...[...written, ...settings].map(({ ts }) => ts),
    ...plans.map(({ at }) => at),
  ])
  return [...times]
    .filter((ms) => ms >= fromMs && ms < untilMs)
    .sort((a, b) => a - b)
    .map((ms) => {
      const known = held.findLast((one) => one.fromMs <= ms)
      return {
        fromMs: ms,
        attributes: known?.attributes ?? (held[0] && earlierAttributes(held[0].attributes, recorded, ms)) ?? UNKNOWN,
      }
    })
}
