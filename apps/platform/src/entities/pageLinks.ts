import type { Page, PageQuery } from '@greenwave/contract/wire/page'
import { badRequest } from '../access/refusal.ts'
import type { PageLink } from '../store/store.ts'

/** Returns the checked page request of a list that can be sorted by these properties only. @throws {Refusal} */
export function pageLink(query: PageQuery, allowed: readonly string[]): PageLink {
  const { pageSize, page, textSearch, sortProperty } = query
  const link = { pageSize, page, textSearch: textSearch === '' ? undefined : textSearch }
  // Clients that fill in a form send both parameters empty.
  if (sortProperty === undefined || sortProperty === '') return { ...link, sortProperty: undefined, sortOrder: 'ASC' }
  if (!/^[\w-]+$/.test(sortProperty)) throw badRequest(`Invalid sort property: ${sortProperty}`)
  if (!allowed.includes(sortProperty)) {
    const names = allowed.map((name) => `'${name}'`).join(', ')
    throw badRequest(`Unsupported sort property '${sortProperty}'. Only ${names} are allowed.`)
  }
  return { ...link, sortProperty, sortOrder: sortOrder(query.sortOrder) }
}

function sortOrder(text: string | undefined): 'ASC' | 'DESC' {
  if (text === undefined || text === '') return 'ASC'
  const order = text.toUpperCase()
  if (order === 'ASC' || order === 'DESC') return order
  throw badRequest(`Unsupported sort order '${text}'! Only 'ASC' or 'DESC' types are allowed.`)
}

/** Returns a page with each of its items converted. */
export function mapPage<T, U>({ data, ...totals }: Page<T>, to: (item: T) => U): Page<U> {
  return { ...totals, data: data.map(to) }
}
