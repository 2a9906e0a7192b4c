/**
 * @file Types the values that devices and users send as JSON text, the same way for MQTT and HTTP.
 *
 * The rules depend on how a number is written (`1e3`, `10.0`, twenty digits), which `JSON.parse` forgets:
 * - a number with a point is a double and keeps the point, so `10.0` is not `10`; a number with an exponent is typed by
 * its value;
 * - an integer of up to 64 bits is a number; a longer one stays text, so that no digit is lost;
 * - numbers inside objects and arrays keep their text.
 * numberLiteral.ts explains how such numbers are kept.
 */

import { isShowable, LATEST_TIME_MS } from '@greenwave/contract/time'
import { type JsonValue, MAX_KEY_LENGTH } from '@greenwave/contract/wire/attributes'
import type { Sample } from '../port/deviceData.ts'
import { parseLenientJson } from './lenientJson.ts'
import { doubleValue, integerValue, literalOf, numberLiteral, parseKeepingLiterals } from './numberLiteral.ts'

/** Thrown when a payload is refused. `message` is the platform's wording of the reason. */
export class PayloadRefused extends Error {
  readonly reason:
    | 'notJson'
    | 'notAnObject'
    | 'anArray'
    | 'nullValue'
    | 'empty'
    | 'badKey'
    | 'badTimestamp'
    | 'tooDeep'
    | 'tooManyKeys'
    | 'tooManyBytes'
    | 'overQuota'
  constructor(reason: PayloadRefused['reason'], message: string) {
    super(message)
    this.name = 'PayloadRefused'
    this.reason = reason
  }
}

/** A number with more decimals than this is kept as text, because a double would lose digits. */
const MAX_DECIMALS = 16
/** Deepest nesting of a stored JSON value. Writing one of some thousand levels would overflow the stack. */
const MAX_DEPTH = 100
/** Longest text that an exponent may expand to; without it `1e999999999` would fill the memory. */
const MAX_UNFOLDED_DIGITS = 400

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)
const NUMBER_LIKE = /^-?(?:\d+|\d*\.\d+)$/
/**
 * Types a number by how it is written: as an integer, a double, or text when neither can hold it.
 * @param literal a decimal number with optional minus sign, point and exponent
 */
export function typeNumber(literal: string): JsonValue {
  const match = /^(-?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal)
  if (match === null) return literal
  const [, sign = '', whole = '', fraction = '', exponentText] = match
  const exponent = exponentText === undefined ? 0 : Number(exponentText)
  const written = fraction.length > 0 && exponentText === undefined
  const significantFraction = fraction.replace(/0+$/, '')
  if (written ? fraction.length > MAX_DECIMALS : significantFraction.length - exponent > MAX_DECIMALS) {
    return unfold(sign, whole, fraction, exponent) ?? literal
  }
  const value = Number(literal)
  const isIntegral = !written && (significantFraction.length <= exponent || Number(whole + fraction) === 0)
  if (!isIntegral) return Number.isFinite(value) ? doubleValue(value) : literal
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value
  const digits = unfold(sign, whole, fraction, exponent)
  if (digits === undefined) return literal
  const integer = BigInt(digits)
  return integer > INT64_MAX || integer < INT64_MIN ? digits : integerValue(integer)
}

/** Writes a number without its exponent; returns undefined when the result would be too long. */
function unfold(sign: string, whole: string, fraction: string, exponent: number): string | undefined {
  if (Math.abs(exponent) > MAX_UNFOLDED_DIGITS) return undefined
  const digits = whole + fraction
  const point = whole.length + exponent
  const integerPart = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0')
  const fractionPart = point < 0 ? '0'.repeat(-point) + digits : digits.slice(point)
  const trimmed = integerPart.replace(/^0+(?=\d)/, '')
  return fractionPart === '' || (exponent > 0 && /^0*$/.test(fractionPart))
    ? `${sign}${trimmed}`
    : `${sign}${trimmed}.${fractionPart}`
}

/** Types a text: a text that looks like a plain decimal number becomes a number. */
function typeText(text: string): JsonValue {
  if (!NUMBER_LIKE.test(text)) return text
  const typed = typeNumber(text)
  return typeof typed === 'string' ? text : typed
}

/** How a text that is not valid JSON is treated: `strict` refuses it, `lenient` tries JSON5. */
type Leniency = 'strict' | 'lenient'

function parse(text: string, leniency: Leniency): unknown {
  try {
    return parseKeepingLiterals(text)
  } catch (error) {
    return parseAgain(text, leniency, error)
  }
}

function parseAgain(text: string, leniency: Leniency, strictError: unknown): unknown {
  try {
    if (leniency === 'lenient') return parseLenientJson(text)
    throw strictError
  } catch {
    throw new PayloadRefused('notJson', 'Invalid JSON')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && literalOf(value) === undefined
}

/** Returns a parsed value as JSON. Throws PayloadRefused when it is not JSON or nested too deeply. */
function asJson(value: unknown, depth: number): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  const literal = literalOf(value)
  if (literal !== undefined) return numberLiteral(literal)
  if (depth > MAX_DEPTH) throw new PayloadRefused('tooDeep', `JSON values nest at most ${MAX_DEPTH} levels deep`)
  if (Array.isArray(value)) return value.map((item) => asJson(item, depth + 1))
  if (!isObject(value)) throw new PayloadRefused('notJson', 'Invalid JSON')
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asJson(item, depth + 1)]))
}

/**
 * Returns a value that was parsed elsewhere as JSON. @throws {PayloadRefused} when it is not JSON or nested too deeply
 */
export function asJsonValue(value: unknown): JsonValue {
  return asJson(value, 0)
}

/** Whether typing leaves parsed members as they are: whole numbers alone, as a controller sends them each second. */
function areIntegers(members: Record<string, unknown>): members is Record<string, number> {
  for (const key in members) if (!Number.isSafeInteger(members[key])) return false
  return true
}

function typeMembers(members: Record<string, unknown>, nulls: 'refuse' | 'skip'): Record<string, JsonValue> {
  if (areIntegers(members)) return members
  const typed: [string, JsonValue][] = []
  for (const [key, value] of Object.entries(members)) {
    if (value === null) {
      if (nulls === 'skip') continue
      throw new PayloadRefused('nullValue', "Can't parse value: null")
    }
    if (typeof value === 'number') typed.push([key, Number.isSafeInteger(value) ? value : typeNumber(String(value))])
    else if (typeof value === 'string') typed.push([key, typeText(value)])
    else typed.push([key, typeOther(value)])
  }
  return Object.fromEntries(typed)
}

function typeOther(value: unknown): JsonValue {
  const literal = literalOf(value)
  return literal === undefined ? asJson(value, 0) : typeNumber(literal)
}

/**
 * Reads a JSON or JSON5 object of attributes or values, and types its members.
 * @param nulls what a null member does: `refuse` the whole payload, or `skip` the member
 * @throws {PayloadRefused}
 */
export function parseTypedObject(text: string, nulls: 'refuse' | 'skip' = 'refuse'): Record<string, JsonValue> {
  const root = parse(text, 'lenient')
  if (Array.isArray(root)) throw new PayloadRefused('anArray', 'Request is not a JSON object')
  if (!isObject(root)) throw new PayloadRefused('notAnObject', 'Request is not a JSON object')
  return typeMembers(root, nulls)
}

/**
 * Reads a telemetry payload: `{key: value}`, `{ts, values: {key: value}}`, or an array of either.
 * @param receivedTs epoch milliseconds, for values without a time of their own
 * @param leniency `lenient` for devices: accepts JSON5 and skips nulls; `strict` for programs: refuses both
 * @throws {PayloadRefused}
 */
export function parseTelemetryPayload(text: string, receivedTs: number, leniency: Leniency = 'lenient'): Sample[] {
  const root = parse(text, leniency)
  const items: readonly unknown[] = Array.isArray(root) ? root : [root]
  return items.map((item) => {
    if (!isObject(item)) throw new PayloadRefused('notAnObject', `Can't parse value: ${shown(item)}`)
    const nulls = leniency === 'strict' ? 'refuse' : 'skip'
    if (!('ts' in item && 'values' in item)) return { ts: receivedTs, values: typeMembers(item, nulls) }
    if (!isObject(item.values)) throw new PayloadRefused('notAnObject', 'Telemetry values are not a JSON object')
    return { ts: timestamp(item.ts), values: typeMembers(item.values, nulls) }
  })
}

/** A list may nest deeper than `JSON.stringify` goes. @throws {PayloadRefused} */
function shown(value: unknown): string {
  return JSON.stringify(asJson(value, 0))
}

/** Reads epoch milliseconds from a number or its text. */
function timestamp(value: unknown): number {
  const isNumberText = typeof value === 'string' && /^-?\d+$/.test(value)
  const ts = isNumberText || literalOf(value) !== undefined ? Number(literalOf(value) ?? value) : value
  if (typeof ts === 'number' && isShowable(Math.trunc(ts))) return Math.trunc(ts)
  const why =
    typeof ts === 'number' && !Number.isNaN(ts)
      ? `beyond ${LATEST_TIME_MS} ms, the furthest from 1970 that a date can show`
      : 'not a time in milliseconds'
  throw new PayloadRefused('badTimestamp', `Telemetry ts is ${why}: ${shown(value)}`)
}

/** Checks the name of an attribute or telemetry key. @throws {PayloadRefused} */
export function checkKey(key: string): void {
  if (key.trim() === '') throw new PayloadRefused('badKey', 'Key cannot be blank')
  if (key.length > MAX_KEY_LENGTH) {
    throw new PayloadRefused('badKey', `Validation error: key length must be equal or less than ${MAX_KEY_LENGTH}`)
  }
  // Copying values by key would let `__proto__` set the prototype of the copy.
  if (key === '__proto__' || isMalformedText(key)) {
    throw new PayloadRefused('badKey', 'Validation error: key is malformed')
  }
}

/** The start of a tag, comment, declaration or processing instruction, as an HTML sanitiser would remove. */
const MARKUP = /<[a-z!/?]/i
/** A template that a web page could fill in: `{{…}}`. */
const TEMPLATE = /\{\{.*\}\}/s

/** Returns true for a text with HTML or a template in it; names and notes of entities may have neither. */
export function isMalformedText(text: string): boolean {
  return MARKUP.test(text) || TEMPLATE.test(text)
}
