import * as z from 'zod/mini'
import { tolerantRows } from './tolerant.ts'

const wholeNumber = (text: unknown): unknown => (typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text)

/** Largest page number and page size: ThingsBoard has 32-bit integers here. */
const MAX_INT32 = 2_147_483_647

/** Returns the schema of a whole number in a query. `subject` and `rule` are parts of its error messages. */
function count(parameter: string, subject: string, minimum: number, rule: string) {
  const refuse =
    (what: string) =>
    (issue: { input?: unknown }): string =>
      issue.input === undefined
        ? `Required request parameter '${parameter}' is not present`
        : `Incorrect page link ${subject} '${typeof issue.input === 'string' ? issue.input : JSON.stringify(issue.input)}'. ${what}`
  const notWhole = refuse(`${subject === 'page' ? 'Page' : 'Page size'} must be a whole number.`)
  return z.pipe(
    z.transform(wholeNumber),
    z
      .int({ error: notWhole })
      .check(z.maximum(MAX_INT32, { error: notWhole }), z.minimum(minimum, { error: refuse(rule) })),
  )
}

/** Query parameters of every list. Pages count from zero; `sortOrder` needs a `sortProperty`. */
export const PageQuery = z.object({
  pageSize: count('pageSize', 'page size', 1, 'Page size must be greater than zero.'),
  page: count('page', 'page', 0, 'Page must be positive integer.'),
  textSearch: z.optional(z.string()),
  sortProperty: z.optional(z.string()),
  sortOrder: z.optional(z.string()),
})
export type PageQuery = z.infer<typeof PageQuery>

/** Query of a list. The table of calls turns it into query text. */
export interface PageRequest {
  pageSize: number
  page: number
  textSearch?: string
  sortProperty?: string
  sortOrder?: 'ASC' | 'DESC'
}

/** Returns the schema of one page of a list. A page past the end has no data, `hasNext` false and true totals. */
export function pageOf<T extends z.core.$ZodType>(item: T) {
  return tolerantRows(
    'page',
    z.object({ data: z.array(item), totalPages: z.number(), totalElements: z.number(), hasNext: z.boolean() }),
    item,
  )
}

/** A page of items. */
export interface Page<T> {
  data: T[]
  totalPages: number
  totalElements: number
  hasNext: boolean
}
