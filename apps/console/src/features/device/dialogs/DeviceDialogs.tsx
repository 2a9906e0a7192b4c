import type { ReactNode } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import type { Deliveries } from '../../../data/device/settings/deliveries.ts'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import type { useKeptDialog } from '../../../ui/dialogs/useKeptDialog.ts'
import type { DeviceDialog } from '../model/deviceDialog.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { DeviceTimeDialog } from './DeviceTimeDialog.tsx'
import { ImageDeleteDialog, ImageDialog } from './ImageDialog.tsx'
import { LazyDisplaysDialog, LazySiteDialog } from './LazyNoteDialogs.tsx'
import { LocationDialog } from './LocationDialog.tsx'
import { ModeDialog } from './ModeDialog.tsx'
import { OptionalDialog } from './OptionalDialog.tsx'
import { PlanCountDialog } from './PlanCountDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ProgramDialog } from './ProgramDialog.tsx'
import { SendAgainDialog } from './SendAgainDialog.tsx'
import { TimesDialog } from './TimesDialog.tsx'

/** Properties of `DeviceDialogs`. */
export interface DeviceDialogsProps {
  /** The dialog that is open, with what was typed in it before the session ended. */
  readonly slot: ReturnType<typeof useKeptDialog<DeviceDialog>>['slot']
  readonly view: DeviceView
  readonly deliveries: Deliveries
  readonly clock: DeviceClockView | null
  readonly clockIsLive: boolean
  readonly onTimeSent: () => void
  readonly onClose: (dialog: DeviceDialog) => void
}

/** Shows the dialogs of a device, one at a time. */
export function DeviceDialogs({ slot, ...rest }: DeviceDialogsProps) {
  return <DialogSlot {...slot} render={(subject, opened) => dialogOf(subject, opened, rest)} />
}

function dialogOf(dialog: DeviceDialog, opened: boolean, rest: Omit<DeviceDialogsProps, 'slot'>): ReactNode {
  const { view, deliveries, clock, clockIsLive, onTimeSent, onClose } = rest
  const props = { view, opened, onClose: () => onClose(dialog) }
  switch (dialog.kind) {
    case 'mode':
      return <ModeDialog {...props} mode={dialog.mode} />
    case 'plan':
      return <PlanDialog {...props} plan={dialog.plan} />
    case 'program':
      return <ProgramDialog {...props} program={dialog.program} />
    case 'clearance':
      return <TimesDialog {...props} />
    case 'planTotal':
      return <PlanCountDialog {...props} />
    case 'time':
      return <DeviceTimeDialog {...props} clock={clock} clockIsLive={clockIsLive} onTimeSent={onTimeSent} />
    case 'location':
      return <LocationDialog {...props} />
    case 'site':
      return <LazySiteDialog {...props} />
    case 'displays':
      return <LazyDisplaysDialog {...props} />
    case 'image':
      return <ImageDialog {...props} />
    case 'imageDelete':
      return <ImageDeleteDialog {...props} />
    case 'sendAgain':
      return <SendAgainDialog {...props} deliveries={deliveries} />
    default:
      // A setting without a dialog does not compile unless it is optional.
      return <OptionalDialog {...props} group={dialog} />
  }
}
