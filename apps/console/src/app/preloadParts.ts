/**
 * Loads the other pages and parts while the browser is idle, one after another, so that pages not opened before also
 * open without a network.
 */
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { followReleases } from '../data/releases.ts'
import { useSession } from '../data/session.ts'
import type { Load } from './partsToPreload.ts'

/** Installs the service worker of the built console, and loads the other pages and parts. Shows nothing. */
export function LoadAhead() {
  const router = useRouter()
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  // Before the pages, because the worker keeps only what it answers.
  useEffect(() => (import.meta.env.PROD ? followReleases() : undefined), [])
  useEffect(() => preloadParts(router, isTenantAdmin), [router, isTenantAdmin])
  return null
}

/** Starts preloading. Loads nothing when the browser is set to save data. Returns a function that stops it. */
export function preloadParts(router: RegisteredRouter, isTenantAdmin: boolean): () => void {
  if (savesData()) return () => undefined
  const stopped = new AbortController()
  const { signal } = stopped
  const waiting: Load[] = [
    // The list too can wait.
    async () => waiting.push(...(await import('./partsToPreload.ts')).partsToPreload(router, isTenantAdmin)),
  ]
  let running = false
  const run = async () => {
    if (running) return
    running = true
    for (let load = waiting[0]; load && !signal.aborted; load = waiting[0]) {
      await idle()
      if (signal.aborted) return
      // A part that failed is tried again when the network is back; the user sees the failure only when opening it.
      if (!(await load().then(arrived, () => false))) break
      waiting.shift()
    }
    running = false
  }
  void run()
  window.addEventListener('online', () => void run(), { signal })
  return () => stopped.abort()
}

const arrived = () => true

function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean } | undefined)?.saveData === true
}

/** Waits until the browser is idle. Safari has no idle callback, so a short delay must do there. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
}
