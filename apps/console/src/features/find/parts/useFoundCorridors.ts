import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { corridorsQuery } from '../../../data/queries/corridors.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { GoTo } from '../model/paletteEntry.ts'
import { type Found, useFound } from './useFound.ts'

/** The corridors that are looked through at once; beyond them the platform searches by name. */
const FIRST_CORRIDORS = { pageSize: 100, page: 0, sortProperty: 'name', sortOrder: 'ASC' } as const

/** Finds corridors by name, those that the user may see. Each leads to its page. */
export function useFoundCorridors(text: string, goTo: GoTo): Found {
  const t = useTexts('admin', 'find')
  const session = useSession()
  return useFound({
    text,
    enabled: session.state === 'signedIn' && (session.isTenantAdmin || session.isCustomerUser),
    first: FIRST_CORRIDORS,
    read: (request) => corridorsQuery(session, request),
    searched: ({ name }) => [name],
    entryOf: ({ id, name, customerTitle }) => ({
      id: id.id,
      kind: 'corridors',
      label: name,
      detail: customerTitle ?? '',
      icon: IconRoute,
      choose: () => goTo({ to: '/corridors/$corridorId', params: { corridorId: id.id } }),
    }),
    all: {
      id: 'all-corridors',
      kind: 'corridors',
      label: t('allCorridors', { text: text.trim() }),
      choose: () => goTo({ to: '/corridors', search: { textSearch: text.trim() } }),
    },
  })
}
