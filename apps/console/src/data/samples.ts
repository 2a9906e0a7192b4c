/** The merge rules of live values. */
import type { SubscriptionFrame } from '@greenwave/contract/wire/live'
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'

/** The result of merging a frame. */
export interface Merged {
  /** A new record, or the same one when nothing has changed. */
  readonly samples: TimedValues
  /** The latest future time in the frame, epoch milliseconds; undefined when there is none. */
  readonly futureMs: number | undefined
}

/**
 * Merges a frame into the known samples. For each key the largest time wins, and of equal times the later arrival; `[0,
 * ""]` means that the key was deleted. A time beyond `latestMs` is in the future and gives no order. A sample with such
 * a time is left out. An attribute with such a time is taken as it arrives, because only the platform sets its time.
 * Both are replaced by whatever comes after them.
 */
export function mergeFrame(
  known: TimedValues,
  data: SubscriptionFrame['data'],
  { latestMs, future }: { readonly latestMs: number; readonly future: 'leave out' | 'take' },
): Merged {
  let merged: Record<string, TimedValue> | undefined
  let futureMs: number | undefined
  for (const [key, pairs] of Object.entries(data ?? {})) {
    const ahead = pairs.filter(([ts]) => ts > latestMs)
    for (const [ts] of ahead) futureMs = Math.max(futureMs ?? ts, ts)
    const latest = latestPair(future === 'take' || ahead.length === 0 ? pairs : pairs.filter(([ts]) => ts <= latestMs))
    if (!latest) continue
    const before = known[key]
    if (latest.ts === 0 && latest.value === '') {
      if (!before) continue
      merged ??= { ...known }
      delete merged[key]
    } else if (!before || latest.ts >= before.ts || before.ts > latestMs) {
      merged ??= { ...known }
      merged[key] = latest
    }
  }
  return { samples: merged ?? known, futureMs }
}

function latestPair(pairs: readonly (readonly [number, unknown])[]): TimedValue | undefined {
  let latest: TimedValue | undefined
  for (const [ts, value] of pairs) if (!latest || ts >= latest.ts) latest = { ts, value }
  return latest
}

/**
 * Merges the answer of a read into the known samples. Keys that the answer lacks are removed; for each other key the
 * largest time wins. A value that arrived live after the read was sent (it differs from `knownAtStart`) is newer than
 * the answer and stays. Times beyond `latestMs` are in the future and give no order.
 */
export function mergeRead(
  known: TimedValues,
  knownAtStart: TimedValues,
  read: TimedValues,
  latestMs: number,
): TimedValues {
  const merged: Record<string, TimedValue> = { ...read }
  for (const [key, value] of Object.entries(known)) {
    const answered = read[key]
    const arrivedSince = knownAtStart[key] !== value
    const ordered = answered !== undefined && value.ts <= latestMs && answered.ts <= latestMs
    if (ordered ? value.ts > answered.ts : arrivedSince) merged[key] = value
  }
  return merged
}
