import { useQuery } from '@tanstack/react-query'
import { clockTroubleQuery } from '../../data/queries/system.ts'
import { useSession } from '../../data/session.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'

const ClockTrouble = lazyPart(async () => (await import('./ClockTrouble.tsx')).ClockTrouble)

/**
 * Shows tenant administrators that the platform's clock jumped, until that is over. The platform reports this only to
 * them.
 */
export function ClockBanner() {
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const { data: trouble } = useQuery({ ...clockTroubleQuery(), enabled: isTenantAdmin })
  return (
    trouble && (
      <PartLoading>
        <ClockTrouble byMs={trouble.byMs} />
      </PartLoading>
    )
  )
}
