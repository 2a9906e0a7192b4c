import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { SessionState } from '../../data/sessionStore.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './UserMenu.module.css'

/** Session state while a user is signed in. */
export type SignedInState = Extract<SessionState, { state: 'signedIn' }>

/**
 * The button that opens the user menu, with the e-mail address, role and initial of the user. On phones only the
 * initial.
 */
export function UserButton({ session, ...props }: { session: SignedInState } & ComponentProps<'button'>) {
  const t = useTexts('common', 'shell')
  const { email } = session.user
  const role = useRoleLabel(session)
  return (
    <UnstyledButton {...props} className={styles.trigger ?? ''}>
      <VisuallyHidden>{`${t('userMenu')}: ${email}, ${role}`}</VisuallyHidden>
      <span className={styles.who} aria-hidden="true">
        <span className={styles.email}>{email}</span>
        <span className={styles.role}>{role}</span>
      </span>
      <span className={styles.avatar} aria-hidden="true">
        {(Array.from(email)[0] ?? '?').toLocaleUpperCase()}
      </span>
    </UnstyledButton>
  )
}

/** Returns the user's role as text: 'Tenant Admin' or 'User'. */
export function useRoleLabel(session: SignedInState): string {
  const t = useTexts('common', 'shell')
  return session.isTenantAdmin ? t('tenantAdmin') : t('user')
}
