import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { clockTroubleQuery, systemNoticesQuery } from '../../data/queries/system.ts'
import { useSession } from '../../data/session.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { LiveBanner } from './LiveBanner.tsx'
import { ReleaseNotice } from './ReleaseNotice.tsx'

/** What everybody must know of platform and console, below the bar, and the changes under way. */
export function Banners() {
  return (
    <>
      <LiveBanner />
      <ClockBanner />
      <PlatformBanner />
      <ReleaseNotice />
      <UnderWay />
    </>
  )
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

const Unsent = lazyPart(async () => (await import('./Unsent.tsx')).Unsent, 'admin')

const ChangeTray = lazyPart(async () => (await import('./ChangeTray.tsx')).ChangeTray, 'device', 'settings')

/** Delay before the changes under way and what is not sent yet are loaded, so that the page is drawn first, milliseconds. */
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
  const hasTray = useLoadedQuietly(ChangeTray, isDue && mayAsk)
  const hasUnsent = useLoadedQuietly(Unsent, isDue && mayAsk)
  return (
    <>
      {hasUnsent && <Unsent />}
      {hasTray && <ChangeTray />}
    </>
  )
}
