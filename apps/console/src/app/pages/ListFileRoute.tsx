import type { ListKind } from '@greenwave/transfer/entityList'
import { ListFilePage } from '../../features/files/ListFilePage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** A page about a list as a file, for tenant administrators. */
function ListFileRoute({ kind }: { readonly kind: ListKind }) {
  return (
    <TenantAdminOnly>
      <ListFilePage key={kind} kind={kind} />
    </TenantAdminOnly>
  )
}

export const DevicesFileRoute = () => <ListFileRoute kind="devices" />
export const CustomersFileRoute = () => <ListFileRoute kind="customers" />
export const UsersFileRoute = () => <ListFileRoute kind="users" />
