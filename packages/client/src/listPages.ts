/** Reads lists page by page. */
import type { Page } from '@greenwave/contract/wire/page'
import { UnexpectedReplyError } from './callErrors.ts'

/** No list of a platform is longer: one that is does not end. */
const MOST_PAGES = 100_000
const MOST_ROWS = 1_000_000
/** No list has more pages of rows that were created in one moment. */
const MOST_PAGES_OF_A_MOMENT = 1000

/**
 * Reads a list page by page. An empty page is the end, whatever the platform says of more.
 *
 * @param read reads the page of a number, from 0
 * @throws {UnexpectedReplyError} when the list does not end
 */
export async function* listPages<Read extends Pick<Page<unknown>, 'data' | 'hasNext'>>(
  read: (page: number) => Promise<Read>,
): AsyncGenerator<Read, void, void> {
  let rows = 0
  for (let page = 0; page < MOST_PAGES && rows <= MOST_ROWS; page += 1) {
    const answer = await read(page)
    yield answer
    if (!answer.hasNext || answer.data.length === 0) return
    rows += answer.data.length
  }
  throw new UnexpectedReplyError(`a list has more than ${MOST_PAGES} pages or ${MOST_ROWS} rows and does not end`)
}

/** Reads the rows of a list, as `listPages` reads its pages. */
export async function* listRows<Row>(
  read: (page: number) => Promise<Pick<Page<Row>, 'data' | 'hasNext'>>,
): AsyncGenerator<Row, void, void> {
  for await (const { data } of listPages(read)) yield* data
}

/** Returns all rows of a list, as `listPages` reads its pages. */
export async function allRows<Row>(
  read: (page: number) => Promise<Pick<Page<Row>, 'data' | 'hasNext'>>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const row of listRows(read)) rows.push(row)
  return rows
}

/** A page of the rows that were created at or after a time, epoch milliseconds as text. */
export interface PageFrom {
  readonly startTime: string
  readonly page: number
}

/**
 * Reads a list whose rows come and go in the order of their creation, page by page, the oldest rows first. Each page
 * begins with the moment at which the one before ended, so that no row is passed over when another one goes meanwhile;
 * rows of that moment come again. An empty page is the end.
 *
 * @param read reads a page in the order of creation
 * @throws {UnexpectedReplyError} when the pages of one moment do not end
 */
export async function* listPagesByTime<Row extends { readonly createdTime: number }>(
  read: (from: PageFrom) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[], void, void> {
  let fromMs = 0
  for (let page = 0; page < MOST_PAGES_OF_A_MOMENT; ) {
    const { data, hasNext } = await read({ startTime: String(fromMs), page })
    yield data
    const lastMs = data.at(-1)?.createdTime
    if (!hasNext || lastMs === undefined) return
    // More rows of one moment than a page has are read page by page.
    page = lastMs > fromMs ? 0 : page + 1
    fromMs = Math.max(fromMs, lastMs)
  }
  throw new UnexpectedReplyError(`a list has more than ${MOST_PAGES_OF_A_MOMENT} pages of one moment and does not end`)
}
