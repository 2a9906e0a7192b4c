import type { User } from '@greenwave/contract/users'
import { Button } from '@mantine/core'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { customerQuery } from '../../data/queries/customers.ts'
import { ownSessionsQuery } from '../../data/queries/sessions.ts'
import { customerUsersQuery } from '../../data/queries/users.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import page from '../../ui/lists/ListPage.module.css'
import { ListPager } from '../../ui/lists/ListPager.tsx'
import { ListSearchBar } from '../../ui/lists/ListSearchBar.tsx'
import { matchesSearch } from '../../ui/lists/matchesSearch.ts'
import { useLastPage } from '../../ui/lists/useLastPage.ts'
import { useListSearch } from '../../ui/lists/useListSearch.ts'
import { Card } from '../../ui/page/Card.tsx'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { UserDialogs } from './dialogs/UserDialogs.tsx'
import { fullName } from './model/fullName.ts'
import { readUserForm, type UserDialog } from './model/userDialog.ts'
import type { UsersAddress } from './model/usersAddress.ts'
import { UserTable } from './parts/UserTable.tsx'
import { useActivation } from './useActivation.ts'

/** The people of a customer, who may sign in and watch its devices. */
export function CustomerUsersPage({ customerId }: { customerId: string }) {
  const t = useTexts('users')
  const customer = useQuery(customerQuery(customerId))
  const title = customer.data?.title.trim()
  const heading = title ? t('titleOf', { customer: title }) : t('title')
  usePageTitle(heading)
  const address = useSearch({ from: '/shell/customers/$customerId/users' })
  const navigate = useNavigate({ from: '/customers/$customerId/users' })
  const change = (part: Partial<UsersAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })

  const { textSearch, ...request } = address
  const users = useQuery(customerUsersQuery(customerId, { ...request, ...(textSearch && { textSearch }) }))
  useLastPage(users, address.page, (last) => change({ page: last }, true))
  const search = useListSearch(address, change)
  // A platform that does not tell one's own sessions tells nobody's.
  const ownSessions = useQuery(ownSessionsQuery())
  const { setDialog, closeDialog, slot } = useKeptDialog<UserDialog>(`users ${customerId}`, readUserForm)
  const activation = useActivation((user: User, token: string) => setDialog({ kind: 'setPassword', user, token }))

  const loaded = users.data?.data ?? []
  const rows = search.everywhere
    ? loaded
    : loaded.filter((user) => matchesSearch(search.text, [user.email, fullName(user)]))
  const total = users.data?.totalElements ?? 0
  const add = () => setDialog({ kind: 'add', customerId })

  return (
    <div className={page.page}>
      <header className={page.header}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/customers' })}
        >
          {t('back')}
        </Button>
        <h1>{heading}</h1>
        <div className={page.headerActions}>
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('addUser')}
          </Button>
        </div>
      </header>

      <Card padded={false}>
        <ListSearchBar
          search={search}
          placeholder={t('searchPlaceholder')}
          counts={users.data && { found: rows.length, shown: loaded.length, total }}
          words={{
            searchAll: t('searchAll', { total }),
            searchedAll: t('searchedAll'),
            searchThisPage: t('searchThisPage'),
            foundOnPage: t('foundOnPage', { found: rows.length, shown: loaded.length }),
          }}
        />
        {users.isPending ? (
          <SkeletonRows rows={6} height={40} />
        ) : users.isError ? (
          <ErrorState
            error={users.error}
            fallback={t('loadFailed')}
            onRetry={() => void users.refetch()}
            retrying={users.isFetching}
          />
        ) : rows.length > 0 ? (
          <UserTable
            label={t('tableCaption', { page: address.page + 1 })}
            users={rows}
            stale={users.isPlaceholderData}
            sort={{ property: address.sortProperty, order: address.sortOrder }}
            onSort={(sort) => change({ sortProperty: sort.property, sortOrder: sort.order, page: 0 })}
            busyUserId={activation.busyUserId}
            showsSessions={ownSessions.isSuccess}
            onAction={(action, user) =>
              action === 'setPassword' ? activation.start(user) : setDialog({ kind: action, user })
            }
          />
        ) : search.text.trim() !== '' ? (
          <EmptyState
            compact
            title={t(search.everywhere ? 'noMatchAnywhere' : 'noMatchOnPage', { text: search.text.trim() })}
          />
        ) : (
          <EmptyState
            icon={IconUsers}
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<Button onClick={add}>{t('addUser')}</Button>}
          />
        )}
        {users.data && (
          <ListPager
            page={address.page}
            pageSize={address.pageSize}
            shown={loaded.length}
            total={total}
            hasNext={users.data.hasNext}
            onPage={(next) => change({ page: next })}
          />
        )}
      </Card>

      <DialogSlot
        {...slot}
        render={(shown, opened) => <UserDialogs dialog={shown} opened={opened} onClose={() => closeDialog(shown)} />}
      />
    </div>
  )
}
