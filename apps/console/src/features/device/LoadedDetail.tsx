import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useState } from 'react'
import { consoleSettings } from '../../data/consoleSettings.ts'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import type { KeptValues } from '../../data/keptForm.ts'
import { useSession } from '../../data/session.ts'
import { PhaseNamesContext } from '../../shared/phaseNames.ts'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import { FollowedDialogs } from './FollowedDialogs.tsx'
import styles from './LoadedDetail.module.css'
import { type DeviceDialog, parseDeviceForm } from './model/deviceDialog.ts'
import { shortName } from './model/deviceView.ts'
import { DeviceHeader } from './parts/DeviceHeader.tsx'
import { InfoCard } from './parts/InfoCard.tsx'
import { LocationCard } from './parts/LocationCard.tsx'
import { PageTitle } from './parts/PageTitle.tsx'
import { PlansCard } from './parts/PlansCard.tsx'
import { ProgramsCard } from './parts/ProgramsCard.tsx'
import { ReadFailure } from './parts/ReadFailure.tsx'
import { SignalsCard } from './parts/SignalsCard.tsx'
import { StatusStrip } from './parts/StatusStrip.tsx'

const CardsBelow = lazyPart(async () => (await import('./parts/CardsBelow.tsx')).CardsBelow, 'device')
/** Pixels. */
const CARDS_BELOW_HEIGHT = 400

const JunctionActs = lazyPart(async () => (await import('./parts/JunctionActs.tsx')).JunctionActs, 'admin')

/** Loaded with its texts in the demonstration alone. */
const FaultPanel = lazyPart(async () => (await import('./FaultPanel.tsx')).FaultPanel, 'settings')

/** Whether the values to edit are known. A form that starts from missing values would overwrite the stored ones. */
const isEditable = ({ shared, server }: DeviceState) => shared !== undefined && server !== undefined

const namesOf = ({ site }: DeviceState) => site.names

/**
 * The layout of a device that the user may see. Each part follows the values that it shows. Customer users cannot
 * change anything, and in the dashboard they see neither plans nor programs.
 */
export function LoadedDetail({ info, embedded }: { info: DeviceInfo; embedded: boolean }) {
  const deviceId = info.id.id
  const session = useSession()
  const mayEdit = session.state === 'signedIn' && session.isTenantAdmin
  const editable = useDevice(deviceId, isEditable)
  const { setDialog, closeDialog, slot } = useKeptDialog(`device ${deviceId}`, parseDeviceForm)
  const onOpen = mayEdit && editable ? setDialog : undefined
  const [filled, setFilled] = useState<{ readonly subject: DeviceDialog; readonly values: KeptValues }>()
  const name = shortName(info)
  const names = useDevice(deviceId, namesOf)
  const showSettings = mayEdit || !embedded
  const isActsLoaded = useLoadedQuietly(JunctionActs, onOpen !== undefined)
  return (
    <PhaseNamesContext value={names}>
      <div className={styles.detail}>
        {!embedded && <PageTitle title={name} deviceId={deviceId} />}
        <DeviceHeader info={info} onOpen={onOpen} />
        <StatusStrip deviceId={deviceId} onOpen={onOpen} />
        <ReadFailure deviceId={deviceId} />
        <div className={styles.columns} data-watch={!showSettings || undefined}>
          {showSettings && (
            <div className={styles.column}>
              {mayEdit && consoleSettings().demonstration && (
                <PartLoading>
                  <FaultPanel deviceId={deviceId} />
                </PartLoading>
              )}
              <PlansCard deviceId={deviceId} onOpen={onOpen} />
              <InfoCard info={info} />
            </div>
          )}
          <div className={`${styles.column} ${styles.middle}`}>
            <SignalsCard deviceId={deviceId} onOpen={onOpen} withTape={!embedded} />
            <LocationCard deviceId={deviceId} name={name} onOpen={onOpen} />
          </div>
          <div className={styles.column}>
            {showSettings && <ProgramsCard deviceId={deviceId} onOpen={onOpen} />}
            {!showSettings && <InfoCard info={info} />}
            <PartLoading meanwhile={<SkeletonBlock height={CARDS_BELOW_HEIGHT} />}>
              <CardsBelow deviceId={deviceId} name={name} onOpen={onOpen} />
            </PartLoading>
          </div>
        </div>
        {mayEdit && (
          <FollowedDialogs
            info={info}
            slot={filled?.subject === slot.subject ? { ...slot, restored: filled?.values } : slot}
            onClose={closeDialog}
          />
        )}
        {isActsLoaded && onOpen && (
          <JunctionActs
            deviceId={deviceId}
            name={name}
            onOpen={(subject, values) => {
              setFilled(values && { subject, values })
              onOpen(subject)
            }}
          />
        )}
      </div>
    </PhaseNamesContext>
  )
}
