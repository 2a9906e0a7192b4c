import { foldText } from '@greenwave/contract/text'
import type { Icon } from '@tabler/icons-react'
import type { NavigateOptions } from '@tanstack/react-router'

/** The kinds of what the palette finds, in the order in which it lists them. */
export const ENTRY_KINDS = ['acts', 'junctions', 'incidents', 'corridors', 'customers', 'pages', 'actions'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** Something that the palette finds: a place to go to, or something to do. */
export interface PaletteEntry {
  /** Unlike that of every other entry. */
  readonly id: string
  readonly kind: EntryKind
  readonly label: string
  /** More about it, on a second line. */
  readonly detail?: string
  /** Other texts by which it is found, besides label and detail. */
  readonly words?: readonly string[]
  readonly icon: Icon
  /** The worst incident of a junction: its mark and its name. */
  readonly health?: { readonly mark: 'danger' | 'fault' | 'deviation' | 'muted'; readonly name: string } | undefined
  readonly choose: () => void
}

/**
 * Returns the entries one of whose texts contains the text, or whose words begin with all words of the text, ignoring
 * case and marks: by kind, and within a kind those first whose label starts with the text, then those with a word that
 * does, then by label, then by anything else. The order of equals stays. An empty text finds every entry.
 */
export function searchEntries(text: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const wanted = foldText(text.trim())
  const rated = entries.flatMap((entry) => {
    const rank = rankOf(wanted, entry)
    return rank === undefined ? [] : [{ entry, rank }]
  })
  return ENTRY_KINDS.flatMap((kind) =>
    rated
      .filter(({ entry }) => entry.kind === kind)
      .sort((a, b) => a.rank - b.rank)
      .map(({ entry }) => entry),
  )
}

/** Returns how far down an entry belongs, from 0; undefined if the folded text does not find it. */
function rankOf(wanted: string, { label, detail = '', words = [] }: PaletteEntry): number | undefined {
  const name = foldText(label)
  if (name.startsWith(wanted)) return 0
  if (name.includes(` ${wanted}`)) return 1
  if (name.includes(wanted)) return 2
  const texts = [name, foldText(detail), ...words.map(foldText)]
  if (texts.some((part) => part.includes(wanted))) return 3
  const known = texts.flatMap(wordsOf)
  const terms = wordsOf(wanted)
  return terms.length > 0 && terms.every((term) => known.some((word) => word.startsWith(term))) ? 3 : undefined
}

const wordsOf = (folded: string): readonly string[] => folded.match(/[\p{L}\p{N}]+/gu) ?? []

/** Goes to a page of the console. */
export type GoTo = (target: NavigateOptions) => void
