import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import styles from './DashboardPage.module.css'
import { DevicePanel } from './parts/DevicePanel.tsx'
import { useSidebarDevices } from './parts/useSidebarDevices.ts'
import { Welcome } from './parts/Welcome.tsx'

export interface DashboardPageProps {
  /** The detail panel of the selected device, handed in since features do not import one another. */
  readonly renderDetail: (deviceId: string) => ReactNode
}

/** The side panel with all devices, and the selected one beside it. Without a choice the first device is shown. */
export function DashboardPage({ renderDetail }: DashboardPageProps) {
  const t = useTexts('dashboard')
  usePageTitle(t('title'))
  const chosen = useSearch({ from: '/shell/', select: (search) => search.device })
  const navigate = useNavigate({ from: '/' })
  const sidebar = useSidebarDevices()
  const selectedId = chosen ?? sidebar.first
  return (
    <div className={styles.page}>
      <DevicePanel
        sidebar={sidebar}
        selectedId={selectedId}
        onSelect={(device) => void navigate({ search: { device }, resetScroll: false })}
      />
      <div className={styles.detail}>
        {selectedId ? renderDetail(selectedId) : <Welcome loading={sidebar.isPending} />}
      </div>
    </div>
  )
}
