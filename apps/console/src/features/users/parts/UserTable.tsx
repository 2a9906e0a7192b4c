import type { User } from '@greenwave/contract/users'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, ListTable, LongText } from '../../../ui/lists/ListTable.tsx'
import { type Sort, SortHeader } from '../../../ui/lists/SortHeader.tsx'
import { dateText } from '../../../ui/page/dateText.ts'
import { fullName } from '../model/fullName.ts'
import type { UsersAddress } from '../model/usersAddress.ts'
import { type UserAction, UserActions } from './UserActions.tsx'

type UsersSort = Sort<UsersAddress['sortProperty']>

export interface UserTableProps {
  label: string
  users: readonly User[]
  stale: boolean
  sort: UsersSort
  onSort: (sort: UsersSort) => void
  /** The user whose activation link is on its way. */
  busyUserId: string | undefined
  /** True where the platform tells who is signed in. */
  showsSessions: boolean
  onAction: (action: UserAction, user: User) => void
}

export function UserTable(props: UserTableProps) {
  const { label, users, stale, sort, onSort, busyUserId, showsSessions, onAction } = props
  const t = useTexts('users')
  const head = (words: string, property: UsersAddress['sortProperty']) => (
    <SortHeader label={words} property={property} sort={sort} onSort={onSort} />
  )
  const columns: ListColumn<User>[] = [
    {
      label: t('email'),
      head: head(t('email'), 'email'),
      part: 'title',
      cell: (user) => (
        <div className={list.title}>
          <LongText>{user.email}</LongText>
        </div>
      ),
    },
    {
      label: t('name'),
      head: head(t('name'), 'firstName'),
      cell: (user) => <LongText>{fullName(user) || '–'}</LongText>,
    },
    { label: t('authority'), head: head(t('authority'), 'authority'), cell: (user) => user.authority },
    {
      label: t('created'),
      head: head(t('created'), 'createdTime'),
      cell: (user) => <span className={list.number}>{dateText(user.createdTime)}</span>,
    },
    {
      label: t('actions'),
      part: 'actions',
      cell: (user) => (
        <UserActions
          user={user}
          busyUserId={busyUserId}
          showsSessions={showsSessions}
          onAction={(action) => onAction(action, user)}
        />
      ),
    },
  ]
  return <ListTable label={label} columns={columns} rows={users} rowKey={({ id }) => id.id} stale={stale} />
}
