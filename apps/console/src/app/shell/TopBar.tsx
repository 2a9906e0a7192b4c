import { Link, type LinkProps } from '@tanstack/react-router'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { LogoMark } from '../../ui/page/LogoMark.tsx'
import { FindButton } from './FindButton.tsx'
import { LiveBadge } from './LiveBadge.tsx'
import { type NavPage, navPagesOf } from './navPages.ts'
import styles from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'

/** The logo, product title, links and signed-in user. On phones the links are at the lower edge of the window. */
export function TopBar() {
  const t = useTexts('common', 'shell')
  const pages = navPagesOf(useSession())
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
        <FindButton pages={pages} />
        <LiveBadge />
        <UserMenu />
      </div>
    </div>
  )
}

function NavLink({ page: { to, name, icon: LinkIcon, exact = false, wideOnly } }: { page: NavPage }) {
  const t = useTexts('common', 'shell')
  const target: LinkProps = { to, activeOptions: { exact, includeSearch: false } }
  return (
    <Link {...target} className={styles.link ?? ''} data-wide-only={wideOnly}>
      <LinkIcon className={styles.icon} size={20} stroke={1.7} aria-hidden="true" />
      {t(name)}
    </Link>
  )
}
