import { foldText } from '@greenwave/contract/text'

/** Separates joined texts; a search never matches across it. */
export const SEPARATOR = '\u0000'

/** Returns true when one of the texts joined by `joinTexts` matches. */
export type TextFinder = (joined: string) => boolean

/** Joins the searched texts of a row, so that the usual search reads one string and not four. */
export function joinTexts(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : foldText(text).replaceAll(SEPARATOR, ''))).join(SEPARATOR)
}

/** Returns true for a search without wildcards and separators, which can be looked for as it is. */
export function isPlainSearch(textSearch: string): boolean {
  return !/[%_]/.test(textSearch) && !textSearch.includes(SEPARATOR)
}

/** Creates a finder that works like SQL's `LIKE '%text%'` on folded texts: case and marks do not count (`foldText`). */
export function createTextFinder(textSearch: string): TextFinder {
  const pattern = foldText(textSearch)
  if (pattern.includes(SEPARATOR)) return () => false
  if (!/[%_]/.test(pattern)) return (joined) => joined.includes(pattern)
  const matches = createLike(`%${pattern}%`)
  return (joined) => joined.split(SEPARATOR).some(matches)
}

/**
 * Creates a function that works like SQL's LIKE: it matches a whole text, `%` stands for any characters and `_` for
 * one. It is no regular expression, because one with many `%` could run for minutes.
 */
export function createLike(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('%')
  const tail = rest.pop()
  if (tail === undefined) return (text) => matchEnd(head, text, 0) === text.length
  const segments = rest.filter((segment) => segment !== '').map(createSegmentFinder)
  const tailChars = Array.from(tail).length
  return (text) => {
    let from = matchEnd(head, text, 0)
    for (const findEnd of segments) {
      if (from < 0) return false
      from = findEnd(text, from)
    }
    const tailStart = startOfLast(tailChars, text)
    return from >= 0 && tailStart >= from && matchEnd(tail, text, tailStart) === text.length
  }
}

/** Returns where the last `count` characters of a text begin, or -1 when it has fewer. */
function startOfLast(count: number, text: string): number {
  let at = text.length
  for (let left = count; left > 0; left -= 1) {
    if (at === 0) return -1
    at -= 1
    if (isSecondHalf(text, at)) at -= 1
  }
  return at
}

/** Returns true in the middle of a character that takes two units. */
function isSecondHalf(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
}

/**
 * Finds a segment without `%` at or after a position and returns where it ends, or -1. The leftmost match is always the
 * best.
 */
function createSegmentFinder(segment: string): (text: string, from: number) => number {
  if (!segment.includes('_')) {
    return (text, from) => {
      const at = text.indexOf(segment, from)
      return at < 0 ? -1 : at + segment.length
    }
  }
  return (text, from) => {
    for (let start = from; start < text.length; start += 1) {
      const end = matchEnd(segment, text, start)
      if (end >= 0) return end
    }
    return -1
  }
}

/** Returns where a segment without `%` that begins at a position ends, or -1 when it does not match there. */
function matchEnd(segment: string, text: string, start: number): number {
  if (!segment.includes('_')) return text.startsWith(segment, start) ? start + segment.length : -1
  let at = start
  for (const wanted of segment) {
    const code = text.codePointAt(at)
    if (code === undefined) return -1
    const char = String.fromCodePoint(code)
    if (wanted !== '_' && wanted !== char) return -1
    at += char.length
  }
  return at
}
