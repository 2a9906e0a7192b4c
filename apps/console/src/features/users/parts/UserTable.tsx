import type { User } from '@greenwave/contract/users'
import { ActionIcon } from '@mantine/core'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useTexts } from '../../../texts/useTexts.ts'
import { dateText } from '../../../ui/dateText.ts'
import list from '../../../ui/ListTable.module.css'
import { type ListColumn, ListTable, LongText } from '../../../ui/ListTable.tsx'
import { type Sort, SortHeader } from '../../../ui/SortHeader.tsx'
import { fullName } from '../fullName.ts'
import type { UsersAddress } from '../usersAddress.ts'

type UserAction = 'edit' | 'setPassword' | 'delete'
type UsersSort = Sort<UsersAddress['sortProperty']>

const ACTIONS = [
  { action: 'edit', icon: IconPencil },
  { action: 'setPassword', icon: IconKey },
  { action: 'delete', icon: IconTrash },
] as const

export interface UserTableProps {
  label: string
  users: readonly User[]
  stale: boolean
  sort: UsersSort
  onSort: (sort: UsersSort) => void
  /** The user whose activation link is on its way. */
  busyUserId: string | undefined
  onAction: (action: UserAction, user: User) => void
}

export function UserTable({ label, users, stale, sort, onSort, busyUserId, onAction }: UserTableProps) {
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
        <div className={list.actions}>
          {ACTIONS.map(({ action, icon: ActionShape }) => {
            const words = t(action, { email: user.email })
            return (
              <ActionIcon
                key={action}
                size="lg"
                {...(action === 'delete' && { color: 'bad' })}
                aria-label={words}
                title={words}
                disabled={action === 'setPassword' && busyUserId !== undefined}
                loading={action === 'setPassword' && busyUserId === user.id.id}
                onClick={() => onAction(action, user)}
              >
                <ActionShape size={18} stroke={1.8} aria-hidden="true" />
              </ActionIcon>
            )
          })}
        </div>
      ),
    },
  ]
  return <ListTable label={label} columns={columns} rows={users} rowKey={({ id }) => id.id} stale={stale} />
}
