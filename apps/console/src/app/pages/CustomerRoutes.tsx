import { useParams } from '@tanstack/react-router'
import { CustomersPage } from '../../features/customers/CustomersPage.tsx'
import { CustomerUsersPage } from '../../features/users/CustomerUsersPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the customers, for tenant administrators. */
export function CustomersRoute() {
  return (
    <TenantAdminOnly>
      <CustomersPage />
    </TenantAdminOnly>
  )
}

/** The page of the users of the customer in the address, for tenant administrators. */
export function CustomerUsersRoute() {
  const { customerId } = useParams({ from: '/shell/customers/$customerId/users' })
  return (
    <TenantAdminOnly>
      <CustomerUsersPage key={customerId} customerId={customerId} />
    </TenantAdminOnly>
  )
}
