import type { Page, PageRequest } from '@greenwave/contract/page'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { matchesSearch } from './matchesSearch.ts'
import type { Sort } from './SortHeader.tsx'
import { useLastPage } from './useLastPage.ts'
import { useListSearch } from './useListSearch.ts'

/** What the address of a list says; see `listAddress`. */
export interface ListAddress<P extends string = string> {
  page: number
  pageSize: number
  sortProperty: P
  sortOrder: 'ASC' | 'DESC'
  textSearch?: string | undefined
}

/** Returns the page that an address asks the platform for. */
export function pageRequestOf<A extends ListAddress>({ textSearch, ...page }: A) {
  return { ...page, ...(textSearch && { textSearch }) } satisfies PageRequest
}

interface PagedListParts<T, P extends string> {
  /** What the address of the page says now. */
  address: ListAddress<P>
  query: UseQueryResult<Page<T>>
  /** What a search on the loaded page looks at. */
  searched: (row: T) => readonly (string | null | undefined)[]
}

/** One page of a list, as its address asks for it: which rows, of how many, in which order, found by which search. */
export function usePagedList<T, P extends string>({ address, query, searched }: PagedListParts<T, P>) {
  const navigate = useNavigate()
  /** Puts a change into the address, which its route checks; `replace` where it is no step of the browser's history. */
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
    /** Those of them that the search finds. */
    rows: search.everywhere ? loaded : loaded.filter((row) => matchesSearch(search.text, searched(row))),
    total: query.data?.totalElements ?? 0,
    sort: { property: address.sortProperty, order: address.sortOrder },
    onSort: ({ property, order }: Sort<P>) => change({ sortProperty: property, sortOrder: order, page: 0 }),
    onPage: (page: number) => change({ page }),
  }
}

/** The list of a page; see `usePagedList`. */
export type PagedList<T, P extends string = string> = ReturnType<typeof usePagedList<T, P>>
