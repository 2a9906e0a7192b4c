/** Fields of the calculators: numbers, each with its range and its initial value. */
import { type DecimalRange, parseDecimal, type TypedDecimal } from './decimal.ts'

/** The ranges of what is noted of no junction, both ends included. */
export const CALCULATOR_RANGES = {
  /** Seconds until a driver brakes. */
  reactionS: { min: 0.3, max: 3 },
  /** Metres per second squared. */
  decelerationMps2: { min: 1, max: 8 },
  /** Length of a vehicle, metres. */
  vehicleM: { min: 1, max: 30 },
  /** Seconds in which people begin to walk. */
  beginS: { min: 0, max: 30 },
  /** Vehicles an hour in the fullest lane of a phase. */
  flow: { min: 0, max: 20_000 },
  /** Vehicles an hour that the same lane carries while its green lasts. */
  saturation: { min: 100, max: 20_000 },
  /** Seconds. */
  cycle: { min: 10, max: 999, whole: true },
} as const satisfies Readonly<Record<string, DecimalRange>>

/** A field of a calculator. */
export interface CalculatorField {
  readonly range: DecimalRange
  /** Initial value; undefined if it is not known. */
  readonly begin?: number | undefined
}

/** Parses the fields of a calculator; `values` lacks those that are empty or wrong. */
export function parseCalculator<Name extends string>(
  fields: Readonly<Record<Name, CalculatorField>>,
  texts: Readonly<Record<Name, string>>,
): { readonly values: Readonly<Partial<Record<Name, number>>>; readonly typed: ReadonlyMap<Name, TypedDecimal> } {
  const values: Partial<Record<Name, number>> = {}
  const typed = new Map<Name, TypedDecimal>()
  for (const name of namesOf(fields)) {
    const one = parseDecimal(texts[name], fields[name].range)
    typed.set(name, one)
    if (one.kind === 'number') values[name] = one.value
  }
  return { values, typed }
}

/** Returns the names of some fields. */
export function namesOf<Name extends string>(fields: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(fields) as Name[]
}
