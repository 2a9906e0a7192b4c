import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OpenIncidentDetails } from '../../features/past/OpenIncidentDetails.tsx'
import { NowPage } from '../../features/now/NowPage.tsx'
import { Selection } from '../../features/now/model/Selection.ts'
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

const PhaseHeads = lazyPart(
  async () => (await import('../../features/device/parts/PhaseHeads.tsx')).PhaseHeads,
  'device',
)
const JunctionMap = lazyPart(
  async () => (await import('../../features/now/parts/JunctionMap.tsx')).JunctionMap,
  'monitoring',
)

/** Connects the page of current problems with that of past ones, and with the wall display. */
export function NowRoute() {
  const address = useSearch({ from: '/shell/now' })
  const navigate = useNavigate({ from: '/now' })
  const change = (part: Partial<PastAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })
  if (address.view === 'wall') return <WallRoute showsMap={address.map === 'yes'} />
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

/** Connects the wall with the lamps of junctions and the map, which is shown on request. */
function WallRoute({ showsMap }: { showsMap: boolean }) {
  const [selection] = useState(() => new Selection())
  // A danger may come when the platform is away.
  useEffect(() => void PhaseHeads.preload(), [])
  return (
    <WallPage
      renderLamps={(deviceId) => (
        <PartLoading>
          <PhaseHeads deviceId={deviceId} />
        </PartLoading>
      )}
      renderMap={
        showsMap
          ? (fleet) => (
              <PartLoading>
                <JunctionMap fleet={fleet} selection={selection} mayChoose={false} isPicture />
              </PartLoading>
            )
          : null
      }
    />
  )
}
