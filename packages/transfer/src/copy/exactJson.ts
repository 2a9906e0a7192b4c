/**
 * @file JSON that is passed on digit for digit: 1.0 stays 1.0, and 9007199254740993 itself. Platforms keep numbers as
 * they were written, and reading them as JavaScript's numbers would change them.
 */

interface NumberLiteral {
  readonly rawJSON: string
}

// TypeScript does not know these yet.
interface LiteralJson {
  parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown
  rawJSON(text: string): NumberLiteral
  isRawJSON(value: unknown): value is NumberLiteral
}
const literalJson = JSON as unknown as LiteralJson

/** Returns the value of a JSON text. Numbers that JavaScript would print otherwise are literals, which `JSON.stringify` prints as they were. */
export function parseExactly(text: string): unknown {
  return literalJson.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? literalJson.rawJSON(source) : value,
  )
}

/** A text that platforms store as the number that it looks like. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/

/**
 * Returns whether platforms that store two values store the same: 1.0 and 1 are, '12' and 12 too, and objects with the
 * same members in another order.
 */
export function isStoredAlike(a: unknown, b: unknown): boolean {
  return storedText(a) === storedText(b)
}

function storedText(value: unknown): string {
  return typeof value === 'string' && PLAIN_NUMBER.test(value) ? numberText(value) : canonical(value)
}

function canonical(value: unknown): string {
  if (literalJson.isRawJSON(value)) return numberText(value.rawJSON)
  if (typeof value === 'number') return numberText(String(value))
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join()}}`
  }
  return JSON.stringify(value ?? null)
}

/** Integers keep all their digits; all else is a double. */
function numberText(literal: string): string {
  if (!/^-?\d+$/.test(literal)) return String(Number(literal))
  const integer = literal.replace(/^(-?)0+(?=\d)/, '$1')
  return integer === '-0' ? '0' : integer
}

/** Returns the members of which an entity is to say something else than it does. Null, nothing and empty are the same. */
export function differingMembers(
  wanted: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(wanted).filter((key) => !isStoredAlike(wanted[key] || null, present[key] || null))
}
