import { Menu, UnstyledButton } from '@mantine/core'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from '@tanstack/react-router'
import { signOut, useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'
import styles from './UserMenu.module.css'

/** Who is signed in and as what; Account, Sign out, and the choices that belong to this computer. */
export function UserMenu() {
  const t = useTexts('shell')
  const session = useSession()
  const navigate = useNavigate()
  if (session.state !== 'signedIn') return null
  const { email } = session.user
  const role = session.isTenantAdmin ? t('tenantAdmin') : t('user')
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton className={styles.trigger ?? ''} aria-label={`${t('userMenu')}: ${email}, ${role}`}>
          <span className={styles.who}>
            <span className={styles.email}>{email}</span>
            <span className={styles.role}>{role}</span>
          </span>
          <span className={styles.avatar} aria-hidden="true">
            {firstLetter(email)}
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.whoInMenu} role="presentation">
          <span className={styles.email}>{email}</span>
          <span className={styles.role}>{role}</span>
        </div>
        <Menu.Item
          leftSection={<IconUser size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/account' })}
        >
          {t('account')}
        </Menu.Item>
        <Menu.Divider />
        <SchemeChoice />
        <LanguageChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.8} aria-hidden="true" />} onClick={signOut}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function firstLetter(text: string): string {
  return (Array.from(text)[0] ?? '?').toLocaleUpperCase()
}
