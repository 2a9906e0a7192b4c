import { Menu } from '@mantine/core'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../texts/useTexts.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { leave } from './leave.ts'
import { SchemeChoice } from './SchemeChoice.tsx'
import { type SignedInState, UserButton, useRoleLabel } from './UserButton.tsx'
import styles from './UserMenu.module.css'

/**
 * The menu with Account, recent changes, the corridors, Sign out and the choices stored on this computer. It is open
 * when mounted, because the click that mounts it asks for the menu.
 */
export function UserMenuItems({ session }: { session: SignedInState }) {
  const t = useTexts('common', 'shell')
  const navigate = useNavigate()
  const role = useRoleLabel(session)
  return (
    // The menu is inside the page's banner and must contain only items; Mantine's placeholder for the initial focus is
    // not one.
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
        <Menu.Item
          leftSection={<IconHistory size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/changes' })}
        >
          {t('changes')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconRoute size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/corridors' })}
        >
          {t('corridors')}
        </Menu.Item>
        {session.isTenantAdmin && (
          <Menu.Item
            leftSection={<IconStack size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/rollouts' })}
          >
            {t('rollouts')}
          </Menu.Item>
        )}
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
