import { useParams } from '@tanstack/react-router'
import { CorridorEditPage } from '../../features/corridors/CorridorEditPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The form of a corridor, for tenant administrators: of the one in the address, or of a new one. */
export function CorridorEditRoute() {
  const { corridorId } = useParams({ strict: false })
  return (
    <TenantAdminOnly>
      <CorridorEditPage key={corridorId} corridorId={corridorId} />
    </TenantAdminOnly>
  )
}
