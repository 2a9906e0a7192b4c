import { CustomersPage } from '../../features/customers/CustomersPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

export function CustomersRoute() {
  return (
    <TenantAdminOnly>
      <CustomersPage />
    </TenantAdminOnly>
  )
}
