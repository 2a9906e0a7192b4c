import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDevice } from '../../data/device/useDevice.ts'
import { commissioningMutation, controllerAttemptsQuery } from '../../data/queries/commissioning.ts'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { JunctionPage } from '../../shared/JunctionPage.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { QrCode } from '../../ui/page/QrCode.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { AccessStep } from './commissioning/AccessStep.tsx'
import styles from './commissioning/Commissioning.module.css'
import { CommissioningSheet } from './commissioning/CommissioningSheet.tsx'
import { ConnectionStep } from './commissioning/ConnectionStep.tsx'
import { addressOf, isRead, recordOf, seenConnection, signedFacts, walkedPhases } from './commissioning/facts.ts'
import { LampStep } from './commissioning/LampStep.tsx'
import { PlaceStep } from './commissioning/PlaceStep.tsx'
import { SettingsStep } from './commissioning/SettingsStep.tsx'
import { SignStep } from './commissioning/SignStep.tsx'
import { connectionSteps } from './model/connectionSteps.ts'
import type { OpenDialog } from './model/deviceDialog.ts'
import { shortName } from './model/deviceView.ts'
import { openLamps } from './model/lampWalk.ts'
import { ImageCard } from './parts/ImageCard.tsx'
import { ReadFailure } from './parts/ReadFailure.tsx'
import { WithDialogs } from './WithDialogs.tsx'

/** Renders the dialog that assigns a device. */
type RenderAssign = (device: DeviceInfo, opened: boolean, onClose: () => void) => ReactNode

interface CommissioningPageProps {
  readonly deviceId: string
  readonly renderAssign: RenderAssign
}

/**
 * Commissioning of a junction, step by step: its controller connects, its place, photo, settings and lamps are checked,
 * and somebody signs. Each step is kept at once, so that another device can go on.
 */
export function CommissioningPage({ deviceId, renderAssign }: CommissioningPageProps) {
  const t = useTexts('admin', 'commissioning')
  const { data: info } = useQuery(deviceInfoQuery(deviceId))
  return (
    <JunctionPage
      narrow
      deviceId={deviceId}
      titleOf={(junction) => (junction ? t('titleOf', { junction }) : t('title'))}
    >
      {info && (
        <WithDialogs info={info} mayEdit place="commissioning">
          {(onOpen) => <Steps info={info} onOpen={onOpen} renderAssign={renderAssign} />}
        </WithDialogs>
      )}
    </JunctionPage>
  )
}

interface StepsProps {
  readonly info: DeviceInfo
  readonly onOpen: OpenDialog | undefined
  readonly renderAssign: RenderAssign
}

function Steps({ info, onOpen, renderAssign }: StepsProps) {
  const t = useTexts('admin', 'commissioning')
  const deviceId = info.id.id
  const name = shortName(info)
  const known = useDevice(deviceId, isRead)
  const record = useDevice(deviceId, recordOf)
  const seen = useDevice(deviceId, seenConnection)
  const phases = useDevice(deviceId, walkedPhases)
  const facts = useDevice(deviceId, signedFacts)
  const log = useQuery(controllerAttemptsQuery(deviceId))
  const [assigning, setAssigning] = useState<boolean | null>(null)
  const { mutateAsync: onStep } = useMutation(commissioningMutation(deviceId))
  // A log that cannot be read now says nothing.
  const attempts = log.isError ? null : log.data
  if (!known) {
    return (
      <>
        <ReadFailure deviceId={deviceId} />
        <SkeletonRows rows={8} />
      </>
    )
  }
  const step = { deviceId, name, record, onStep }
  const address = addressOf(attempts)
  const signed = { ...facts, ...(address !== undefined && { address }) }
  const isConnected =
    attempts !== undefined &&
    connectionSteps({ ...seen, attempts }).every(({ state }) => state === 'done' || state === 'unknown')
  const open = [
    ...(isConnected ? [] : [t('connection.title')]),
    ...(record?.place ? [] : [t('place.title')]),
    ...(record?.checked ? [] : [t('settings.title')]),
    ...(openLamps(record ?? { lamps: {} }, phases).length === 0 ? [] : [t('lamps.title')]),
  ]
  return (
    <div className={styles.page}>
      <div className={styles.screen}>
        <div className={styles.intro}>
          <p className={styles.hint}>{t('intro')}</p>
          <details className={styles.log}>
            <summary>{t('onPhone')}</summary>
            <QrCode className={styles.code} text={location.href} label={t('onPhoneCode')} />
          </details>
        </div>
        <AccessStep deviceId={deviceId} attempts={attempts} />
        <ConnectionStep deviceId={deviceId} attempts={attempts} onOpen={onOpen} />
        <PlaceStep {...step} />
        <ImageCard deviceId={deviceId} name={name} onOpen={onOpen} />
        <SettingsStep {...step} onOpen={onOpen} />
        <LampStep {...step} />
        <SignStep
          {...step}
          customer={info.customerTitle}
          open={open}
          facts={signed}
          onAssign={() => setAssigning(true)}
        />
      </div>
      <CommissioningSheet info={info} record={record} facts={signed} />
      {assigning !== null && renderAssign(info, assigning, () => setAssigning(false))}
    </div>
  )
}
