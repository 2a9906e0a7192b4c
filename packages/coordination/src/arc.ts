import { modulo } from '@greenwave/controller/cycle'

/** A green as it repeats, whole milliseconds. */
export interface Window {
  readonly startMs: number
  /** At most the period. */
  readonly lengthMs: number
  readonly periodMs: number
}

/** A part of a cycle, whole milliseconds. */
export interface Arc {
  /** From 0 to below the cycle. */
  readonly startMs: number
  readonly widthMs: number
}

/**
 * Returns the parts of the cycle that lie in all windows, by their start: at most one for each window and repetition.
 * The whole cycle if no window is shorter than its period. Periods divide the cycle.
 */
export function commonArcs(windows: readonly Window[], cycleMs: number): readonly Arc[] {
  const limiting = windows.filter(({ lengthMs, periodMs }) => lengthMs < periodMs)
  if (limiting.length === 0) return [{ startMs: 0, widthMs: cycleMs }]
  const arcs = new Map<number, number>()
  // A common part begins where a window does.
  for (const { startMs, periodMs } of limiting) {
    for (let start = modulo(startMs, periodMs); start < cycleMs; start += periodMs) {
      const widthMs = remainingMs(limiting, start)
      if (widthMs > 0) arcs.set(start, widthMs)
    }
  }
  return [...arcs].map(([startMs, widthMs]) => ({ startMs, widthMs })).sort((a, b) => a.startMs - b.startMs)
}

/** Returns the widest of the common parts, the first of equals; null if there is none. */
export function widestCommonArc(windows: readonly Window[], cycleMs: number): Arc | null {
  let widest: Arc | null = null
  for (const arc of commonArcs(windows, cycleMs)) if (arc.widthMs > (widest?.widthMs ?? 0)) widest = arc
  return widest
}

/** Returns how long all windows remain open from a moment on; 0 or less if one is closed then. */
function remainingMs(windows: readonly Window[], atMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const { startMs, lengthMs, periodMs } of windows) {
    least = Math.min(least, lengthMs - modulo(atMs - startMs, periodMs))
  }
  return least
}
