import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconStack from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs'
import { useSession } from '../../data/session.ts'
import type { GoTo } from '../../features/find/model/goTo.ts'
import type { PaletteEntry } from '../../features/find/model/paletteEntry.ts'
import { useTexts } from '../../texts/useTexts.ts'
import type { NavPage } from './navPages.ts'

/** Returns the pages of the top bar, the changes of one junction and of many, the past, the wall, and the pages of the account, as entries of the palette. */
export function usePageEntries(pages: readonly NavPage[], goTo: GoTo): readonly PaletteEntry[] {
  const t = useTexts('shell')
  const find = useTexts('find')
  const account = t('account')
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const rollouts: PaletteEntry = {
    id: 'page-rollouts',
    kind: 'pages',
    label: t('rollouts'),
    icon: IconStack,
    choose: () => goTo({ to: '/rollouts' }),
  }
  return [
    ...pages.map(
      ({ to, name, icon }): PaletteEntry => ({
        id: `page-${name}`,
        kind: 'pages',
        label: t(name),
        icon,
        choose: () => goTo({ to }),
      }),
    ),
    {
      id: 'page-changes',
      kind: 'pages',
      label: t('changes'),
      icon: IconPencil,
      choose: () => goTo({ to: '/changes' }),
    },
    ...(isTenantAdmin ? [rollouts] : []),
    {
      id: 'page-past',
      kind: 'pages',
      label: `${t('now')}: ${find('past')}`,
      icon: IconHistory,
      choose: () => goTo({ to: '/now', search: { show: 'past' } }),
    },
    {
      id: 'page-wall',
      kind: 'pages',
      label: `${t('now')}: ${find('wall')}`,
      icon: IconDeviceTv,
      choose: () => goTo({ to: '/now', search: { view: 'wall' } }),
    },
    {
      id: 'page-profile',
      kind: 'pages',
      label: `${account}: ${find('profile')}`,
      icon: IconUser,
      choose: () => goTo({ to: '/account' }),
    },
    {
      id: 'page-security',
      kind: 'pages',
      label: `${account}: ${find('security')}`,
      icon: IconLock,
      choose: () => goTo({ to: '/account', search: { tab: 'security' } }),
    },
    {
      id: 'page-notifications',
      kind: 'pages',
      label: `${account}: ${find('notifications')}`,
      icon: IconBell,
      choose: () => goTo({ to: '/account', search: { tab: 'notifications' } }),
    },
  ]
}
