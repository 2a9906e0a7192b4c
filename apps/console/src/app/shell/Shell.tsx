import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { markOf } from '../../data/health.ts'
import { clockTroubleQuery, systemNoticesQuery } from '../../data/queries/system.ts'
import { useSession } from '../../data/session.ts'
import { useFollowWatch, useWatch } from '../../data/useWatch.ts'
import type { Watch } from '../../data/watch.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { setTab } from '../../ui/page/tab.ts'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { Footer } from './Footer.tsx'
import { LiveBanner } from './LiveBanner.tsx'
import { PrintHead } from './PrintHead.tsx'
import { Ribbon } from './Ribbon.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

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
        <AlertsSlot isWall />
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
        <PlatformBanner />
        <UnderWay />
        {notice}
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <PrintHead />
        <Sample />
        {children}
      </main>
      <Footer />
      <WatchFollower />
      <AlertsSlot />
    </div>
  )
}

const SampleCity = lazyPart(async () => (await import('../../features/sample/SampleCity.tsx')).SampleCity, 'settings')

function Sample() {
  return useLoadedQuietly(SampleCity, consoleSettings().demonstration) && <SampleCity />
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

const Alerts = lazyPart(async () => (await import('./Alerts.tsx')).Alerts, 'admin')

/** Notices and sounds, loaded once the page is drawn. */
function AlertsSlot({ isWall = false }: { readonly isWall?: boolean }) {
  return useLoadedQuietly(Alerts, true) && <Alerts isWall={isWall} />
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

const ClockTrouble = lazyPart(async () => (await import('./ClockTrouble.tsx')).ClockTrouble)

/**
 * Shows tenant administrators that the platform's clock jumped, until that is over. The platform reports this only to
 * them.
 */
function ClockBanner() {
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const { data: trouble } = useQuery({ ...clockTroubleQuery(), enabled: isTenantAdmin })
  return (
    isTenantAdmin &&
    trouble && (
      <PartLoading>
        <ClockTrouble byMs={trouble.byMs} />
      </PartLoading>
    )
  )
}

const PlatformNotices = lazyPart(async () => (await import('./PlatformNotices.tsx')).PlatformNotices)

/** Shows what everybody must know of the platform until that is over: maintenance, parts that do not work. */
function PlatformBanner() {
  const session = useSession()
  const mayAsk = session.state === 'signedIn' && (session.isTenantAdmin || session.isCustomerUser)
  const { data: notices } = useQuery({ ...systemNoticesQuery(), enabled: mayAsk })
  return (
    notices && (
      <PartLoading>
        <PlatformNotices notices={notices} />
      </PartLoading>
    )
  )
}

/** Follows the watch over all junctions for every page, and shows the worst state of all in the tab. */
function WatchFollower() {
  useFollowWatch()
  const watch = useWatch()
  const ofFleet = watch.kind === 'watched' ? worstMark(watch) : undefined
  useEffect(() => {
    setTab({ ofFleet })
    return () => setTab({ ofFleet: undefined })
  }, [ofFleet])
  return null
}

function worstMark({ levels }: Watch) {
  const worst = ([5, 4, 3] as const).find((level) => (levels[level] ?? 0) > 0)
  return worst && markOf(worst)
}
