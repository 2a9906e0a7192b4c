import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { type ConnectionState, useConnectionState } from '../../data/useLive.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LogoMark } from '../../ui/page/LogoMark.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { StatusTag, type Tone } from '../../ui/states/StatusTag.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { QuietPart } from '../../ui/states/QuietPart.tsx'
import { FindButton } from './FindButton.tsx'
import styles from './TopBar.module.css'
import { UserButton } from './UserButton.tsx'
import { type NavPage, useNavPages } from './navPages.ts'

const TONES: Readonly<Record<ConnectionState['kind'], Tone>> = {
  off: 'mute',
  connecting: 'info',
  live: 'ok',
  retrying: 'warn',
  lost: 'bad',
  refused: 'bad',
}

/** Shows in one word whether the data on screen is live. */
export function LiveBadge() {
  const t = useTexts('common', 'shell')
  const { kind } = useConnectionState()
  return <StatusTag tone={TONES[kind]}>{t(`live.${kind}`)}</StatusTag>
}

/** On phones. */
const SunToggle = lazyPart(async () => (await import('./SunToggle.tsx')).SunToggle)

/** Loaded when it is opened first. */
const Help = lazyPart(async () => (await import('../../features/help/Help.tsx')).Help, 'monitoring')

/** Places where a question mark is text, and dialogs. */
const TYPING = 'input, textarea, select, [contenteditable], [role=dialog]'

/** The logo, product title, links and signed-in user. On phones the links are at the lower edge of the window. */
export function TopBar() {
  const t = useTexts('common', 'shell')
  const pages = useNavPages()
  /** Each opening of the help has an object of its own; undefined until the first. */
  const [help, setHelp] = useState<object | null>()
  const openHelp = () => setHelp({})
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent) => {
      if (key === '?' && target instanceof Element && !target.closest(TYPING)) setHelp((open) => open ?? {})
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <div className={styles.bar}>
      <Link to="/" className={styles.brand ?? ''}>
        <LogoMark />
        <span className={styles.product}>{consoleSettings().productName}</span>
      </Link>
      <nav className={styles.nav} aria-label={t('mainNavigation')}>
        {pages.map((page) => (
          <NavLink key={page.to} page={page} />
        ))}
      </nav>
      <div className={styles.right}>
        <FindButton pages={pages} onHelp={openHelp} />
        <LiveBadge />
        <QuietPart part={SunToggle} />
        <UserMenu onHelp={openHelp} />
      </div>
      {help !== undefined && (
        <PartLoading failed={null}>
          <Help opening={help} onClose={() => setHelp(null)} />
        </PartLoading>
      )}
    </div>
  )
}

function NavLink({ page: { to, name, icon: LinkIcon, exact = false, also, wideOnly } }: { page: NavPage }) {
  const t = useTexts('common', 'shell')
  const isAlso = useLocation({ select: ({ pathname }) => pathname === also })
  const active = isAlso && { 'data-status': 'active', 'aria-current': 'page' as const }
  const target: LinkProps = { to, activeOptions: { exact, includeSearch: false } }
  return (
    <Link {...target} {...active} className={styles.link ?? ''} data-wide-only={wideOnly}>
      <LinkIcon className={styles.icon} size={20} stroke={1.7} aria-hidden="true" />
      {t(name)}
    </Link>
  )
}

const UserMenuItems = lazyPart(async () => (await import('./UserMenuItems.tsx')).UserMenuItems, 'admin')

/** The signed-in user, with a menu that is loaded when the user is about to open it. */
function UserMenu({ onHelp }: { readonly onHelp: () => void }) {
  const session = useSession()
  const [wanted, setWanted] = useState(false)
  if (session.state !== 'signedIn') return null
  const closed = (
    <UserButton
      session={session}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void UserMenuItems.preload()}
      onFocus={() => void UserMenuItems.preload()}
      onClick={() => setWanted(true)}
    />
  )
  return wanted ? (
    <Suspense fallback={closed}>
      <UserMenuItems session={session} onHelp={onHelp} />
    </Suspense>
  ) : (
    closed
  )
}
