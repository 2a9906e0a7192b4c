/**
 * @file Reads JSON as careless firmware writes it: names without quotes, single quotes, comments, trailing commas,
 * `NaN`, a byte order mark. ThingsBoard accepts such text, so device messages and attributes written by users are
 * parsed again as JSON5 when they are not valid JSON. Numbers keep their digits here too.
 */
import { randomBytes } from 'node:crypto'
import JSON5 from 'json5'
import { LIMITS } from '../../limits/limits.ts'
import { numberLiteral } from './numberLiteral.ts'

/**
 * Prefix that marks a number inside a string. It is random, so that no sender can guess it and pass a string off as a
 * number.
 */
const MARK = randomBytes(9).toString('base64url')
/** Matches strings and comments, which are skipped, and numbers. */
const TOKENS =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|(?<![\w$.+])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$.])(?!\s*:)/g

/**
 * Parses lenient JSON. A number that JavaScript would print differently keeps its text. @throws {SyntaxError} when the
 * text is not JSON5 or too long
 */
export function parseLenientJson(text: string): unknown {
  if (text.length > LIMITS.lenientCharacters.value) throw new SyntaxError('Too long to be read leniently')
  // Parse before searching: in valid JSON5 every string and comment ends. Otherwise the search would start over again
  // and again.
  const root: unknown = JSON5.parse(text)
  let isMarked = false
  const marked = text.replace(TOKENS, (token) => {
    if (!/^-?\d/.test(token) || String(Number(token)) === token) return token
    isMarked = true
    return JSON.stringify(MARK + token)
  })
  if (isMarked) return unmarked(JSON5.parse(marked))
  return /\b(?:NaN|Infinity)\b/.test(text) ? unmarked(root) : root
}

function unmarked(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? unmarkedParts(value) : unmarkedPrimitive(value)
}

/** Walks without recursion, because the nesting depth is checked only later. */
function unmarkedParts(root: object): object {
  const waiting: object[] = [root]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'object' && value !== null) waiting.push(value)
      else Object.defineProperty(part, key, { value: unmarkedPrimitive(value), writable: true, enumerable: true })
    }
  }
  return root
}

function unmarkedPrimitive(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) return numberLiteral(value.slice(MARK.length))
  // `NaN` and `Infinity` are no JSON numbers; ThingsBoard keeps them as text.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
