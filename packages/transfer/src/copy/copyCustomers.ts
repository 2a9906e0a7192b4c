/** Copies customers, who are found by their titles. */
import type { Customer } from '@greenwave/contract/wire/customers'
import { type CopyContext, type CopyJob, type CopyPage, type ListQuery, pagesOf } from './copyContext.ts'
import { copyEntity, type Match } from './copyEntity.ts'
import { differingMembers } from './exactJson.ts'

/** Returns how customers are copied. */
export function customersJob(context: CopyContext): CopyJob<Customer> {
  const { to, ids } = context
  async function find(row: Customer): Promise<Match | undefined> {
    const there = await customerOfTitle(context, row.title)
    if (!there) return undefined
    const wanted = contentOf(row)
    return {
      id: there.id,
      fields: differingMembers(wanted, { ...there }),
      replace: () => to('saveCustomer', { body: { ...there, ...wanted } }),
    }
  }
  const create = (row: Customer) => to('saveCustomer', { body: { title: row.title, ...contentOf(row) } })
  return {
    kind: 'customers',
    pages: () => customerPages(context),
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    copy: (row) => copyEntity(context, { owner: 'CUSTOMER', find, create }, row),
  }

  function contentOf({ additionalInfo, ...row }: Customer) {
    const { country, state, city, address, address2, zip, phone, email } = row
    return {
      ...{ country, state, city, address, address2, zip, phone, email },
      additionalInfo: ids.translate(additionalInfo),
    }
  }
}

/** Reads all customers of the platform that is copied. */
export function customerPages(context: CopyContext): AsyncGenerator<CopyPage<Customer>, void, void> {
  return pagesOf(context, (query) => context.from('customers', { query }))
}

/** Platforms search in a part of the title, and may take its signs for placeholders. */
async function customerOfTitle(context: CopyContext, title: string): Promise<Customer | undefined> {
  const search = (query: ListQuery) => context.to('customers', { query: { ...query, textSearch: title } })
  for await (const { rows } of pagesOf(context, search)) {
    const found = rows.find((row) => row.title === title)
    if (found) return found
  }
  return undefined
}
