import type { AssetInfo } from '@greenwave/contract/wire/assets'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { corridorsQuery } from '../../data/queries/corridors.ts'
import { wavesQuery } from '../../data/queries/waves.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import type { CorridorDialog } from './model/corridorsAddress.ts'
import { CorridorTabs } from './parts/CorridorTabs.tsx'
import { useCorridorColumns } from './parts/useCorridorColumns.tsx'

const CorridorDialogs = lazyPart(
  async () => (await import('./dialogs/CorridorDialogs.tsx')).CorridorDialogs,
  'corridors',
)

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
  const shown = list.rows.map(({ id }) => id.id)
  const waves = useQuery(wavesQuery(shown)).data
  const isBroken = ({ id }: AssetInfo) => waves?.get(id.id)?.brokenSince != null
  const columns = useCorridorColumns(
    waves,
    mayChange ? (corridor) => dialogs.setDialog({ kind: 'delete', corridor }) : undefined,
  )
  return (
    <ListPage
      title={t('title')}
      texts={t}
      // Broken waves come first on their page; otherwise the requested order applies.
      list={{ ...list, rows: [...list.rows.filter(isBroken), ...list.rows.filter((row) => !isBroken(row))] }}
      columns={columns}
      add={mayChange ? { label: t('add'), onAdd: () => void navigate({ to: '/corridors/new' }) } : undefined}
      above={<CorridorTabs />}
      empty={{ icon: IconRoute, text: t(mayChange ? 'emptyAdmin' : 'emptyCustomer') }}
    >
      {mayChange && <PageDialogs kept={dialogs} of={CorridorDialogs} />}
    </ListPage>
  )
}
