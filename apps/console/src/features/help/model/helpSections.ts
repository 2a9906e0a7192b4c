/** @file The parts of documents, below a heading each, as they are searched. */
import { foldText } from '@greenwave/contract/text'

/** A document as a page. */
export interface Document {
  readonly title: string
  readonly html: string
}

/** A part of a document. */
export interface HelpSection {
  readonly page: string
  /** Where the part begins; empty for what stands before the first heading. */
  readonly anchor: string
  /** Title of the document, and the heading of the part. */
  readonly title: string
  readonly text: string
}

/** A part that has what is searched, with the words around its first place. */
export interface FoundSection extends HelpSection {
  readonly excerpt: string
}

/** Between the title of a document and the heading of a part. */
const BELOW = ' › '
const MOST_FOUND = 20
/** Letters before and after the place that is found. */
const AROUND = [50, 110] as const
/** Words within so many letters are close together. */
const CLOSE = 60
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** Divides a document at its headings. */
export function sectionsOf(page: string, { title, html }: Document): readonly HelpSection[] {
  return html.split(/(?=<h[23] id=")/).map((part) => {
    const [all = '', anchor = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/.exec(part) ?? []
    const names = heading === '' ? [title] : [title, plainText(heading)]
    return { page, anchor, title: names.join(BELOW), text: plainText(part.slice(all.length)) }
  })
}

/**
 * Finds the parts that have every word, in any case and without marks. First come those with all of them in the title of
 * the document, then in their heading, then close together, each by how often they have them.
 */
export function findSections(sections: readonly HelpSection[], text: string): readonly FoundSection[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const ranked = sections.flatMap((section) => {
    const rank = rankOf(section, words)
    return rank === undefined ? [] : [{ section, rank, count: countOf(foldText(section.text), words) }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || b.count - a.count)
    .slice(0, MOST_FOUND)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }))
}

/** Returns where a part has the words, from 0 for the best place; undefined for a part without one of them. */
function rankOf({ anchor, title, text }: HelpSection, words: readonly string[]): number | undefined {
  const [names, content] = [foldText(title), foldText(text)]
  const heading = anchor === '' ? names : names.slice(names.lastIndexOf(BELOW))
  if (words.every((word) => isNamed(heading, word))) return anchor === '' ? 0 : 1
  if (words.every((word) => isNamed(names, word))) return 2
  if (!words.every((word) => isNamed(names, word) || content.includes(word))) return undefined
  return placeOf(content, words).count === words.length ? 3 : 4
}

/** Returns whether a title has a word, also as two words: *backup* is in "Back up". */
function isNamed(folded: string, word: string): boolean {
  const parts = partsOf(folded)
  return folded.includes(word) || parts.some((part, nth) => `${part}${parts[nth + 1] ?? ''}`.startsWith(word))
}

/** Returns how often a text has the words, each at the beginning of a word. */
function countOf(folded: string, words: readonly string[]): number {
  return partsOf(folded).filter((part) => words.some((word) => part.startsWith(word))).length
}

const partsOf = (folded: string): readonly string[] => folded.split(/[^\p{L}\p{N}]+/u)

/** Returns the first place with most of the words close together, and how many they are. */
function placeOf(folded: string, words: readonly string[]): { readonly place: number; readonly count: number } {
  let best = { place: 0, count: 0 }
  for (const word of words)
    for (let place = folded.indexOf(word); place >= 0; place = folded.indexOf(word, place + 1)) {
      const near = folded.slice(place, place + CLOSE)
      const count = words.filter((one) => near.includes(one)).length
      if (count > best.count || (count === best.count && place < best.place)) best = { place, count }
    }
  return best
}

function excerptOf(text: string, words: readonly string[]): string {
  const { place } = placeOf(foldText(text), words)
  // Whole words.
  const from = place <= AROUND[0] ? 0 : text.indexOf(' ', place - AROUND[0])
  const to = place + AROUND[1] >= text.length ? text.length : text.lastIndexOf(' ', place + AROUND[1])
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`
}

function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    .replaceAll(/\s+/g, ' ')
    .trim()
}
