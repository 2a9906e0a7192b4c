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

const MOST_FOUND = 20
/** Letters before and after the place that is found. */
const AROUND = [50, 110] as const
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

/** Divides a document at its headings. */
export function sectionsOf(page: string, { title, html }: Document): readonly HelpSection[] {
  return html.split(/(?=<h[23] id=")/).map((part) => {
    const [all = '', anchor = '', heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/.exec(part) ?? []
    const names = heading === '' ? [title] : [title, plainText(heading)]
    return { page, anchor, title: names.join(' › '), text: plainText(part.slice(all.length)) }
  })
}

/** Finds the parts that have every word, in any case and without marks; those that have all in their title first. */
export function findSections(sections: readonly HelpSection[], text: string): readonly FoundSection[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (where: string) => words.every((word) => foldText(where).includes(word))
  const found = sections.filter((section) => has(`${section.title} ${section.text}`))
  const byTitle = found.filter(({ title }) => has(title))
  return [...byTitle, ...found.filter((section) => !byTitle.includes(section))]
    .slice(0, MOST_FOUND)
    .map((section) => ({ ...section, excerpt: excerptOf(section.text, words) }))
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = foldText(text)
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0)
  const place = places.length === 0 ? 0 : Math.min(...places)
  // Whole words.
  const from = place <= AROUND[0] ? 0 : text.indexOf(' ', place - AROUND[0])
  const to = place + AROUND[1] >= text.length ? text.length : text.lastIndexOf(' ', place + AROUND[1])
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES])
    .replaceAll(/\s+/g, ' ')
    .trim()
}
