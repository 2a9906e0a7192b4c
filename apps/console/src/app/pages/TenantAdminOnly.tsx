import type { ReactNode } from 'react'
import { useSession } from '../../data/session.ts'
import { NoPermissionPage } from './NoPermissionPage.tsx'

/** Pages of the tenant administrator. Others are told so before any call goes out: no flash of data, no sign-out. */
export function TenantAdminOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  return session.state === 'signedIn' && session.isTenantAdmin ? children : <NoPermissionPage />
}
