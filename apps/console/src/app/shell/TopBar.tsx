import type { Icon } from '@tabler/icons-react'
import IconBuildingCommunity from '@tabler/icons-react/dist/esm/icons/IconBuildingCommunity.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { Link, type LinkProps } from '@tanstack/react-router'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LogoMark } from '../../ui/page/LogoMark.tsx'
import { LiveBadge } from './LiveBadge.tsx'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

/** The logo, product title, links and signed-in user. On phones the links are at the lower edge of the window. */
export function TopBar() {
  const t = useTexts('shell')
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <div className={styles.bar}>
      <Link to="/" className={styles.brand ?? ''}>
        <LogoMark />
        <span className={styles.product}>{consoleSettings().productName}</span>
      </Link>
      <nav className={styles.nav} aria-label={t('mainNavigation')}>
        <NavLink to="/" exact icon={IconLayoutDashboard} label={t('dashboard')} />
        <NavLink to="/devices" icon={IconTrafficLights} label={t('devices')} />
        {isTenantAdmin && <NavLink to="/customers" icon={IconBuildingCommunity} label={t('customers')} />}
      </nav>
      <div className={styles.right}>
        <LiveBadge />
        <UserMenu />
      </div>
    </div>
  )
}

interface NavLinkProps {
  to: '/' | '/devices' | '/customers'
  icon: Icon
  label: string
  /** True when the link is active only at exactly this address. */
  exact?: boolean
}

function NavLink({ to, icon: LinkIcon, label, exact = false }: NavLinkProps) {
  const target: LinkProps = { to, activeOptions: { exact, includeSearch: false } }
  return (
    <Link {...target} className={styles.link ?? ''}>
      <LinkIcon className={styles.icon} size={20} stroke={1.7} aria-hidden="true" />
      {label}
    </Link>
  )
}
