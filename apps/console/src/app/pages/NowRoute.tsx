import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveLost } from '../../data/useLive.ts'
import { OpenIncidentDetails } from '../../features/past/OpenIncidentDetails.tsx'
import { NowPage } from '../../features/now/NowPage.tsx'
import { Selection } from '../../features/now/model/Selection.ts'
import type { PastAddress } from '../../features/past/model/pastAddress.ts'
import { PastIncidents } from '../../features/past/PastIncidents.tsx'
import { WallPage } from '../../features/wall/WallPage.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'

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
  'incidents',
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
  const t = useTexts('common', 'shell')
  const [selection] = useState(() => new Selection())
  const lost = useLiveLost()
  // Loaded before there is a danger, since one may come when the platform is away. Until the platform is back, the place of
  // a part that is missing says so.
  const hasLamps = useLoadedQuietly(PhaseHeads, !lost)
  const hasMap = useLoadedQuietly(JunctionMap, showsMap && !lost)
  const missing = lost && t('noConnection.title')
  return (
    <WallPage
      renderLamps={(deviceId) =>
        hasLamps ? (
          <PartLoading>
            <PhaseHeads deviceId={deviceId} />
          </PartLoading>
        ) : (
          missing
        )
      }
      renderMap={
        showsMap
          ? (fleet) =>
              hasMap ? (
                <PartLoading>
                  <JunctionMap fleet={fleet} selection={selection} mayChoose={false} isPicture />
                </PartLoading>
              ) : (
                missing
              )
          : null
      }
    />
  )
}
