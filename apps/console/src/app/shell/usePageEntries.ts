import IconArrowsDiff from '@tabler/icons-react/dist/esm/icons/IconArrowsDiff.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs'
import IconFileSettings from '@tabler/icons-react/dist/esm/icons/IconFileSettings.mjs'
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconServer from '@tabler/icons-react/dist/esm/icons/IconServer.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import type { NavigateOptions } from '@tanstack/react-router'
import { useSession } from '../../data/session.ts'
import type { GoTo, PaletteEntry } from '../../features/find/model/paletteEntry.ts'
import { useTexts } from '../../texts/useTexts.ts'
import type { NavPage } from './navPages.ts'

/** A page before it is an entry of the palette. */
interface Page extends Omit<PaletteEntry, 'id' | 'kind' | 'choose'> {
  readonly name: string
  readonly target: NavigateOptions
}

/** Returns the pages that a user may open and that need no name of anything, as entries of the palette. */
export function usePageEntries(navPages: readonly NavPage[], goTo: GoTo): readonly PaletteEntry[] {
  const t = useTexts('common', 'shell')
  const find = useTexts('admin', 'find')
  const account = t('account')
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const ofAdmins: readonly Page[] = [
    { name: 'rollouts', label: t('rollouts'), icon: IconStack, target: { to: '/rollouts' } },
    { name: 'system', label: t('system'), icon: IconServer, target: { to: '/system' } },
  ]
  const lists: readonly Page[] = (['devices', 'customers', 'users'] as const).map((list) => ({
    name: `${list}File`,
    label: find(`files.${list}`),
    words: [find('fileWords.list')],
    icon: IconFileSpreadsheet,
    target: { to: `/files/${list}` },
  }))
  const pages: readonly Page[] = [
    ...navPages.map(({ to, name, icon }) => ({ name, label: t(name), icon, target: { to } })),
    ...(isTenantAdmin
      ? []
      : [{ name: 'changes', label: t('changes'), icon: IconPencil, target: { to: '/changes' } } as const]),
    { name: 'compare', label: find('compare'), icon: IconArrowsDiff, target: { to: '/changes/compare' } },
    ...(isTenantAdmin ? ofAdmins : []),
    {
      name: 'settingsFile',
      label: find('files.settings'),
      words: [find(isTenantAdmin ? 'fileWords.settings' : 'fileWords.settingsOut')],
      icon: IconFileSettings,
      target: { to: '/files/settings' },
    },
    ...(isTenantAdmin ? lists : []),
    {
      name: 'past',
      label: `${t('now')}: ${find('past')}`,
      icon: IconHistory,
      target: { to: '/now', search: { show: 'past' } },
    },
    {
      name: 'wall',
      label: `${t('now')}: ${find('wall')}`,
      icon: IconDeviceTv,
      target: { to: '/now', search: { view: 'wall' } },
    },
    { name: 'profile', label: `${account}: ${find('profile')}`, icon: IconUser, target: { to: '/account' } },
    {
      name: 'security',
      label: `${account}: ${find('security')}`,
      icon: IconLock,
      target: { to: '/account', search: { tab: 'security' } },
    },
    {
      name: 'notifications',
      label: `${account}: ${find('notifications')}`,
      icon: IconBell,
      target: { to: '/account', search: { tab: 'notifications' } },
    },
  ]
  return pages.map(({ name, target, ...page }) => ({
    ...page,
    id: `page-${name}`,
    kind: 'pages',
    choose: () => goTo(target),
  }))
}
