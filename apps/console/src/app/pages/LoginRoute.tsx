import { Navigate } from '@tanstack/react-router'
import { useSession } from '../../data/session.ts'
import { LoginPage } from '../../features/login/LoginPage.tsx'

/** Whoever is signed in, or just has signed in, goes to the dashboard. */
export function LoginRoute() {
  const session = useSession()
  return session.state === 'signedIn' ? <Navigate to="/" replace /> : <LoginPage />
}
