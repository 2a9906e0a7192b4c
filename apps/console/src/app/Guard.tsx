import { Navigate, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../data/session.ts'
import { useTexts } from '../texts/useTexts.ts'
import { FullScreenSpinner } from '../ui/states/FullScreenSpinner.tsx'
import { lazyPart } from '../ui/states/lazyPart.tsx'

const SignedIn = lazyPart(async () => (await import('./SignedIn.tsx')).SignedIn)

/** Renders pages for signed-in users only: a spinner while the session loads, then the page in its shell, or /login. */
export function Guard() {
  const t = useTexts('common', 'shell')
  const session = useSession()
  if (session.state === 'loading') return <FullScreenSpinner label={t('loadingSession')} />
  if (session.state === 'signedOut') return <Navigate to="/login" replace />
  return (
    <Suspense fallback={<FullScreenSpinner label={t('loadingPage')} />}>
      <SignedIn key={session.user.userId}>
        <Outlet />
      </SignedIn>
    </Suspense>
  )
}
