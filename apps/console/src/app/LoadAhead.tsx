import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followReleases } from '../data/releases.ts'
import { useSession } from '../data/session.ts'
import { preloadParts } from './preloadParts.ts'

/** Installs the service worker of the built console, and loads the other pages ahead. Shows nothing. */
export function LoadAhead() {
  const router = useRouter()
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const isWall = useLocation({ select: ({ pathname, search }) => pathname === '/now' && search.view === 'wall' })
  // Before the pages, because the worker keeps only what it answers.
  useEffect(() => (import.meta.env.PROD && !isWall ? followReleases() : undefined), [isWall])
  useEffect(() => preloadParts(router, isTenantAdmin), [router, isTenantAdmin])
  return null
}
