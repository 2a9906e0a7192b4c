/** The merge rule of live values. */
import type { SubscriptionFrame } from '@greenwave/contract/live'

/** A value with the platform's time of it, epoch milliseconds. Over the live socket every value is text. */
interface TimedValue {
  readonly ts: number
  readonly value: unknown
}

/** Latest values by key. */
export type Samples = Readonly<Record<string, TimedValue>>

/**
 * Folds a frame into what is known: of each key the largest time wins, of equal times the later arrival; `[0, ""]` says that
 * the key was deleted. Answers a new record, or the same one when nothing changed.
 */
export function mergeFrame(known: Samples, data: SubscriptionFrame['data']): Samples {
  let merged: Record<string, TimedValue> | undefined
  for (const [key, pairs] of Object.entries(data ?? {})) {
    const latest = latestPair(pairs)
    if (!latest) continue
    const before = known[key]
    if (latest.ts === 0 && latest.value === '') {
      if (!before) continue
      merged ??= { ...known }
      delete merged[key]
    } else if (!before || latest.ts >= before.ts) {
      merged ??= { ...known }
      merged[key] = latest
    }
  }
  return merged ?? known
}

function latestPair(pairs: readonly (readonly [number, unknown])[]): TimedValue | undefined {
  let latest: TimedValue | undefined
  for (const [ts, value] of pairs) if (!latest || ts >= latest.ts) latest = { ts, value }
  return latest
}

/**
 * Puts the answer of a read in the place of what is known: a key that the answer lacks is gone, of each other key the largest
 * time wins. What has arrived live since the read was sent (`knownAtStart`) is newer than the answer and stays.
 */
export function mergeRead(known: Samples, knownAtStart: Samples, read: Samples): Samples {
  const merged: Record<string, TimedValue> = { ...read }
  for (const [key, value] of Object.entries(known)) {
    const answered = read[key]
    const arrivedSince = knownAtStart[key] !== value
    if (answered ? value.ts > answered.ts : arrivedSince) merged[key] = value
  }
  return merged
}
