import { ShiftsPage } from '../../features/shifts/ShiftsPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the shifts, for tenant administrators. */
export function ShiftsRoute() {
  return (
    <TenantAdminOnly>
      <ShiftsPage />
    </TenantAdminOnly>
  )
}
