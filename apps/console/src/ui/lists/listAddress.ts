import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** The default number of rows per page, and the most that an address may ask for. */
const DEFAULT_PAGE_SIZE = 10
const MAX_PAGE_SIZE = 100

/** In an address, text that consists of digits is parsed as a number. */
const SearchText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/**
 * Creates the schema of a list's query parameters. Pages count from zero; `textSearch` is set while the server searches
 * over all pages. People type addresses and keep them as bookmarks, so an invalid value counts as its default and never
 * breaks the page.
 *
 * @param sortProperties the properties by which the list can be sorted
 * @param standard the property used when the address has none
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
