import { SystemPage } from '../../features/system/SystemPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the installation, for tenant administrators. */
export function SystemRoute() {
  return (
    <TenantAdminOnly>
      <SystemPage />
    </TenantAdminOnly>
  )
}
