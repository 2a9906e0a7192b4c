import { useParams } from '@tanstack/react-router'
import { CustomerUsersPage } from '../../features/users/CustomerUsersPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of the users of the customer in the address, for tenant administrators. */
export function CustomerUsersRoute() {
  const { customerId } = useParams({ from: '/shell/customers/$customerId/users' })
  return (
    <TenantAdminOnly>
      <CustomerUsersPage key={customerId} customerId={customerId} />
    </TenantAdminOnly>
  )
}
