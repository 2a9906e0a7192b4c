import { CustomersPage } from '../../features/customers/CustomersPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the customers, for tenant administrators. */
export function CustomersRoute() {
  return (
    <TenantAdminOnly>
      <CustomersPage />
    </TenantAdminOnly>
  )
}
