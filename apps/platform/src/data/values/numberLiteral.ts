/**
 * @file Numbers that JavaScript would print differently from how they were sent: `10.0`, which is a double and not an
 * integer, and 64-bit integers that no double can hold. Such a number is kept as its JSON text, in an object that
 * `JSON.stringify` prints as that text. All other numbers, nearly all of them, stay plain. Stored rows are plain JSON
 * either way, so this release and earlier ones can read each other's rows.
 */
import type { JsonValue } from '@greenwave/contract/wire/attributes'

/** A number kept as its JSON text. The type system sees a JSON object, but readers of the JSON text see a number. */
type NumberLiteral = { readonly rawJSON: string }

/** The part of the standard `JSON` object that TypeScript's library does not declare yet. */
interface LiteralJson {
  rawJSON(text: string): NumberLiteral & { [key: string]: JsonValue }
  isRawJSON(value: unknown): value is NumberLiteral
}

// Node has had both since version 21.
const literalJson = JSON as unknown as LiteralJson

/** Literals that devices repeat each second share one object, so that `1.0` takes no more memory than `1`. */
const MAX_SHARED = 4096
const MAX_SHARED_LENGTH = 16
const shared = new Map<string, JsonValue>()

/** Returns a number that keeps its JSON text. */
export function numberLiteral(text: string): JsonValue {
  const known = shared.get(text)
  if (known !== undefined) return known
  const literal = literalJson.rawJSON(text)
  if (text.length <= MAX_SHARED_LENGTH && shared.size < MAX_SHARED) shared.set(text, literal)
  return literal
}

/** Returns the text of a number that keeps it; undefined for every other value. */
export function literalOf(value: unknown): string | undefined {
  return literalJson.isRawJSON(value) ? value.rawJSON : undefined
}

/** Returns a value as a number, whichever way it is kept; undefined when it is no number. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  const literal = literalOf(value)
  return literal === undefined ? undefined : Number(literal)
}

/**
 * Returns a value for a double: a plain number when JavaScript prints it as Java does, otherwise a literal with Java's
 * text.
 */
export function doubleValue(value: number): JsonValue {
  const text = javaDouble(value)
  return text === String(value) ? value : numberLiteral(text)
}

/** Returns a value for an integer of any size: a plain number when a double can hold it, otherwise a literal. */
export function integerValue(integer: bigint): JsonValue {
  const value = Number(integer)
  return Number.isSafeInteger(value) ? value : numberLiteral(integer.toString())
}

/** Returns true for a number that Java would hold as `double`, false for one it would hold as `long`. */
export function isDouble(value: JsonValue): boolean {
  if (typeof value === 'number') return !Number.isInteger(value)
  return /[.eE]/.test(literalOf(value) ?? '')
}

/**
 * Returns the text of Java's Double.toString: always with a point, and with an exponent below 0.001 and from 10 million
 * up.
 */
export function javaDouble(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0.0'
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value)
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

/** The third argument of a JSON reviver; TypeScript's library does not declare it yet. */
interface ReviverContext {
  readonly source?: string
}

/**
 * Matches texts that may hold a number which JavaScript prints differently: very many digits, an exponent, a fraction
 * that ends in zero or begins with six zeros, a negative zero. A controller's message of integers has none of these.
 */
const MAY_HOLD_LITERALS = /\d{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|\.0{6}|-0(?![\d.])/

/** Parses JSON text. A number that JavaScript would print differently keeps its text. @throws {SyntaxError} */
export function parseKeepingLiterals(text: string): unknown {
  return MAY_HOLD_LITERALS.test(text) ? JSON.parse(text, keepLiteral) : JSON.parse(text)
}

function keepLiteral(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value
  return numberLiteral(context.source)
}
