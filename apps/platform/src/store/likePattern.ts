/** Stands between joined texts; a search never matches across it. */
export const SEPARATOR = '\u0000'

/** True when one of the texts that `joinTexts` joined is matched. */
export type TextFinder = (joined: string) => boolean

/** Joins the texts of a row that are searched, so that the usual search looks at one string and not at four. */
export function joinTexts(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text === null ? [] : foldCase(text).replaceAll(SEPARATOR, ''))).join(SEPARATOR)
}

/** True for a search that is looked for as it is: without wildcards, and without what stands between texts. */
export function isPlainSearch(textSearch: string): boolean {
  return !/[%_]/.test(textSearch) && !textSearch.includes(SEPARATOR)
}

/**
 * Finds text as SQL's `ILIKE '%text%'` does: anywhere, in any case, `%` for any characters and `_` for any single one. Made
 * by hand, since a regular expression with many `%` can be made to run for minutes.
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

/** The form in which text is compared: composed, lower case. Marks count, as they do for ILIKE. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Finds a segment without `%` at or after a position and returns where it ends, or -1. The leftmost place is always the best. */
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
