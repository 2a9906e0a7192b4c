import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs'
import { customersQuery } from '../../../data/queries/customers.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { GoTo } from '../model/paletteEntry.ts'
import { type Found, useFound } from './useFound.ts'

/** The customers that are looked through at once; beyond them the platform searches by title. */
const FIRST_CUSTOMERS = { pageSize: 100, page: 0, sortProperty: 'title', sortOrder: 'ASC' } as const

/** Finds customers by title, city and e-mail, for tenant administrators. Each leads to its users. */
export function useFoundCustomers(text: string, goTo: GoTo): Found {
  const t = useTexts('admin', 'find')
  const session = useSession()
  return useFound({
    text,
    enabled: session.state === 'signedIn' && session.isTenantAdmin,
    first: FIRST_CUSTOMERS,
    read: customersQuery,
    searched: ({ title, city, email }) => [title, city, email],
    entryOf: ({ id, title, city, email }) => ({
      id: id.id,
      kind: 'customers',
      label: title,
      detail: [city, email].filter(Boolean).join(' · '),
      icon: IconBuilding,
      choose: () => goTo({ to: '/customers/$customerId/users', params: { customerId: id.id } }),
    }),
    all: {
      id: 'all-customers',
      kind: 'customers',
      label: t('allCustomers', { text: text.trim() }),
      choose: () => goTo({ to: '/customers', search: { textSearch: text.trim() } }),
    },
  })
}
