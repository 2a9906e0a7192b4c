import type { ReactNode } from 'react'

export interface DashboardPageProps {
  /** The detail panel of the selected device, handed in since features do not import one another. */
  renderDetail: (deviceId: string) => ReactNode
}

export function DashboardPage(_props: DashboardPageProps) {
  return null
}
