import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** Rows on a page when the address does not say, and the most that an address may ask for. */
const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100

/** In an address a text of digits reads as a number. */
const SearchText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/**
 * The query parameters of a list. Pages count from zero; `textSearch` is there while the server searches over all pages.
 * An address is typed by people and kept in bookmarks: a value that makes no sense counts as its default, and never breaks
 * the page.
 *
 * @param sortProperties what the list can be sorted by
 * @param standard what it is sorted by when the address does not say
 */
export function listAddress<const P extends string>(sortProperties: readonly [P, ...P[]], standard: NoInfer<P>) {
  return z.object({
    page: otherwise(z._default(z.int().check(z.minimum(0)), 0), 0),
    pageSize: otherwise(
      z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
      DEFAULT_PAGE_SIZE,
    ),
    sortProperty: otherwise(
      z._default(z.literal(sortProperties), () => standard),
      () => standard,
    ),
    sortOrder: otherwise(z._default(z.enum(['ASC', 'DESC']), 'ASC'), 'ASC'),
    textSearch: otherwise(z.optional(SearchText), undefined),
  })
}
