import { Menu } from '@mantine/core'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from '@tanstack/react-router'
import { dropKeptForm } from '../../data/keptForm.ts'
import { signOut } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { SchemeChoice } from './SchemeChoice.tsx'
import { type SignedInState, UserButton, useRoleLabel } from './UserButton.tsx'
import styles from './UserMenu.module.css'

/** Account, Sign out, and the choices that belong to this computer. Stands open at first: it was asked for. */
export function UserMenuItems({ session }: { session: SignedInState }) {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const role = useRoleLabel(session)
  // Who goes on purpose leaves nothing behind in this tab.
  const leave = () => {
    dropKeptForm()
    signOut()
  }
  return (
    // Inside the page's banner, with nothing in it but items: what Mantine's placeholder for the first focus is not.
    <Menu
      defaultOpened
      position="bottom-end"
      width={240}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <UserButton session={session} />
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.whoInMenu} role="presentation">
          <span className={styles.email}>{session.user.email}</span>
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
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.8} aria-hidden="true" />} onClick={leave}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
