import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import styles from './DashboardPage.module.css'
import { useDashboardMemory } from './model/useDashboardMemory.ts'
import { DevicePanel } from './parts/DevicePanel.tsx'
import { type SidebarDevices, useSidebarDevices } from './parts/useSidebarDevices.ts'

const Welcome = lazyPart(async () => (await import('./parts/Welcome.tsx')).Welcome, 'device')

/** Properties of `DashboardPage`. */
export interface DashboardPageProps {
  /** Renders the detail panel of the selected device. It is a property because features do not import one another. */
  readonly renderDetail: (deviceId: string) => ReactNode
}

/**
 * Shows the side panel with all devices, and the selected device beside it. If the address names no device, the page
 * shows the device that was chosen last, or on a first visit the first device.
 */
export function DashboardPage({ renderDetail }: DashboardPageProps) {
  const t = useTexts('device', 'dashboard')
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
        ) : standard.isPending ? (
          <Loader role="status" aria-label={t('loading')} mx="auto" my="xl" display="block" />
        ) : (
          <PartLoading>
            <Welcome empty={sidebar.listed !== undefined && sidebar.total === 0} />
          </PartLoading>
        )}
      </div>
    </div>
  )
}

/**
 * Returns the device to show when the address names none: the remembered one if the user can still see it, else the
 * first one by name.
 */
function useStandardDevice({ listed, total, isPending }: SidebarDevices, remembered: string | undefined) {
  const isListed = listed?.some(({ id }) => id.id === remembered) ?? false
  // Only the platform knows whether a device beyond the listed ones still exists.
  const isBeyond = remembered !== undefined && listed !== undefined && !isListed && total > listed.length
  const info = useQuery({ ...deviceInfoQuery(remembered ?? ''), enabled: isBeyond })
  if (isBeyond && info.isPending) return { id: undefined, isPending: true }
  return { id: isListed || (isBeyond && info.isSuccess) ? remembered : listed?.[0]?.id.id, isPending }
}
