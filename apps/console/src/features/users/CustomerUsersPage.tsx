import type { User } from '@greenwave/contract/wire/users'
import { Button } from '@mantine/core'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { customerQuery } from '../../data/queries/customers.ts'
import { ownSessionsQuery } from '../../data/queries/sessions.ts'
import { customerUsersQuery } from '../../data/queries/users.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PageDialogs } from '../../ui/dialogs/PageDialogs.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { ListPage } from '../../ui/lists/ListPage.tsx'
import { usePagedList } from '../../ui/lists/usePagedList.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { parseUserForm, type UserDialog } from './model/userDialog.ts'
import { fullName, useUserColumns } from './parts/useUserColumns.tsx'
import { useActivation } from './useActivation.ts'

const UserDialogs = lazyPart(async () => (await import('./dialogs/UserDialogs.tsx')).UserDialogs, 'admin')

/** The list of a customer's users, who may sign in and see its devices. */
export function CustomerUsersPage({ customerId }: { customerId: string }) {
  const t = useTexts('admin', 'users')
  const customer = useQuery(customerQuery(customerId)).data?.title.trim()
  const address = useSearch({ from: '/shell/customers/$customerId/users' })
  const navigate = useNavigate()
  const list = usePagedList({
    address,
    read: (request) => customerUsersQuery(customerId, request),
    searched: (user) => [user.email, fullName(user)],
  })
  // A platform that does not list one's own sessions does not list anybody's.
  const ownSessions = useQuery(ownSessionsQuery())
  const dialogs = useKeptDialog<UserDialog>(`users ${customerId}`, parseUserForm)
  const { setDialog } = dialogs
  const activation = useActivation((user: User, token: string) => setDialog({ kind: 'setPassword', user, token }))
  const columns = useUserColumns({
    busyUserId: activation.busyUserId,
    showsSessions: !!ownSessions.data,
    onAction: (action, user) => (action === 'setPassword' ? activation.start(user) : setDialog({ kind: action, user })),
  })
  return (
    <ListPage
      title={customer ? t('titleOf', { customer }) : t('title')}
      texts={t}
      list={list}
      columns={columns}
      back={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/customers' })}
        >
          {t('back')}
        </Button>
      }
      add={{ label: t('addUser'), onAdd: () => setDialog({ kind: 'add', customerId }) }}
      more={<Link to="/files/users">{t('asFile')}</Link>}
      empty={{ icon: IconUsers, text: t('emptyText') }}
    >
      <PageDialogs kept={dialogs} of={UserDialogs} />
    </ListPage>
  )
}
