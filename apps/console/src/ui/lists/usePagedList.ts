import type { Page, PageRequest } from '@greenwave/contract/page'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { matchesSearch } from './matchesSearch.ts'
import type { Sort } from './SortHeader.tsx'
import { useLastPage } from './useLastPage.ts'
import { useListSearch } from './useListSearch.ts'

/** The values in the address of a list; see `listAddress`. */
export interface ListAddress<P extends string = string> {
  page: number
  pageSize: number
  sortProperty: P
  sortOrder: 'ASC' | 'DESC'
  textSearch?: string | undefined
}

/** Returns the page request for an address. */
export function pageRequestOf<A extends ListAddress>({ textSearch, ...page }: A) {
  return { ...page, ...(textSearch && { textSearch }) } satisfies PageRequest
}

interface PagedListParts<T, P extends string> {
  /** The present address of the page. */
  address: ListAddress<P>
  query: UseQueryResult<Page<T>>
  /** Returns the texts of a row that a search on the loaded page covers. */
  searched: (row: T) => readonly (string | null | undefined)[]
}

/** Returns one page of a list as its address requests it: the rows, the total, the order and the search. */
export function usePagedList<T, P extends string>({ address, query, searched }: PagedListParts<T, P>) {
  const navigate = useNavigate()
  /**
   * Applies a change to the address, which its route validates. `replace` is true when it should not add to the
   * browser's history.
   */
  const change = (part: Partial<ListAddress<P>>, replace = false) =>
    void navigate({ to: '.', search: (old): object => ({ ...old, ...part }), replace })
  useLastPage(query, address.page, (last) => change({ page: last }, true))
  const search = useListSearch(address, change)
  const loaded = query.data?.data ?? []
  return {
    query,
    search,
    page: address.page,
    pageSize: address.pageSize,
    /** All rows of the page. */
    loaded,
    /** The rows that the search finds. */
    rows: search.everywhere ? loaded : loaded.filter((row) => matchesSearch(search.text, searched(row))),
    total: query.data?.totalElements ?? 0,
    sort: { property: address.sortProperty, order: address.sortOrder },
    onSort: ({ property, order }: Sort<P>) => change({ sortProperty: property, sortOrder: order, page: 0 }),
    onPage: (page: number) => change({ page }),
  }
}

/** The result of `usePagedList`. */
export type PagedList<T, P extends string = string> = ReturnType<typeof usePagedList<T, P>>
