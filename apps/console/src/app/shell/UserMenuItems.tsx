import { Menu } from '@mantine/core'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useNavigate } from '@tanstack/react-router'
import { PACK_NAMES, packOfTag, PACKS, tagOf } from '../../texts/packs.ts'
import { changePack } from '../../texts/texts.ts'
import { chooseSound, SOUND_CHOICES, useSoundChoice } from '../../data/soundChoice.ts'
import { useHasCorridors } from '../../data/queries/useHasCorridors.ts'
import { unsent } from '../../data/queries/unsent.ts'
import { useHeld } from '../../data/useWatch.ts'
import { useLanguage, useTexts } from '../../texts/useTexts.ts'
import { KeyHint } from '../../ui/page/KeyHint.tsx'
import { type SignedInState, UserButton, useRoleLabel } from './UserButton.tsx'
import styles from './UserMenu.module.css'
import { leave } from './leave.ts'
import { useSchemeChoice } from './schemes.ts'

/**
 * The menu with Account, recent changes, the corridors, the installation, Sign out and the choices stored on this computer. It is open
 * when mounted, because the click that mounts it asks for the menu.
 */
export function UserMenuItems({ session, onHelp }: { session: SignedInState; onHelp: () => void }) {
  const t = useTexts('common', 'shell')
  const find = useTexts('admin', 'find')
  const navigate = useNavigate()
  const role = useRoleLabel(session)
  const hasCorridors = useHasCorridors()
  const lost = useTexts('admin', 'unsent')
  const unsentCount = useHeld(unsent).length
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
      <Menu.Dropdown className={styles.items ?? ''}>
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
        {hasCorridors && (
          <Menu.Item
            leftSection={<IconRoute size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/corridors' })}
          >
            {t('corridors')}
          </Menu.Item>
        )}
        {session.isTenantAdmin && (
          <Menu.Item
            leftSection={<IconStack size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/rollouts' })}
          >
            {t('rollouts')}
          </Menu.Item>
        )}
        {session.isTenantAdmin && (
          <Menu.Item
            leftSection={<IconServer size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/system' })}
          >
            {t('system')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconHelp size={16} stroke={1.8} aria-hidden="true" />}
          rightSection={<KeyHint>?</KeyHint>}
          onClick={onHelp}
        >
          {find('help')}
        </Menu.Item>
        <Menu.Divider />
        <SoundMenu />
        <SchemeChoice />
        <LanguageChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.8} aria-hidden="true" />} onClick={leave}>
          {unsentCount > 0 ? lost('lost', { count: unsentCount }) : t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The choice of the incidents that sound, stored on this computer. */
function SoundMenu() {
  const t = useTexts('admin', 'sound')
  return (
    <>
      <Menu.Label>{t('label')}</Menu.Label>
      <Menu.RadioGroup
        value={useSoundChoice()}
        onChange={(value) => chooseSound(SOUND_CHOICES.find((choice) => choice === value) ?? 'off')}
      >
        {SOUND_CHOICES.map((choice) => (
          <Menu.RadioItem key={choice} value={choice}>
            {t(`choices.${choice}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** The choice of a language pack, stored on this computer. */
function LanguageChoice() {
  const t = useTexts('common', 'shell')
  const language = useLanguage()
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      <Menu.RadioGroup
        value={packOfTag(language)}
        onChange={(value) => void changePack(PACKS.find((pack) => pack === value) ?? 'default')}
      >
        {PACKS.map((pack) => (
          <Menu.RadioItem key={pack} value={pack} lang={tagOf(pack)}>
            {PACK_NAMES[pack]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** The choice of a theme, stored on this computer. */
function SchemeChoice() {
  const t = useTexts('common', 'shell')
  const { chosen, offered, choose } = useSchemeChoice()
  return (
    <>
      <Menu.Label>{t('theme')}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={(value) => choose(value ?? 'auto')}>
        {offered.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
