import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { asOf } from '../../data/asOf.ts'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { markOf } from '../../data/health.ts'
import { useSession } from '../../data/session.ts'
import { useFollowWatch, useHeld, useWatch } from '../../data/useWatch.ts'
import type { Watch } from '../../data/watch.ts'
import { SAMPLE_MEMORY } from '../../features/sample/model/sampleMemory.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { setTab } from '../../ui/page/tab.ts'
import { useFirstView } from '../../ui/states/firstView.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { QuietPart } from '../../ui/states/QuietPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { Footer } from './Footer.tsx'
import { Ribbon } from './Ribbon.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import type { SignedInState } from './UserButton.tsx'

/** The frame around every page behind the sign-in: top bar, ribbon, banners, footer. A wall has nothing around it. */
export function Shell({ notice, children }: { notice?: ReactNode; children: ReactNode }) {
  const t = useTexts('common', 'shell')
  const header = useRef<HTMLElement>(null)
  const isWall = useLocation({ select: ({ pathname, search }) => pathname === '/now' && search.view === 'wall' })
  useHeaderHeight(header, isWall)
  const isKept = useHeld(asOf) !== null
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
    <div className={styles.shell} data-old={isKept || undefined}>
      <a className={styles.skip} href="#content">
        {t('skipToContent')}
      </a>
      <header className={styles.header} ref={header}>
        <TopBar />
        <Ribbon />
        <QuietPart part={Banners} isUrgent />
        {notice}
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <QuietPart part={PrintHead} />
        <Sample />
        {children}
      </main>
      <Footer />
      <WatchFollower />
      <AlertsSlot />
    </div>
  )
}

const PrintHead = lazyPart(async () => (await import('./PrintHead.tsx')).PrintHead)

const Banners = lazyPart(async () => (await import('./Banners.tsx')).Banners)

const SampleCity = lazyPart(async () => (await import('../../features/sample/SampleCity.tsx')).SampleCity, 'settings')

/** Keeps the room of its cards until it is known whether there are any, so that the page does not move. */
function Sample() {
  const isWanted = consoleSettings().demonstration
  const isLoaded = useLoadedQuietly(SampleCity, useFirstView() && isWanted)
  const session = useSession()
  const [isAwaited, setAwaited] = useState(() => session.state === 'signedIn' && awaitsCards(session))
  if (!isWanted) return null
  return (
    <div className={styles.sample} data-awaited={isAwaited || undefined}>
      {isLoaded && <SampleCity onCards={() => setAwaited(false)} />}
    </div>
  )
}

/** Returns whether a visitor's first page is one with cards: nothing is stored about them yet. */
function awaitsCards({ user, isTenantAdmin }: SignedInState): boolean {
  try {
    const isNew = localStorage.getItem(SAMPLE_MEMORY + user.userId) === null
    return isTenantAdmin && isNew && ['/', '/now'].includes(location.pathname)
  } catch {
    return false
  }
}

const Alerts = lazyPart(async () => (await import('./Alerts.tsx')).Alerts, 'admin')

/** Notices and sounds, loaded after the first view. */
function AlertsSlot({ isWall = false }: { readonly isWall?: boolean }) {
  return useLoadedQuietly(Alerts, useFirstView()) && <Alerts isWall={isWall} />
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
