import type { Page, PageRequest } from '@greenwave/contract/wire/page'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { matchesSearch } from './matchesSearch.ts'

/** Milliseconds between the last key and the platform's search. */
export const ASK_AFTER_MS = 300

/** A row of a list: an entity or a record, which has an id. */
export interface Row {
  readonly id: { readonly id: string }
}

/** Returns the query that reads one page of a list. */
export type ReadPage<T, K extends QueryKey> = (request: PageRequest) => UseQueryOptions<Page<T>, Error, Page<T>, K>

interface SearchBeyondParts<T, K extends QueryKey> {
  /** Input of the search. */
  text: string
  /** True where the list has more rows than those that are loaded. */
  hasMore: boolean
  /** The order of the rows found, and their largest number. */
  request: Pick<PageRequest, 'pageSize' | 'sortProperty' | 'sortOrder'>
  read: ReadPage<T, K>
  /** Returns the texts of a row that are searched. */
  searched: (row: T) => readonly (string | null | undefined)[]
}

/** Results so far of a search beyond the loaded rows. */
export interface FoundBeyond<T> {
  /** True when the platform is searched: with a text, and with more rows than the loaded ones. */
  readonly isNeeded: boolean
  /** True until the platform has answered for the present text. */
  readonly isAsking: boolean
  /**
   * The rows found, loaded ones among them. Until the answer for the present text, those of the answer before that
   * match it.
   */
  readonly rows: readonly T[]
  /** True when the platform has found more than `rows`. */
  readonly isPart: boolean
  /** Why the platform did not answer for the present text; null if it did, or if it still may. */
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * Searches the rows of all pages on the platform, shortly after the last key, beside the search of the loaded rows. An
 * answer for an earlier text never counts as one for the present text.
 */
export function useSearchBeyond<T, K extends QueryKey>(parts: SearchBeyondParts<T, K>): FoundBeyond<T> {
  const { hasMore, request, read, searched } = parts
  const text = parts.text.trim()
  const [asked] = useDebouncedValue(text, ASK_AFTER_MS)
  const isNeeded = hasMore && text !== ''
  const found = useQuery({
    ...read({ ...request, page: 0, textSearch: asked }),
    enabled: isNeeded && asked !== '',
  })
  const isAnswer = asked === text && !found.isPlaceholderData
  const rows = (isNeeded && found.data?.data) || []
  return {
    isNeeded,
    isAsking: isNeeded && (asked !== text || found.isFetching),
    rows: isAnswer ? rows : rows.filter((row) => matchesSearch(text, searched(row))),
    isPart: isNeeded && isAnswer && found.data?.hasNext === true,
    error: isNeeded && asked === text && !found.isFetching ? found.error : null,
    retry: () => void found.refetch(),
  }
}
