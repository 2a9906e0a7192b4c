/**
 * The formulas of the calculators as texts, to be shown beside their results: once with their symbols, once with the
 * numbers put in. Each says the same as the function of its name, which a test holds it to.
 */

/** Symbols stand in braces; × is multiplication, − is subtraction. Speeds are in metres per second. */
const FORMULAS = {
  /** `yellowSeconds`: t reaction, v speed, a deceleration, g rise of 1. */
  yellow: '{t} + {v} / (2 × {a} + 2 × 9.81 × {g})',
  /** `redClearanceSeconds`: W width, L length of a vehicle, v speed. */
  redClearance: '({W} + {L}) / {v}',
  /** `pedestrianSeconds`: w time to begin, d crossing, s walking speed. */
  pedestrian: '{w} + {d} / {s}',
  /** `websterCycle`: L lost time, Y sum of flow ratios. */
  cycle: '(1.5 × {L} + 5) / (1 − {Y})',
  /** `websterSplits`: C cycle, L lost time, y flow ratio of a phase, Y their sum. */
  split: '({C} − {L}) × {y} / {Y}',
} as const

const GUIDELINES = 'ITE, Guidelines for Determining Traffic Signal Change and Clearance Intervals (2020)'
const WEBSTER = 'F. V. Webster, Traffic Signal Settings, Road Research Technical Paper 39 (1958)'

/** Where the formulas are published. */
export const SOURCES: Readonly<Record<FormulaName, string>> = {
  yellow: GUIDELINES,
  redClearance: GUIDELINES,
  pedestrian: 'Manual on Uniform Traffic Control Devices (2009), 4E.06',
  cycle: WEBSTER,
  split: WEBSTER,
}

/** A formula of the calculators. */
export type FormulaName = keyof typeof FORMULAS

/** Returns a formula with its symbols. */
export function withSymbols(formula: FormulaName): string {
  return FORMULAS[formula].replaceAll(/[{}]/g, '')
}

/**
 * Returns a formula with numbers in place of its symbols. A negative number stands in parentheses. Throws Error if one is
 * missing.
 *
 * @param write writes a number as the reader's language does
 */
export function withNumbers(
  formula: FormulaName,
  numbers: Readonly<Record<string, number>>,
  write: (value: number) => string,
): string {
  return FORMULAS[formula].replaceAll(/\{(\w+)\}|\d+(?:\.\d+)?/g, (text, symbol: string | undefined) => {
    if (symbol === undefined) return write(Number(text))
    const value = numbers[symbol]
    if (value === undefined) throw new Error(`the formula ${formula} needs ${symbol}`)
    return value < 0 ? `(${write(value)})` : write(value)
  })
}
