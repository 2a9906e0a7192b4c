import type { Icon } from '@tabler/icons-react'
import IconActivityHeartbeat from '@tabler/icons-react/dist/esm/icons/IconActivityHeartbeat.mjs'
import IconBuildingCommunity from '@tabler/icons-react/dist/esm/icons/IconBuildingCommunity.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconReportAnalytics from '@tabler/icons-react/dist/esm/icons/IconReportAnalytics.mjs'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import IconTrafficLights from '@tabler/icons-react/dist/esm/icons/IconTrafficLights.mjs'
import { useSession } from '../../data/session.ts'
import { useHasCorridors } from '../../data/queries/useHasCorridors.ts'

/** A page that the top bar links to. */
export interface NavPage {
  readonly to: '/' | '/now' | '/devices' | '/customers' | '/reports' | '/corridors' | '/changes'
  /** Name of its label in the texts of the shell. */
  readonly name: 'dashboard' | 'now' | 'devices' | 'customers' | 'reports' | 'corridors' | 'changes'
  readonly icon: Icon
  /** True when the link is active only at exactly this address. */
  readonly exact?: boolean
  readonly tenantAdminOnly?: boolean
  /** Another address at which the link is active. */
  readonly also?: '/routes'
  /** True when the bar of a phone has no room for it; it is in the user menu, too. */
  readonly wideOnly?: boolean
}

const NAV_PAGES: readonly NavPage[] = [
  { to: '/now', name: 'now', icon: IconActivityHeartbeat },
  { to: '/', name: 'dashboard', icon: IconLayoutDashboard, exact: true },
  { to: '/devices', name: 'devices', icon: IconTrafficLights },
  { to: '/corridors', name: 'corridors', icon: IconRoute, also: '/routes', wideOnly: true },
  { to: '/changes', name: 'changes', icon: IconPencil, tenantAdminOnly: true, wideOnly: true },
  { to: '/reports', name: 'reports', icon: IconReportAnalytics },
  { to: '/customers', name: 'customers', icon: IconBuildingCommunity, tenantAdminOnly: true },
]

/** Returns the pages that the top bar and the palette offer to the user. */
export function useNavPages(): readonly NavPage[] {
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const hasCorridors = useHasCorridors()
  return NAV_PAGES.filter(
    ({ name, tenantAdminOnly }) => (isTenantAdmin || !tenantAdminOnly) && (hasCorridors || name !== 'corridors'),
  )
}
