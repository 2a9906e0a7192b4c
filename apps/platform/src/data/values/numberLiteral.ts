/**
 * @file Numbers that JavaScript would write otherwise than they were meant: `10.0`, which is a double and no integer, and
 * integers of 64 bits that no double holds. Such a number is kept as the JSON text that it is, in an object that
 * `JSON.stringify` writes as that text; all other numbers, so nearly all, stay plain. Stored rows are plain JSON in either
 * case, so that rows of earlier releases are read as they are, and earlier releases read rows of this one.
 */
import type { JsonValue } from '@greenwave/contract/attributes'

/** A number as its JSON text; in the eyes of the type system a JSON object, which it never is to a reader of the text. */
type NumberLiteral = { readonly rawJSON: string }

/** The part of the standard `JSON` object that the library's types do not have yet. */
interface LiteralJson {
  rawJSON(text: string): NumberLiteral & { [key: string]: JsonValue }
  isRawJSON(value: unknown): value is NumberLiteral
}

// Node has both since version 21.
const literalJson = JSON as unknown as LiteralJson

/** Literals that devices repeat each second share one object: `1.0` costs no more than `1`. */
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

/** Returns the number that a value is, whichever way it is kept; undefined for a value that is no number. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  const literal = literalOf(value)
  return literal === undefined ? undefined : Number(literal)
}

/** Returns a double: plain where JavaScript writes it as Java does, by its Java text where not. */
export function doubleValue(value: number): JsonValue {
  const text = javaDouble(value)
  return text === String(value) ? value : numberLiteral(text)
}

/** Returns an integer of any size: plain where a double holds it. */
export function integerValue(integer: bigint): JsonValue {
  const value = Number(integer)
  return Number.isSafeInteger(value) ? value : numberLiteral(integer.toString())
}

/** Returns true for a number of Java's `double`, false for one of its `long`. */
export function isDouble(value: JsonValue): boolean {
  if (typeof value === 'number') return !Number.isInteger(value)
  return /[.eE]/.test(literalOf(value) ?? '')
}

/** Java's Double.toString: always a point, and an exponent below 0.001 and from 10 million on. */
export function javaDouble(value: number): string {
  const size = Math.abs(value)
  if (size === 0) return '0.0'
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value)
  const [mantissa = '', exponent = ''] = value.toExponential().split('e')
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}

/** What a reviver is told of a primitive beside its value; not in the standard library's types yet. */
interface ReviverContext {
  readonly source?: string
}

/**
 * Only a text with one of these can hold a number that JavaScript writes otherwise: very many digits, an exponent, a fraction
 * that ends in zero or begins with six of them, a zero with a sign. A controller's message of integers has none.
 */
const MAY_HOLD_LITERALS = /\d{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|\.0{6}|-0(?![\d.])/

/** Parses JSON text; numbers that would be written otherwise keep their text. @throws {SyntaxError} */
export function parseKeepingLiterals(text: string): unknown {
  return MAY_HOLD_LITERALS.test(text) ? JSON.parse(text, keepLiteral) : JSON.parse(text)
}

function keepLiteral(_key: string, value: unknown, context?: ReviverContext): unknown {
  if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value
  return numberLiteral(context.source)
}
