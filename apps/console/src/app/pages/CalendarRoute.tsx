import { useNavigate, useSearch } from '@tanstack/react-router'
import { CalendarPage } from '../../features/calendar/CalendarPage.tsx'
import { TenantAdminOnly } from './TenantAdminOnly.tsx'

/** The city's calendar, for tenant administrators. */
export function CalendarRoute() {
  const address = useSearch({ from: '/shell/calendar' })
  const navigate = useNavigate({ from: '/calendar' })
  return (
    <TenantAdminOnly>
      <CalendarPage
        address={address}
        onAddress={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
      />
    </TenantAdminOnly>
  )
}
