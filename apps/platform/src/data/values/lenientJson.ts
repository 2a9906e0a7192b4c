/**
 * @file JSON as careless firmware writes it: names without quotes, single quotes, comments, trailing commas, `NaN`, a byte
 * order mark. The platform's family takes it, so what devices send and attributes that people write are read again by JSON5
 * once they have proved to be no JSON. A number keeps its digits here too.
 */
import { randomBytes } from 'node:crypto'
import JSON5 from 'json5'
import { LIMITS } from '../../limits/limits.ts'
import { numberLiteral } from './numberLiteral.ts'

/** Stands before a number that waits in a text; nobody can guess it and pass a text off as a number. */
const MARK = randomBytes(9).toString('base64url')
/** Texts and comments, which are passed over, and numbers. */
const TOKENS =
  /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/|(?<![\w$.+])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$.])(?!\s*:)/g

/** Parses lenient JSON; numbers that JavaScript would write otherwise keep their text. @throws {SyntaxError} */
export function parseLenientJson(text: string): unknown {
  if (text.length > LIMITS.lenientCharacters.value) throw new SyntaxError('Too long to be read leniently')
  // Parsed before it is searched: in JSON5 every text and comment ends, without which the search would begin again and again.
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

/** Walks without recursion: how deep a text may nest is checked later. */
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
  // No JSON number: the family keeps it as a text.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}
