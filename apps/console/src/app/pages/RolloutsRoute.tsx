import { RolloutsPage } from '../../features/rollouts/RolloutsPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the changes of many junctions, for tenant administrators. */
export function RolloutsRoute() {
  return (
    <TenantAdminOnly>
      <RolloutsPage />
    </TenantAdminOnly>
  )
}
