import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { User } from '@greenwave/contract/wire/users'
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { userQuery } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import styles from './UserActions.module.css'

/** The actions that a row offers. */
export type UserAction = 'edit' | 'setPassword' | 'sessions' | 'delete'

/** Properties of `UserActions`. */
export interface UserActionsProps {
  user: User
  /** The user whose activation link is being fetched. */
  busyUserId: string | undefined
  /** True if the platform can list sessions. */
  showsSessions: boolean
  onAction: (action: UserAction) => void
}

/**
 * Shows the actions for one user. Set Password is in every row: the platform refuses it for a user who has a password, and
 * the page then shows the next step.
 */
export function UserActions({ user, busyUserId, showsSessions, onAction }: UserActionsProps) {
  const t = useTexts('admin', 'users')
  const cell = useRef<HTMLDivElement>(null)
  const activated = useIsActivated(user.id.id, useOnScreen(cell))
  const { email } = user
  const setPassword = {
    action: 'setPassword',
    word: t('setPasswordWord'),
    label: t('setPassword', { email }),
    disabled: busyUserId !== undefined,
    loading: busyUserId === user.id.id,
  } as const
  const sessions = { action: 'sessions', label: t('sessions', { email }), icon: IconDevices } as const
  return (
    <div ref={cell} className={styles.actions}>
      {activated && (
        <span className={styles.activated} title={t('activatedHint')}>
          {t('activated')}
        </span>
      )}
      <RowActions
        actions={[
          { action: 'edit', label: t('edit', { email }), icon: IconPencil },
          setPassword,
          ...(showsSessions ? [sessions] : []),
          { action: 'delete', label: t('delete', { email }), icon: IconTrash, danger: true },
        ]}
        onAction={onAction}
      />
    </div>
  )
}

/**
 * Returns whether a user has a password already; false while this is unknown, as on platforms that do not report it.
 * Only the call for a single user reports it, not the list, so it is made for rows on screen only.
 */
function useIsActivated(userId: string, onScreen: boolean): boolean {
  const user = useQuery({ ...userQuery(userId), enabled: onScreen })
  return infoOf(user.data?.additionalInfo).userActivated === true
}
