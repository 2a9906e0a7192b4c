import type { ReactNode } from 'react'
import { useSession } from '../../data/session.ts'
import { NoPermissionPage } from './NoPermissionPage.tsx'

/**
 * Renders a page for tenant administrators. Other users see that they lack permission before any call is sent: no data
 * appears briefly, and the user stays signed in.
 */
export function TenantAdminOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  return session.state === 'signedIn' && session.isTenantAdmin ? children : <NoPermissionPage />
}
