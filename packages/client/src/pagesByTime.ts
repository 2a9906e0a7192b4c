/** Reads a list whose rows come and go, in the order of their creation. */
import type { Page } from '@greenwave/contract/page'

/** A page of the rows that were created at or after a time, epoch milliseconds as text. */
export interface PageFrom {
  readonly startTime: string
  readonly page: number
}

/**
 * Reads a list page by page, the oldest rows first. Each page begins with the moment at which the one before ended, so
 * that no row is passed over when another one goes meanwhile; rows of that moment come again.
 *
 * @param read reads a page in the order of creation
 */
export async function* pagesByTime<Row extends { readonly createdTime: number }>(
  read: (from: PageFrom) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[], void, void> {
  let fromMs = 0
  for (let page = 0; ; ) {
    const { data, hasNext } = await read({ startTime: String(fromMs), page })
    yield data
    if (!hasNext) return
    const lastMs = data.at(-1)?.createdTime ?? fromMs
    // More rows of one moment than a page has are read page by page.
    page = lastMs > fromMs ? 0 : page + 1
    fromMs = Math.max(fromMs, lastMs)
  }
}
