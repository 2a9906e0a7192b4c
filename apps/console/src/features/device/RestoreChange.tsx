import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDevice } from '../../data/device/useDevice.ts'
import { presentAttributesQuery } from '../../data/queries/changeHistory.ts'
import { deviceInfoQuery } from '../../data/queries/devices.ts'
import { PhaseNamesContext } from '../../shared/phaseNames.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { type GoingBack, RestoreDialog } from './dialogs/RestoreDialog.tsx'
import { deviceViewOf, followedAttributes } from './model/deviceView.ts'

interface RestoreChangeProps {
  readonly deviceId: string
  readonly to: GoingBack
  readonly opened: boolean
  /** Called with whether the settings were saved. */
  readonly onClose: (isDone: boolean) => void
}

/** The dialog that goes back to earlier settings, for pages that do not follow the device. */
export function RestoreChange({ deviceId, to, opened, onClose }: RestoreChangeProps) {
  const t = useTexts('settings', 'changes')
  const info = useQuery(deviceInfoQuery(deviceId))
  const present = useQuery(presentAttributesQuery(deviceId, to.change.scope))
  const attributes = useDevice(deviceId, followedAttributes)
  const view = useMemo(() => info.data && deviceViewOf(info.data, attributes), [info.data, attributes])
  if (view && present.data && attributes.shared && attributes.server)
    return (
      <PhaseNamesContext value={view.site.names}>
        <RestoreDialog view={view} opened={opened} to={to} present={present.data} onClose={onClose} />
      </PhaseNamesContext>
    )
  const error = info.error ?? present.error
  return (
    <Dialog opened={opened} title={t('undo')} onDismiss={() => onClose(false)}>
      {error ? (
        <ErrorState error={error} fallback={t('restoreFailed')} compact />
      ) : (
        <SkeletonRows rows={3} height={24} />
      )}
    </Dialog>
  )
}
