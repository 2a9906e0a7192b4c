import { parseRoute } from '@greenwave/contract/records/routes'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import IconAmbulance from '@tabler/icons-react/dist/esm/icons/IconAmbulance.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { routesQuery, runsQuery } from '../../data/queries/routes.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import list from '../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../ui/lists/ListTable.tsx'
import { RowActions } from '../../ui/lists/RowActions.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { StatusTag } from '../../ui/states/StatusTag.tsx'
import type { CorridorDialog, CorridorsAddress } from './model/corridorsAddress.ts'
import { CorridorTabs } from './parts/CorridorTabs.tsx'
import { useMetresText } from './words/useCorridorWords.ts'

const RouteDialogs = lazyPart(async () => (await import('./dialogs/RouteDialogs.tsx')).RouteDialogs, 'corridors')

type RouteColumn = ListColumn<AssetInfo, CorridorsAddress['sortProperty']>

/** The list of green routes. Customer users see those of their customer, and only see. */
export function RoutesPage({ address }: { readonly address: CorridorsAddress }) {
  const t = useTexts('corridors')
  const texts = useTexts('corridors', 'routes')
  const metresText = useMetresText()
  const session = useSession()
  const mayChange = session.state === 'signedIn' && session.isTenantAdmin
  const navigate = useNavigate()
  const found = usePagedList({
    address,
    read: (request) => routesQuery(session, request),
    searched: ({ name, customerTitle }) => [name, customerTitle],
  })
  const runs = useQuery(runsQuery()).data ?? []
  const dialogs = useKeptDialog<CorridorDialog>('routes', () => null)
  const junctionsOf = (route: AssetInfo) => parseRoute(route)?.junctions
  const columns: readonly RouteColumn[] = [
    {
      label: t('name'),
      sortBy: 'name',
      part: 'title',
      cell: ({ id, name }) => (
        <Link className={list.rowLink} to="/routes" search={{ route: id.id }}>
          <LongText>{name}</LongText>
        </Link>
      ),
    },
    {
      label: texts('state'),
      cell: ({ id }) =>
        runs.some(({ routeId }) => routeId === id.id) ? <StatusTag tone="info">{texts('runs')}</StatusTag> : '–',
    },
    {
      label: t('junctions'),
      cell: (route) => <span className={list.number}>{junctionsOf(route)?.length ?? '–'}</span>,
    },
    {
      label: t('length'),
      cell: (route) => <span className={list.number}>{metresText(junctionsOf(route)?.at(-1)?.position)}</span>,
    },
    {
      label: t('customer'),
      sortBy: 'customerTitle',
      cell: ({ customerTitle }) => <LongText>{customerTitle?.trim() || '–'}</LongText>,
    },
  ]
  const actions: RouteColumn = {
    label: t('actions'),
    part: 'actions',
    cell: (route) => (
      <RowActions
        actions={[
          { action: 'edit', label: t('edit', { name: route.name }), icon: IconPencil },
          { action: 'delete', label: t('delete', { name: route.name }), icon: IconTrash, danger: true },
        ]}
        onAction={(action) =>
          action === 'delete'
            ? dialogs.setDialog({ kind: 'delete', corridor: route })
            : void navigate({ to: '/routes', search: { route: route.id.id, view: 'edit' } })
        }
      />
    ),
  }
  return (
    <ListPage
      title={texts('title')}
      texts={texts}
      list={found}
      columns={mayChange ? [...columns, actions] : columns}
      add={
        mayChange
          ? { label: texts('add'), onAdd: () => void navigate({ to: '/routes', search: { route: 'new' } }) }
          : undefined
      }
      empty={{ icon: IconAmbulance, text: texts(mayChange ? 'emptyAdmin' : 'emptyCustomer') }}
      above={<CorridorTabs />}
    >
      {mayChange && <PageDialogs kept={dialogs} of={RouteDialogs} />}
    </ListPage>
  )
}
