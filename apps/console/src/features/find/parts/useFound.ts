import type { PageRequest } from '@greenwave/contract/wire/page'
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReadPage, type Row, useSearchBeyond } from '../../../ui/lists/useSearchBeyond.ts'
import { type PaletteEntry, searchEntries } from '../model/paletteEntry.ts'

/** How many rows the palette asks the platform for, and how many of one kind it shows. */
const ASKED_ROWS = 20
const SHOWN_ROWS = 8

interface FoundParts<T, K extends QueryKey> {
  readonly text: string
  /** False for users who may not read this list. */
  readonly enabled: boolean
  /** The request for the rows that are searched at once; where there are more, the platform searches the others. */
  readonly first: PageRequest
  readonly read: ReadPage<T, K>
  /** Returns the texts of a row by which it is found. */
  readonly searched: (row: T) => readonly (string | null | undefined)[]
  readonly entryOf: (row: T) => PaletteEntry
  /** The entry that leads to the page with everything found, shown where that is more than the palette shows. */
  readonly all: Omit<PaletteEntry, 'icon'>
}

/** The rows of one list that the palette found. */
export interface Found {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
  /** Why the list could not be searched, or not all of it; null if it could. */
  readonly error: Error | null
  readonly retry: () => void
}

/** Searches a list by a text: what is loaded at once, and all of it on the platform. A blank text finds nothing. */
export function useFound<T extends Row, K extends QueryKey>(parts: FoundParts<T, K>): Found {
  const { text, enabled, first, read, searched, entryOf, all } = parts
  const loaded = useQuery({ ...read(first), enabled })
  const hasMore = loaded.data?.hasNext === true
  const beyond = useSearchBeyond({ text, hasMore, request: { ...first, pageSize: ASKED_ROWS }, read, searched })
  const rows = new Map([...(loaded.data?.data ?? []), ...beyond.rows].map((row) => [row.id.id, row]))
  const found = text.trim() === '' ? [] : searchEntries(text, [...rows.values()].map(entryOf))
  const isMore = found.length > SHOWN_ROWS || beyond.isPart
  return {
    entries: [...found.slice(0, SHOWN_ROWS), ...(isMore ? [{ ...all, icon: IconListSearch }] : [])],
    isSearching: loaded.isLoading || beyond.isAsking,
    error: loaded.isFetching ? null : (loaded.error ?? beyond.error),
    retry: loaded.error ? () => void loaded.refetch() : beyond.retry,
  }
}
