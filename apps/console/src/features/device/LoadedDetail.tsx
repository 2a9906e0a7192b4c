import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { useSession } from '../../data/session.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { useFirstView } from '../../ui/states/firstView.ts'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import { useLoadedQuietly } from '../../ui/states/useLoadedQuietly.ts'
import styles from './LoadedDetail.module.css'
import type { OpenDialog } from './model/deviceDialog.ts'
import { shortName } from './model/deviceView.ts'
import { useDeviceHealth } from './model/useDeviceHealth.ts'
import { DeviceHeader } from './parts/DeviceHeader.tsx'
import { InfoCard } from './parts/InfoCard.tsx'
import { LocationCard } from './parts/LocationCard.tsx'
import { PlansCard } from './parts/PlansCard.tsx'
import { ProgramsCard } from './parts/ProgramsCard.tsx'
import { ReadFailure } from './parts/ReadFailure.tsx'
import { SignalsCard } from './parts/SignalsCard.tsx'
import { StatusStrip } from './parts/StatusStrip.tsx'
import { WithDialogs } from './WithDialogs.tsx'

const CardsBelow = lazyPart(async () => (await import('./parts/CardsBelow.tsx')).CardsBelow, 'device')
/** Pixels. */
const CARDS_BELOW_HEIGHT = 400
const FAULTS_HEIGHT = 130

const JunctionActs = lazyPart(async () => (await import('./parts/JunctionActs.tsx')).JunctionActs, 'admin')

/** Loaded with its texts in the demonstration alone. */
const FaultPanel = lazyPart(async () => (await import('./FaultPanel.tsx')).FaultPanel, 'settings')

/**
 * The layout of a device that the user may see. Each part follows the values that it shows. Customer users cannot
 * change anything, and in the dashboard they see neither plans nor programs.
 */
export function LoadedDetail({ info, embedded }: { info: DeviceInfo; embedded: boolean }) {
  const session = useSession()
  const mayEdit = session.state === 'signedIn' && session.isTenantAdmin
  return (
    <WithDialogs info={info} mayEdit={mayEdit} place={embedded ? 'dashboard' : 'page'}>
      {(onOpen) => <Parts info={info} embedded={embedded} mayEdit={mayEdit} onOpen={onOpen} />}
    </WithDialogs>
  )
}

interface PartsProps {
  readonly info: DeviceInfo
  readonly embedded: boolean
  readonly mayEdit: boolean
  readonly onOpen: OpenDialog | undefined
}

function Parts({ info, embedded, mayEdit, onOpen }: PartsProps) {
  const deviceId = info.id.id
  const name = shortName(info)
  const showSettings = mayEdit || !embedded
  const isActsLoaded = useLoadedQuietly(JunctionActs, useFirstView() && onOpen !== undefined)
  return (
    <div className={styles.detail}>
      {!embedded && <PageTitle title={name} deviceId={deviceId} />}
      <DeviceHeader info={info} onOpen={onOpen} />
      <StatusStrip deviceId={deviceId} onOpen={onOpen} />
      <ReadFailure deviceId={deviceId} />
      <div className={styles.columns} data-watch={!showSettings || undefined}>
        {showSettings && (
          <div className={styles.column}>
            {mayEdit && consoleSettings().demonstration && (
              <PartLoading later meanwhile={<SkeletonBlock height={FAULTS_HEIGHT} />}>
                <FaultPanel deviceId={deviceId} meanwhile={<SkeletonBlock height={FAULTS_HEIGHT} />} />
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
          <PartLoading later meanwhile={<SkeletonBlock height={CARDS_BELOW_HEIGHT} />}>
            <CardsBelow deviceId={deviceId} name={name} onOpen={onOpen} />
          </PartLoading>
        </div>
      </div>
      {isActsLoaded && onOpen && <JunctionActs deviceId={deviceId} name={name} onOpen={onOpen} />}
    </div>
  )
}

interface PageTitleProps {
  readonly title: string
  readonly deviceId: string
}

/**
 * Sets title and icon of the window, with the state of the junction. It is a component, so that the page can leave it
 * out when the device is only a part of a page.
 */
function PageTitle({ title, deviceId }: PageTitleProps) {
  const { health } = useDeviceHealth(deviceId)
  usePageTitle(title, health?.mark ?? 'ok')
  return null
}
