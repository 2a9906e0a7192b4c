import { useNavigate, useSearch } from '@tanstack/react-router'
import { OpenIncidentDetails } from '../../features/past/OpenIncidentDetails.tsx'
import { NowPage } from '../../features/now/NowPage.tsx'
import type { PastAddress } from '../../features/past/model/pastAddress.ts'
import { PastIncidents } from '../../features/past/PastIncidents.tsx'
import { WallPage } from '../../features/wall/WallPage.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'

const JunctionNow = lazyPart(
  async () => (await import('../../features/device/JunctionNow.tsx')).JunctionNow,
  'device',
  'settings',
)

/** Connects the page of current problems with that of past ones, and with the wall display. */
export function NowRoute() {
  const address = useSearch({ from: '/shell/now' })
  const navigate = useNavigate({ from: '/now' })
  const change = (part: Partial<PastAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })
  if (address.view === 'wall') return <WallPage />
  return (
    <NowPage
      renderPast={() => <PastIncidents address={address} onAddress={change} />}
      renderJunction={(deviceId) => (
        <PartLoading meanwhile={<SkeletonBlock height={360} />}>
          <JunctionNow deviceId={deviceId} />
        </PartLoading>
      )}
      renderDetails={(alarmId) => <OpenIncidentDetails alarmId={alarmId} />}
    />
  )
}
