import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs'
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs'
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSunMoon from '@tabler/icons-react/dist/esm/icons/IconSunMoon.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { chooseSound, SOUND_CHOICES, useSoundChoice } from '../../data/soundChoice.ts'
import { reconnect, useLiveLost } from '../../data/useLive.ts'
import type { PaletteEntry } from '../../features/find/model/paletteEntry.ts'
import { PACK_NAMES, PACKS, packOfTag } from '../../texts/packs.ts'
import { changePack } from '../../texts/texts.ts'
import { useLanguage, useTexts } from '../../texts/useTexts.ts'
import { leave } from './leave.ts'
import { useSchemeChoice } from './schemes.ts'

/** An action before it is an entry of the palette. */
interface Action extends Omit<PaletteEntry, 'kind' | 'choose'> {
  readonly run: () => void
}

/** Lists the actions that are available on every page, as entries of the palette, without those that change nothing. */
export function useActionEntries(onClose: () => void, onHelp: () => void): readonly PaletteEntry[] {
  const t = useTexts('common', 'shell')
  const find = useTexts('admin', 'find')
  const lost = useLiveLost()
  const creations = useCreations()
  const faults = useFaults()
  const choices = useChoices()
  const actions: readonly Action[] = [
    ...creations,
    ...faults,
    ...(lost
      ? [{ id: 'action-reconnect', label: t('banner.reconnect'), icon: IconPlugConnected, run: reconnect }]
      : []),
    ...choices,
    { id: 'action-help', label: find('help'), detail: '?', icon: IconHelp, run: onHelp },
    { id: 'action-signOut', label: t('signOut'), icon: IconLogout, run: leave },
  ]
  return actions.map(({ run, ...action }) => ({
    ...action,
    kind: 'actions',
    choose: () => {
      onClose()
      run()
    },
  }))
}

/** Returns the dialogs of other pages, and the pages, that create something, for tenant administrators. */
function useCreations(): readonly Action[] {
  const t = useTexts('admin', 'find')
  const session = useSession()
  const navigate = useNavigate()
  const here = useLocation({ select: ({ pathname }) => pathname })
  if (session.state !== 'signedIn' || !session.isTenantAdmin) return []
  const adding = (to: '/devices' | '/customers') => () =>
    // A list that is on screen already keeps its page and order.
    void navigate({ to, search: here === to ? true : {}, state: { dialog: { kind: 'add' } } })
  return [
    { id: 'action-addDevice', label: t('addDevice'), icon: IconPlus, run: adding('/devices') },
    { id: 'action-addCustomer', label: t('addCustomer'), icon: IconPlus, run: adding('/customers') },
    {
      id: 'action-addCorridor',
      label: t('addCorridor'),
      icon: IconPlus,
      run: () => void navigate({ to: '/corridors/new' }),
    },
    {
      id: 'action-addRollout',
      label: t('addRollout'),
      icon: IconPlus,
      run: () => void navigate({ to: '/rollouts/new' }),
    },
  ]
}

/** Returns, in the demonstration, the dialog that causes a fault on the junction on screen, for tenant administrators. */
function useFaults(): readonly Action[] {
  const t = useTexts('admin', 'find')
  const session = useSession()
  const navigate = useNavigate()
  const showsJunction = useLocation({
    select: ({ pathname }) => pathname === '/' || pathname.startsWith('/devices/'),
  })
  const isOffered = consoleSettings().demonstration && session.state === 'signedIn' && session.isTenantAdmin
  if (!isOffered || !showsJunction) return []
  const cause = () =>
    void navigate({ to: '.', search: true, hash: true, replace: true, state: { dialog: { kind: 'causeFault' } } })
  return [{ id: 'action-causeFault', label: t('causeFault'), icon: IconFlask, run: cause }]
}

/** Returns the other themes, languages and choices of sound. */
function useChoices(): readonly Action[] {
  const t = useTexts('common', 'shell')
  const schemes = useSchemeChoice()
  const pack = packOfTag(useLanguage())
  const sound = useTexts('admin', 'sound')
  const chosen = useSoundChoice()
  return [
    ...SOUND_CHOICES.filter((choice) => choice !== chosen).map((choice) => ({
      id: `action-sound-${choice}`,
      label: `${sound('label')}: ${sound(`choices.${choice}`)}`,
      icon: IconVolume,
      run: () => chooseSound(choice),
    })),
    ...schemes.offered
      .filter(({ value }) => value !== schemes.chosen)
      .map(({ value, label }) => ({
        id: `action-theme-${value}`,
        label: `${t('theme')}: ${label}`,
        icon: IconSunMoon,
        run: () => schemes.choose(value),
      })),
    ...PACKS.filter((other) => other !== pack).map((other) => ({
      id: `action-language-${other}`,
      label: `${t('language')}: ${PACK_NAMES[other]}`,
      icon: IconLanguage,
      run: () => void changePack(other),
    })),
  ]
}
