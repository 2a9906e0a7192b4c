import { useNavigate, useSearch } from '@tanstack/react-router'
import { ReportsPage } from '../../features/reports/ReportsPage.tsx'

/** Connects the reports with the address. */
export function ReportsRoute() {
  const address = useSearch({ from: '/shell/reports' })
  const navigate = useNavigate({ from: '/reports' })
  return (
    <ReportsPage
      address={address}
      onAddress={(change) => void navigate({ search: (old) => ({ ...old, ...change }) })}
    />
  )
}
