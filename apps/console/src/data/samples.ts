/** The merge rule of live values. */
import type { SubscriptionFrame } from '@greenwave/contract/live'
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'

/** What a frame gives. */
export interface Merged {
  /** A new record, or the same one when nothing changed. */
  readonly samples: TimedValues
  /** The latest time of the future that a pair carried, epoch milliseconds; undefined when none did. */
  readonly futureMs: number | undefined
}

/**
 * Folds a frame into what is known: of each key the largest time wins, of equal times the later arrival; `[0, ""]` says that
 * the key was deleted. A time beyond `latestMs` is of the future and tells no order: such a sample is left out, and such an
 * attribute, which the platform alone puts a time to, is taken as it arrives; either gives way to what comes after it.
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
 * Puts the answer of a read in the place of what is known: a key that the answer lacks is gone, of each other key the largest
 * time wins. What has arrived live since the read was sent (`knownAtStart`) is newer than the answer and stays. Times beyond
 * `latestMs` are of the future and tell no order.
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
