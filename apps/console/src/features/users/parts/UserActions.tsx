import type { User } from '@greenwave/contract/users'
import IconDevices from '@tabler/icons-react/dist/esm/icons/IconDevices.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useRef } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { RowActions } from '../../../ui/lists/RowActions.tsx'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { useIsActivated } from '../model/useIsActivated.ts'
import styles from './UserActions.module.css'

export type UserAction = 'edit' | 'setPassword' | 'sessions' | 'delete'

export interface UserActionsProps {
  user: User
  /** The user whose activation link is on its way. */
  busyUserId: string | undefined
  /** True where the platform tells who is signed in. */
  showsSessions: boolean
  onAction: (action: UserAction) => void
}

/** What can be done with a user. A first password is offered only while there is none: no call gives a second one. */
export function UserActions({ user, busyUserId, showsSessions, onAction }: UserActionsProps) {
  const t = useTexts('users')
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
          ...(activated ? [] : [setPassword]),
          ...(showsSessions ? [sessions] : []),
          { action: 'delete', label: t('delete', { email }), icon: IconTrash, danger: true },
        ]}
        onAction={onAction}
      />
    </div>
  )
}
