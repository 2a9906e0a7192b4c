import { useNavigate, useSearch } from '@tanstack/react-router'
import { NewRolloutPage } from '../../features/rollouts/NewRolloutPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page on which a change of many junctions is made, for tenant administrators. */
export function NewRolloutRoute() {
  const address = useSearch({ from: '/shell/rollouts/new' })
  const navigate = useNavigate({ from: '/rollouts/new' })
  return (
    <TenantAdminOnly>
      <NewRolloutPage
        address={address}
        onAddress={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
    </TenantAdminOnly>
  )
}
