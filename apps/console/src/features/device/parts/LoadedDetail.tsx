import type { DeviceInfo } from '@greenwave/contract/devices'
import { isPresent } from '@greenwave/controller/attributes'
import { MODE_KEY } from '@greenwave/controller/keys'
import { useMemo } from 'react'
import { secondOfDayNow } from '../../../data/device/deviceClockView.ts'
import { readImage } from '../../../data/device/image.ts'
import { readLocation } from '../../../data/device/location.ts'
import { inEffect as readInEffect } from '../../../data/device/settings/inEffect.ts'
import { planDisagreement } from '../../../data/device/settings/planDisagreement.ts'
import { desiredSettings, plainValues, runningSettings } from '../../../data/device/settings/settingFacts.ts'
import { errorText } from '../../../data/errorText.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useFreshness } from '../../../data/useFreshness.ts'
import { useDeviceLive, useLiveLost } from '../../../data/useLive.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useKeptDialog } from '../../../ui/dialogs/useKeptDialog.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { LazyDeviceDialogs } from '../dialogs/LazyDeviceDialogs.tsx'
import { readDeviceForm } from '../model/deviceDialog.ts'
import { buildDeviceView, shortName } from '../model/deviceView.ts'
import { AttributesCard } from './AttributesCard.tsx'
import { DeliveryBanner } from './DeliveryBanner.tsx'
import { DeviceHeader } from './DeviceHeader.tsx'
import { ImageCard } from './ImageCard.tsx'
import { InfoCard } from './InfoCard.tsx'
import styles from './LoadedDetail.module.css'
import { LocationCard } from './LocationCard.tsx'
import { PageTitle } from './PageTitle.tsx'
import { PlansCard } from './PlansCard.tsx'
import { ProgramsCard } from './ProgramsCard.tsx'
import { SignalsCard } from './SignalsCard.tsx'
import { useDeliveries } from './useDeliveries.ts'
import { useDeviceClock } from './useDeviceClock.ts'
import { useDriftReport } from './useDriftReport.ts'
import { useSignals } from './useSignals.ts'
import { sameJson, useStable } from './useStable.ts'

/** Plans change on the minute; the now-line need not move more often than this, milliseconds. */
const SCHEDULE_STEP_MS = 10_000

/** A device that may be seen, followed live. Customer users watch; in the dashboard they see neither plans nor programs. */
export function LoadedDetail({ info, embedded }: { info: DeviceInfo; embedded: boolean }) {
  const t = useTexts('device')
  const session = useSession()
  const mayEdit = session.state === 'signedIn' && session.isTenantAdmin
  const live = useDeviceLive(info.id.id)
  const { server, shared, client, telemetry, telemetryFutureMs, readError } = live
  const settings = useMemo(() => desiredSettings(shared, client), [shared, client])
  const running = useMemo(() => runningSettings(shared, client), [shared, client])
  const view = useMemo(
    () => buildDeviceView(info, { server, shared, client }, { settings, running }),
    [info, server, shared, client, settings, running],
  )
  const deliveries = useDeliveries(view)
  const samples = useSignals(live)
  const freshness = useFreshness(samples).kind
  const { clock, clockFreshness } = useDeviceClock(live)
  const drift = useStable(clock && { driftSeconds: clock.driftSeconds, level: clock.level }, sameJson)
  const nowMs = useNow(SCHEDULE_STEP_MS, serverNowMs)
  const { online } = view.connectivity
  // The device's clock says what time it is there as long as it is sent.
  const nowBy = clock && online && clockFreshness === 'live' ? 'device' : 'server'
  const nowSecond = floorTo10(secondOfDayNow(nowBy === 'device' ? clock : null, nowMs))
  const inEffect = useStable(
    view.settingsKnown
      ? readInEffect(plainValues(view.client), running, isPresent(plainValues(view.shared), MODE_KEY), nowSecond)
      : null,
    sameJson,
  )
  const modeIsKnown = [view.shared, view.client].some((scope) => isPresent(plainValues(scope), MODE_KEY))
  const disagreement = useStable(
    online ? planDisagreement(inEffect, running, nowSecond, [view.shared, view.client], nowMs) : null,
    sameJson,
  )
  const lost = useLiveLost()
  const { setDialog, closeDialog, slot } = useKeptDialog(`device ${info.id.id}`, readDeviceForm)
  // What is edited must be known: a form that starts from missing values would overwrite the stored ones.
  const onOpen = mayEdit && view.settingsKnown && server ? setDialog : undefined
  const reportDrift = useDriftReport(clock)
  const name = shortName(view)
  const showSettings = mayEdit || !embedded
  const place = useStable(readLocation(view.server), sameJson)
  return (
    <div className={styles.detail}>
      {!embedded && <PageTitle title={name} />}
      <DeviceHeader view={view} clock={drift} clockIsOld={clockFreshness !== 'live'} onOpen={onOpen} />
      {readError !== undefined && !view.settingsKnown && (
        <ErrorText>{errorText(readError, t('failedToLoadInfo'))}</ErrorText>
      )}
      <DeliveryBanner deliveries={deliveries} onOpen={onOpen} />
      <div className={styles.columns} data-watch={!showSettings || undefined}>
        {showSettings && (
          <div className={styles.column}>
            <PlansCard
              settings={view.settingsKnown ? settings : null}
              running={running}
              shared={view.shared}
              runningPlan={online ? (inEffect?.plan ?? null) : null}
              nowSecond={nowSecond}
              nowBy={nowBy}
              aheadSeconds={nowBy === 'device' ? (clock?.driftSeconds ?? 0) : 0}
              modeIsKnown={modeIsKnown}
              disagreement={disagreement}
              old={lost}
              deliveries={deliveries}
              onOpen={onOpen}
            />
            <InfoCard view={view} />
          </div>
        )}
        <div className={`${styles.column} ${styles.middle}`}>
          <SignalsCard
            view={view}
            samples={samples}
            freshness={freshness}
            telemetryKnown={telemetry !== undefined}
            futureMs={telemetryFutureMs}
            clock={clock}
            clockFreshness={clockFreshness}
            inEffect={inEffect}
            deliveries={deliveries}
            onOpen={onOpen}
          />
          <LocationCard place={place} name={name} onOpen={onOpen} />
        </div>
        <div className={styles.column}>
          {showSettings && (
            <ProgramsCard
              settings={view.settingsKnown ? settings : null}
              client={view.client}
              runningProgram={online ? (inEffect?.program ?? null) : null}
              old={lost}
              deliveries={deliveries}
              onOpen={onOpen}
            />
          )}
          {!showSettings && <InfoCard view={view} />}
          <ImageCard url={readImage(view.server)} name={name} onOpen={onOpen} />
          <AttributesCard server={view.server} shared={view.shared} client={view.client} />
        </div>
      </div>
      {mayEdit && (
        <LazyDeviceDialogs
          slot={slot}
          view={view}
          deliveries={deliveries}
          clock={clock}
          clockIsLive={clockFreshness === 'live'}
          onTimeSent={reportDrift}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

function floorTo10(second: number): number {
  return Math.floor(second / 10) * 10
}
