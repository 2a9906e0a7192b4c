import { useParams } from '@tanstack/react-router'
import { RolloutPage } from '../../features/rollouts/RolloutPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The page of one change of many junctions, for tenant administrators. */
export function RolloutRoute() {
  const { rolloutId } = useParams({ from: '/shell/rollouts/$rolloutId' })
  return (
    <TenantAdminOnly>
      <RolloutPage key={rolloutId} rolloutId={rolloutId} />
    </TenantAdminOnly>
  )
}
