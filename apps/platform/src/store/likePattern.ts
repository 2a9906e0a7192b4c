/** Separates joined texts; a search never matches across it. */
export const SEPARATOR = '\u0000'

/** Returns true when one of the texts joined by `joinTexts` matches. */
export type TextFinder = (joined: string) => boolean

/** Joins the searched texts of a row, so that the usual search reads one string and not four. */
export function joinTexts(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : foldCase(text).replaceAll(SEPARATOR, ''))).join(SEPARATOR)
}

/** Returns true for a search without wildcards and separators, which can be looked for as it is. */
export function isPlainSearch(textSearch: string): boolean {
  return !/[%_]/.test(textSearch) && !textSearch.includes(SEPARATOR)
}

/**
 * Creates a finder that works like SQL's `ILIKE '%text%'`: it matches anywhere and in any case, `%` stands for any
 * characters and `_` for one. It is no regular expression, because one with many `%` could run for minutes.
 */
export function createTextFinder(textSearch: string): TextFinder {
  const pattern = foldCase(textSearch)
  if (pattern.includes(SEPARATOR)) return () => false
  if (!/[%_]/.test(pattern)) return (joined) => joined.includes(pattern)
  const segments = pattern
    .split('%')
    .filter((segment) => segment !== '')
    .map(createSegmentFinder)
  return (joined) =>
    joined.split(SEPARATOR).some((text) => {
      let from = 0
      for (const findEnd of segments) {
        from = findEnd(text, from)
        if (from < 0) return false
      }
      return true
    })
}

/** Returns the form in which texts are compared: composed and in lower case. Diacritics count, as for ILIKE. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
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
  const pattern = Array.from(segment)
  return (text, from) => {
    for (let start = from; start < text.length; start += 1) {
      const end = matchEnd(pattern, text, start)
      if (end >= 0) return end
    }
    return -1
  }
}

function matchEnd(pattern: readonly string[], text: string, start: number): number {
  let at = start
  for (const wanted of pattern) {
    const code = text.codePointAt(at)
    if (code === undefined) return -1
    const char = String.fromCodePoint(code)
    if (wanted !== '_' && wanted !== char) return -1
    at += char.length
  }
  return at
}
