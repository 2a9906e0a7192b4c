import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Sort } from './SortHeader.tsx'
import { matchesSearch } from './matchesSearch.ts'
import { useListSearch } from './useListSearch.ts'
import { type ReadPage, type Row, useSearchBeyond } from './useSearchBeyond.ts'

/** The values in the address of a list; see `listAddress`. */
export interface ListAddress<P extends string = string> {
  page: number
  pageSize: number
  sortProperty: P
  sortOrder: 'ASC' | 'DESC'
  textSearch?: string | undefined
}

interface PagedListParts<T, P extends string, K extends QueryKey> {
  /** The present address of the page. */
  address: ListAddress<P>
  read: ReadPage<T, K>
  /** Returns the texts of a row that a search on the loaded page covers. */
  searched: (row: T) => readonly (string | null | undefined)[]
}

/**
 * Returns one page of a list as its address requests it: the rows, the total, the order and the search. A search of the
 * page also finds what all pages have.
 */
export function usePagedList<T extends Row, P extends string, K extends QueryKey>(parts: PagedListParts<T, P, K>) {
  const { address, read, searched } = parts
  const { textSearch, ...request } = address
  const query = useQuery(read({ ...request, ...(textSearch && { textSearch }) }))
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
  const rows = search.everywhere ? loaded : loaded.filter((row) => matchesSearch(search.text, searched(row)))
  const total = query.data?.totalElements ?? 0
  const found = useSearchBeyond({
    text: search.text,
    hasMore: !search.everywhere && total > loaded.length,
    request,
    read,
    searched,
  })
  const shown = new Set(rows.map(({ id }) => id.id))
  return {
    query,
    search,
    /** Results of the search in all pages, besides `rows`. */
    beyond: { ...found, rows: found.rows.filter(({ id }) => !shown.has(id.id)) },
    page: address.page,
    pageSize: address.pageSize,
    /** All rows of the page. */
    loaded,
    /** The rows that the search finds. */
    rows,
    total,
    sort: { property: address.sortProperty, order: address.sortOrder },
    onSort: ({ property, order }: Sort<P>) => change({ sortProperty: property, sortOrder: order, page: 0 }),
    onPage: (page: number) => change({ page }),
  }
}

/** The result of `usePagedList`. */
export type PagedList<T extends Row, P extends string = string> = ReturnType<typeof usePagedList<T, P, QueryKey>>

/**
 * Goes from a page past the end to the last page. This happens when the last row of the last page was deleted, or with
 * an old address.
 *
 * @param list the query of the list; a previous page that it shows while this one is loading does not count
 */
export function useLastPage(
  list: { data: { data: readonly unknown[]; totalPages: number } | undefined; isPlaceholderData: boolean },
  page: number,
  goTo: (page: number) => void,
): void {
  const shown = list.isPlaceholderData ? undefined : list.data
  const last =
    shown && shown.data.length === 0 && page > 0 ? Math.max(0, Math.min(page, shown.totalPages) - 1) : undefined
  useEffect(() => {
    if (last !== undefined) goTo(last)
  })
}
