import { useNavigate, useSearch } from '@tanstack/react-router'
import { NowPage } from '../../features/now/NowPage.tsx'
import type { PastAddress } from '../../features/past/model/pastAddress.ts'
import { PastIncidents } from '../../features/past/PastIncidents.tsx'
import { WallPage } from '../../features/wall/WallPage.tsx'

/** Connects the page of current problems with that of past ones, and with the wall display. */
export function NowRoute() {
  const address = useSearch({ from: '/shell/now' })
  const navigate = useNavigate({ from: '/now' })
  const change = (part: Partial<PastAddress>, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace })
  if (address.view === 'wall') return <WallPage />
  return <NowPage renderPast={() => <PastIncidents address={address} onAddress={change} />} />
}
