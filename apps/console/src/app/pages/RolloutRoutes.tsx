import { useParams } from '@tanstack/react-router'
import { RolloutPage } from '../../features/rollouts/RolloutPage.tsx'
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

/** The page of one change of many junctions, for tenant administrators. */
export function RolloutRoute() {
  const { rolloutId } = useParams({ from: '/shell/rollouts/$rolloutId' })
  return (
    <TenantAdminOnly>
      <RolloutPage key={rolloutId} rolloutId={rolloutId} />
    </TenantAdminOnly>
  )
}
