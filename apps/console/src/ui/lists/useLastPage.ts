import { useEffect } from 'react'

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
