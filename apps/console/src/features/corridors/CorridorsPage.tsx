import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { corridorsQuery } from '../../data/queries/corridors.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import type { CorridorDialog } from './model/corridorDialog.ts'
import { useCorridorColumns } from './parts/useCorridorColumns.tsx'

const CorridorDialogs = lazyPart(async () => (await import('./dialogs/CorridorDialogs.tsx')).CorridorDialogs)

/** The list of corridors. Customer users see those of their customer, and only see. */
export function CorridorsPage() {
  const t = useTexts('corridors')
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const navigate = useNavigate()
  const list = usePagedList({
    address: useSearch({ from: '/shell/corridors' }),
    read: (request) => corridorsQuery(session, request),
    searched: ({ name, customerTitle }) => [name, customerTitle],
  })
  const dialogs = useKeptDialog<CorridorDialog>('corridors', () => null)
  const columns = useCorridorColumns(
    mayChange ? (corridor) => dialogs.setDialog({ kind: 'delete', corridor }) : undefined,
  )
  return (
    <ListPage
      title={t('title')}
      texts={t}
      list={list}
      columns={columns}
      add={mayChange ? { label: t('add'), onAdd: () => void navigate({ to: '/corridors/new' }) } : undefined}
      empty={{ icon: IconRoute, text: t(mayChange ? 'emptyAdmin' : 'emptyCustomer') }}
    >
      {mayChange && <PageDialogs kept={dialogs} of={CorridorDialogs} />}
    </ListPage>
  )
}
