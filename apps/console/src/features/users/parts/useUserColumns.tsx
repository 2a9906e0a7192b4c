import { type PendingEmail, pendingEmailOf, type User } from '@greenwave/contract/wire/users'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import list from '../../../ui/lists/ListTable.module.css'
import { type ListColumn, LongText } from '../../../ui/lists/ListTable.tsx'
import type { UsersAddress } from '../model/usersAddress.ts'
import { type UserAction, UserActions } from './UserActions.tsx'

type UserColumn = ListColumn<User, UsersAddress['sortProperty']>

interface UserColumnsParts {
  /** The user whose activation link is being fetched. */
  busyUserId: string | undefined
  /** True if the platform can list sessions. */
  showsSessions: boolean
  onAction: (action: UserAction, user: User) => void
}

/** Returns the columns of the list of a customer's users. */
export function useUserColumns({ busyUserId, showsSessions, onAction }: UserColumnsParts) {
  const t = useTexts('admin', 'users')
  const shell = useTexts('common', 'shell')
  return [
    {
      label: t('email'),
      sortBy: 'email',
      part: 'title',
      cell: (user) => (
        <div className={list.title}>
          <LongText>{user.email}</LongText>
          <NewEmail pending={pendingEmailOf(user)} />
        </div>
      ),
    },
    { label: t('name'), sortBy: 'firstName', cell: (user) => <LongText>{fullName(user) || '–'}</LongText> },
    {
      label: t('authority'),
      sortBy: 'authority',
      cell: ({ authority }) => shell(authority === 'TENANT_ADMIN' ? 'tenantAdmin' : 'user'),
    },
    {
      label: t('created'),
      sortBy: 'createdTime',
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
  ] satisfies UserColumn[]
}

function NewEmail({ pending }: { readonly pending: PendingEmail | undefined }) {
  const t = useTexts('admin', 'users')
  return pending ? <LongText muted>{t('newEmailListed', { email: pending.email })}</LongText> : null
}

/** Returns first and last name with a space between; empty when the platform has neither. */
export function fullName(user: {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}): string {
  return [user.firstName, user.lastName]
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join(' ')
}
