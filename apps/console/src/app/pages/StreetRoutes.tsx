import { useParams, useSearch } from '@tanstack/react-router'
import { CorridorEditPage } from '../../features/corridors/CorridorEditPage.tsx'
import { CorridorPage } from '../../features/corridors/CorridorPage.tsx'
import { CorridorsPage } from '../../features/corridors/CorridorsPage.tsx'
import { RouteDrivePage } from '../../features/corridors/RouteDrivePage.tsx'
import { RouteEditPage } from '../../features/corridors/RouteEditPage.tsx'
import { RoutePage } from '../../features/corridors/RoutePage.tsx'
import { RoutesPage } from '../../features/corridors/RoutesPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The list of corridors. */
export const CorridorsRoute = CorridorsPage

/** Connects the page of a corridor with the address. */
export function CorridorRoute() {
  const { corridorId } = useParams({ from: '/shell/corridors/$corridorId' })
  return <CorridorPage key={corridorId} corridorId={corridorId} />
}

/** The form of a corridor, for tenant administrators: of the one in the address, or of a new one. */
export function CorridorEditRoute() {
  const { corridorId } = useParams({ strict: false })
  return (
    <TenantAdminOnly>
      <CorridorEditPage key={corridorId} corridorId={corridorId} />
    </TenantAdminOnly>
  )
}

/** Connects the list of green routes with the address, and the pages of one: the operator's, the vehicle's, the form. */
export function GreenRoutesRoute() {
  const { route, view, ...address } = useSearch({ from: '/shell/routes' })
  if (route === undefined) return <RoutesPage address={address} />
  if (view === 'drive') return <RouteDrivePage key={route} routeId={route} />
  if (view !== 'edit' && route !== 'new') return <RoutePage key={route} routeId={route} />
  return (
    <TenantAdminOnly>
      <RouteEditPage key={route} routeId={route === 'new' ? undefined : route} />
    </TenantAdminOnly>
  )
}
