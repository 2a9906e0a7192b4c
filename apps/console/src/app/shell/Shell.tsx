import { useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useNoticePermission } from '../../data/noticePermission.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { ClockBanner } from './ClockBanner.tsx'
import { Footer } from './Footer.tsx'
import { LiveBanner } from './LiveBanner.tsx'
import { PreparationBanner } from './PreparationBanner.tsx'
import { PrintHead } from './PrintHead.tsx'
import { Ribbon } from './Ribbon.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { WatchFollower } from './WatchFollower.tsx'

/** The frame around every page behind the sign-in: top bar, ribbon, banners, footer. A wall has nothing around it. */
export function Shell({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  const t = useTexts('common', 'shell')
  const header = useRef<HTMLElement>(null)
  const isWall = useLocation({ select: ({ pathname, search }) => pathname === '/now' && search.view === 'wall' })
  useHeaderHeight(header, isWall)
  if (isWall) {
    return (
      <main id="content">
        {children}
        <WatchFollower />
      </main>
    )
  }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <header className={styles.header} ref={header}>
        <TopBar />
        <Ribbon />
        <LiveBanner />
        <ClockBanner />
        <PreparationBanner />
        <UnderWay />
        {notice}
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <PrintHead />
        {children}
      </main>
      <Footer />
      <WatchFollower />
      <Notices />
    </div>
  )
}

const ChangeTray = lazyPart(async () => (await import('./ChangeTray.tsx')).ChangeTray, 'device', 'settings')

/** Delay before the changes under way are loaded, so that the page is drawn first, milliseconds. */
const TRAY_AFTER_MS = 5000

function UnderWay() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), TRAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const session = useSession()
  // Users with other roles may not query junctions.
  const mayAsk = session.state === 'signedIn' && (session.isTenantAdmin || session.isCustomerUser)
  return useLoadedQuietly(ChangeTray, isDue && mayAsk) && <ChangeTray />
}

/** Loaded where the browser may show notices. */
const NoticeFollower = lazyPart(async () => (await import('./NoticeFollower.tsx')).NoticeFollower, 'admin')

function Notices() {
  const session = useSession()
  const mayShow = useNoticePermission() === 'granted'
  if (!mayShow || session.state !== 'signedIn') return null
  return (
    <Suspense fallback={null}>
      <NoticeFollower userId={session.user.userId} />
    </Suspense>
  )
}

/**
 * Updates `--gw-header-height`, from which pages know where the free part of the window starts. It changes when a
 * banner appears or disappears.
 */
function useHeaderHeight(header: { readonly current: HTMLElement | null }, isWall: boolean): void {
  useEffect(() => {
    const element = header.current
    if (isWall || !element) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--gw-header-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--gw-header-height')
    }
  }, [header, isWall])
}
