import { Navigate } from '@tanstack/react-router'
import { hasEnded, useSession } from '../../data/session.ts'
import { LoginPage } from '../../features/login/LoginPage.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { FullScreenSpinner } from '../../ui/FullScreenSpinner.tsx'
import { Footer } from '../shell/Footer.tsx'
import { SignInChoices } from '../shell/SignInChoices.tsx'
import styles from './LoginRoute.module.css'

/** Whoever is signed in, or just has signed in, goes to the dashboard. */
export function LoginRoute() {
  const t = useTexts('shell')
  const session = useSession()
  if (session.state === 'loading') return <FullScreenSpinner label={t('loadingSession')} />
  if (session.state === 'signedIn') return <Navigate to="/" replace />
  return (
    <div className={styles.screen}>
      <SignInChoices />
      <LoginPage ended={hasEnded()} />
      <Footer />
    </div>
  )
}
