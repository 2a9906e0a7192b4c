import { useEffect } from 'react'

/**
 * Leads from a page past the end to the last one: the last row of the last page was deleted, or the address is old.
 *
 * @param list the query of the list; what it shows of another page while this one is on its way does not count
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
