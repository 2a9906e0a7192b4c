import type { JsonValue } from '@greenwave/contract/attributes'
import type { RowQuery } from './commitBatch.ts'

/** What one interval of one key has met so far. */
interface Fold {
  count: number
  numbers: number
  sum: number
  min: number
  max: number
  minText: string | undefined
  maxText: string | undefined
}

/**
 * Folds samples into intervals counted from `startTs`, the last one cut off at `endTs`. A folded point carries the middle
 * of its interval; intervals without samples are left out. MIN and MAX of a key without numbers compare its texts; SUM and
 * AVG leave out what is no number.
 */
export function createFolds({ startTs, endTs, intervalMs, aggregation }: RowQuery) {
  const keys = new Map<string, Map<number, Fold>>()
  const newestTs = new Map<string, number>()

  return {
    /** Samples come in order of time; a second one of the same key and moment is left out. */
    add(key: string, ts: number, value: JsonValue): void {
      if (newestTs.get(key) === ts) return
      newestTs.set(key, ts)
      const folds = keys.get(key) ?? new Map<number, Fold>()
      keys.set(key, folds)
      const interval = Math.floor((ts - startTs) / intervalMs)
      const fold = folds.get(interval) ?? emptyFold()
      folds.set(interval, fold)
      addValue(fold, value)
    },
    results(): Record<string, { ts: number; value: JsonValue }[]> {
      const results: Record<string, { ts: number; value: JsonValue }[]> = Object.create(null)
      for (const [key, folds] of keys) {
        const points = [...folds].flatMap(([interval, fold]) => {
          const value = foldedValue(fold, aggregation)
          if (value === undefined) return []
          const from = startTs + interval * intervalMs
          return [{ ts: from + Math.floor((Math.min(from + intervalMs, endTs) - from) / 2), value }]
        })
        if (points.length > 0) results[key] = points
      }
      return results
    },
  }
}

function emptyFold(): Fold {
  return { count: 0, numbers: 0, sum: 0, min: Infinity, max: -Infinity, minText: undefined, maxText: undefined }
}

function addValue(fold: Fold, value: JsonValue): void {
  fold.count += 1
  if (typeof value === 'number') {
    fold.numbers += 1
    fold.sum += value
    fold.min = Math.min(fold.min, value)
    fold.max = Math.max(fold.max, value)
  } else if (typeof value === 'string') {
    if (fold.minText === undefined || value < fold.minText) fold.minText = value
    if (fold.maxText === undefined || value > fold.maxText) fold.maxText = value
  }
}

function foldedValue(fold: Fold, aggregation: RowQuery['aggregation']): JsonValue | undefined {
  const hasNumbers = fold.numbers > 0
  switch (aggregation) {
    case 'COUNT':
      return fold.count
    case 'SUM':
      return hasNumbers ? fold.sum : undefined
    case 'AVG':
      return hasNumbers ? fold.sum / fold.numbers : undefined
    case 'MIN':
      return hasNumbers ? fold.min : fold.minText
    case 'MAX':
      return hasNumbers ? fold.max : fold.maxText
    case 'NONE':
      return undefined
  }
}
