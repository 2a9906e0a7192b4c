import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useQuery } from '@tanstack/react-query'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import styles from './LoadedDetail.module.css'
import type { OpenDialog } from './model/deviceDialog.ts'
import { LastChange } from './parts/LastChange.tsx'
import { ReadFailure } from './parts/ReadFailure.tsx'
import { SignalsCard } from './parts/SignalsCard.tsx'
import { StatusStrip } from './parts/StatusStrip.tsx'
import { WithDialogs } from './WithDialogs.tsx'

/**
 * Shows what an operator needs of one junction beside the list of incidents: what ends its problem, the lamps, the last ten
 * minutes and the last change. Live data is followed only after the platform has confirmed that the user may see it.
 */
export function JunctionNow({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('device')
  const info = useQuery(deviceInfoQuery(deviceId))
  if (info.data) return <Loaded key={deviceId} info={info.data} />
  if (!info.isError) return <SkeletonBlock height={360} />
  return (
    <ErrorState
      error={info.error}
      fallback={t('failedToLoad')}
      onRetry={() => void info.refetch()}
      retrying={info.isFetching}
    />
  )
}

function Loaded({ info }: { readonly info: DeviceInfo }) {
  const session = useSession()
  const mayEdit = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <WithDialogs info={info} mayEdit={mayEdit} place="now">
      {(onOpen) => <Parts deviceId={info.id.id} onOpen={onOpen} />}
    </WithDialogs>
  )
}

const changeOf = ({ change }: DeviceState) => change

function Parts({ deviceId, onOpen }: { readonly deviceId: string; readonly onOpen: OpenDialog | undefined }) {
  const change = useDevice(deviceId, changeOf)
  return (
    <>
      <StatusStrip deviceId={deviceId} onOpen={onOpen} isBeside />
      <ReadFailure deviceId={deviceId} />
      <SignalsCard deviceId={deviceId} onOpen={onOpen} withTape isBrief />
      {change && (
        <div className={styles.last}>
          <LastChange deviceId={deviceId} record={change} />
        </div>
      )}
    </>
  )
}
