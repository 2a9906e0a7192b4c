import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/usePageTitle.ts'
import styles from './DashboardPage.module.css'
import { useDashboardMemory } from './model/useDashboardMemory.ts'
import { DevicePanel } from './parts/DevicePanel.tsx'
import { type SidebarDevices, useSidebarDevices } from './parts/useSidebarDevices.ts'
import { Welcome } from './parts/Welcome.tsx'

export interface DashboardPageProps {
  /** The detail panel of the selected device, handed in since features do not import one another. */
  readonly renderDetail: (deviceId: string) => ReactNode
}

/**
 * The side panel with all devices, and the selected one beside it. Without a choice in the address the one that was chosen last
 * is shown, on a first visit the first.
 */
export function DashboardPage({ renderDetail }: DashboardPageProps) {
  const t = useTexts('dashboard')
  usePageTitle(t('title'))
  const session = useSession()
  const chosen = useSearch({ from: '/shell/', select: (search) => search.device })
  const navigate = useNavigate({ from: '/' })
  const sidebar = useSidebarDevices()
  const memory = useDashboardMemory(session.state === 'signedIn' ? session.user.userId : '')
  const standard = useStandardDevice(sidebar, memory.device)
  const selectedId = chosen ?? standard.id
  return (
    <div className={styles.page}>
      <DevicePanel
        sidebar={sidebar}
        memory={memory}
        selectedId={selectedId}
        onSelect={(device) => {
          memory.chooseDevice(device)
          void navigate({ search: { device }, resetScroll: false })
        }}
      />
      <div className={styles.detail}>
        {selectedId ? (
          renderDetail(selectedId)
        ) : (
          <Welcome loading={standard.isPending} empty={sidebar.listed !== undefined && sidebar.total === 0} />
        )}
      </div>
    </div>
  )
}

/** The device that is shown without a choice: the remembered one while it can be seen, else the first by name. */
function useStandardDevice({ listed, total, isPending }: SidebarDevices, remembered: string | undefined) {
  const isListed = listed?.some(({ id }) => id.id === remembered) ?? false
  // Of more devices than are listed, whether this one still is there only the platform knows.
  const isBeyond = remembered !== undefined && listed !== undefined && !isListed && total > listed.length
  const info = useQuery({ ...deviceInfoQuery(remembered ?? ''), enabled: isBeyond })
  if (isBeyond && info.isPending) return { id: undefined, isPending: true }
  return { id: isListed || (isBeyond && info.isSuccess) ? remembered : listed?.[0]?.id.id, isPending }
}
