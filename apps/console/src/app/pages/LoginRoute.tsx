import { Navigate, useSearch } from '@tanstack/react-router'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx'
import { LoginScreen } from './LoginScreen.tsx'

/** Shows the sign-in page. Goes to the dashboard when a user is signed in. */
export function LoginRoute() {
  const t = useTexts('common', 'shell')
  const session = useSession()
  const { loginError } = useSearch({ from: '/login' })
  if (session.state === 'loading') return <FullScreenSpinner label={t('loadingSession')} />
  if (session.state === 'signedIn') return <Navigate to="/" replace />
  return <LoginScreen refused={loginError} />
}
