import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { RowQuery } from '../port/historyQuery.ts'
import { doubleValue, integerValue, isDouble, literalOf, numberOf } from '../values/numberLiteral.ts'

/** The aggregates of one key in one interval, so far. */
interface Fold {
  count: number
  /** How many values are numbers, and how many of those are doubles: one double makes the result a double. */
  numbers: number
  doubles: number
  doubleSum: number
  /** Sum of integers; moved to `bigSum` before it exceeds what a double counts exactly. */
  integerSum: number
  bigSum: bigint
  min: JsonValue | undefined
  max: JsonValue | undefined
  minText: string | undefined
  maxText: string | undefined
}

/**
 * Creates aggregates over intervals that are counted from `startTs`; the last one ends at `endTs`. Results come oldest
 * first, each with the middle of its interval as its time; intervals without samples are left out. MIN and MAX of a key
 * without numbers compare its texts; SUM and AVG of such a key are 0. AVG is always a double; the other results are
 * doubles when a double is among the samples.
 */
export function createFolds({ startTs, endTs, intervalMs, aggregation }: RowQuery) {
  const keys = new Map<string, Map<number, Fold>>()
  const newestTs = new Map<string, number>()

  return {
    /** Adds a sample. Samples must come in order of time; a second sample of the same key and time is ignored. */
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
  return {
    count: 0,
    numbers: 0,
    doubles: 0,
    doubleSum: 0,
    integerSum: 0,
    bigSum: 0n,
    min: undefined,
    max: undefined,
    minText: undefined,
    maxText: undefined,
  }
}

function addValue(fold: Fold, value: JsonValue): void {
  fold.count += 1
  const number = numberOf(value)
  if (number !== undefined) addNumber(fold, value, number)
  else if (typeof value === 'string') {
    if (fold.minText === undefined || value < fold.minText) fold.minText = value
    if (fold.maxText === undefined || value > fold.maxText) fold.maxText = value
  }
}

function addNumber(fold: Fold, value: JsonValue, number: number): void {
  fold.numbers += 1
  if (isDouble(value)) {
    fold.doubles += 1
    fold.doubleSum += number
  } else if (Number.isSafeInteger(fold.integerSum + number)) {
    fold.integerSum += number
  } else {
    fold.bigSum += BigInt(fold.integerSum) + BigInt(literalOf(value) ?? number)
    fold.integerSum = 0
  }
  if (fold.min === undefined || isLess(value, number, fold.min)) fold.min = value
  if (fold.max === undefined || isLess(fold.max, numberOf(fold.max) ?? 0, value)) fold.max = value
}

/** Compares numbers. Integers that are equal as doubles are compared by their digits. */
function isLess(left: JsonValue, leftNumber: number, right: JsonValue): boolean {
  const rightNumber = numberOf(right) ?? 0
  if (leftNumber !== rightNumber || Number.isSafeInteger(leftNumber) || isDouble(left) || isDouble(right)) {
    return leftNumber < rightNumber
  }
  return BigInt(literalOf(left) ?? leftNumber) < BigInt(literalOf(right) ?? rightNumber)
}

function foldedValue(fold: Fold, aggregation: RowQuery['aggregation']): JsonValue | undefined {
  const integers = fold.bigSum === 0n ? fold.integerSum : Number(fold.bigSum + BigInt(fold.integerSum))
  switch (aggregation) {
    case 'COUNT':
      return fold.count
    case 'SUM':
      if (fold.doubles > 0) return doubleValue(fold.doubleSum + integers)
      return integerValue(fold.bigSum + BigInt(fold.integerSum))
    case 'AVG':
      return doubleValue(fold.numbers > 0 ? (fold.doubleSum + integers) / fold.numbers : 0)
    case 'MIN':
      return fold.min === undefined ? fold.minText : ofKind(fold, fold.min)
    case 'MAX':
      return fold.max === undefined ? fold.maxText : ofKind(fold, fold.max)
    case 'NONE':
      return undefined
  }
}

/** Returns an integer among doubles as a double. */
function ofKind({ doubles }: Fold, value: JsonValue): JsonValue {
  return doubles > 0 && !isDouble(value) ? doubleValue(numberOf(value) ?? 0) : value
}
