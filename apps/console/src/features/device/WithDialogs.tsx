import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import type { ReactNode } from 'react'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import { PhaseNamesContext } from '../../shared/phaseNames.ts'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { FollowedDialogs } from './FollowedDialogs.tsx'
import { type OpenDialog, parseDeviceForm } from './model/deviceDialog.ts'

/** Whether the values to edit are known. A form that starts from missing values would overwrite the stored ones. */
const isEditable = ({ shared, server }: DeviceState) => shared !== undefined && server !== undefined

const namesOf = ({ site }: DeviceState) => site.names

interface WithDialogsProps {
  readonly info: DeviceInfo
  readonly mayEdit: boolean
  /** Where the device is shown. A form that was kept continues there alone, also while one place gives way to another. */
  readonly place: 'page' | 'dashboard' | 'now' | 'commissioning'
  /** Renders the parts of the device; they open dialogs with `onOpen`, which is undefined while nothing may be changed. */
  readonly children: (onOpen: OpenDialog | undefined) => ReactNode
}

/** Surrounds the parts of one device with the names of its phases and the dialogs that the parts open. */
export function WithDialogs({ info, mayEdit, place, children }: WithDialogsProps) {
  const deviceId = info.id.id
  const editable = useDevice(deviceId, isEditable)
  const { setDialog, closeDialog, slot } = useKeptDialog(`device ${deviceId} ${place}`, parseDeviceForm)
  return (
    <PhaseNamesContext value={useDevice(deviceId, namesOf)}>
      {children(mayEdit && editable ? setDialog : undefined)}
      {mayEdit && <FollowedDialogs info={info} slot={slot} onClose={closeDialog} />}
    </PhaseNamesContext>
  )
}
