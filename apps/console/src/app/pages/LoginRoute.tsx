import { Navigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { keptForm } from '../../data/keptForm.ts'
import { hasEnded, useSession } from '../../data/session.ts'
import { LoginPage } from '../../features/login/LoginPage.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { Footer } from '../shell/Footer.tsx'
import { SignInChoices } from '../shell/SignInChoices.tsx'
import styles from './LoginRoute.module.css'

/** Loaded with its texts when a sign-in needs it; most sign-ins do not. */
const SignInStep = lazyPart(
  async () => (await import('../../features/secondFactor/SignInStep.tsx')).SignInStep,
  'admin',
)

/** Loaded after the page; without it the password still serves. */
const ProviderSignIn = lazyPart(async () => {
  try {
    return (await import('../../features/login/parts/ProviderSignIn.tsx')).ProviderSignIn
  } catch {
    return () => null
  }
})

/** Shows the sign-in page. Goes to the dashboard when a user is signed in. */
export function LoginRoute() {
  const t = useTexts('common', 'shell')
  const session = useSession()
  const { loginError } = useSearch({ from: '/login' })
  const [kept] = useState(() => keptForm() !== undefined)
  if (session.state === 'loading') return <FullScreenSpinner label={t('loadingSession')} />
  if (session.state === 'signedIn') return <Navigate to="/" replace />
  return (
    <div className={styles.screen}>
      <SignInChoices />
      <LoginPage
        ended={hasEnded() || kept}
        kept={kept}
        otherWays={
          <Suspense fallback={null}>
            <ProviderSignIn refused={loginError} />
          </Suspense>
        }
        renderStep={(step, turns) => (
          <Suspense fallback={<FullScreenSpinner label={t('loadingPage')} />}>
            <SignInStep key={step.token} step={step} {...turns} />
          </Suspense>
        )}
      />
      <Footer />
    </div>
  )
}
