import { type OptionalGroup, optionalSettingOf } from '@greenwave/controller/settingTable/table'
import { plainValues } from '@greenwave/observer/inEffect'
import type { ReactNode } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import type { Deliveries } from '../../../data/device/settings/deliveries.ts'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { DialogSlot } from '../../../ui/dialogs/DialogSlot.tsx'
import type { useKeptDialog } from '../../../ui/dialogs/useKeptDialog.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import type { DeviceDialog } from '../model/deviceDialog.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { DeviceTimeDialog } from './DeviceTimeDialog.tsx'
import type { DialogProps } from './dialogProps.ts'
import { ImageDeleteDialog, ImageDialog } from './ImageDialog.tsx'
import { LocationDialog } from './LocationDialog.tsx'
import { ModeDialog } from './ModeDialog.tsx'
import { PlanCountDialog } from './PlanCountDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ProgramDialog } from './ProgramDialog.tsx'
import { SendAgainDialog } from './SendAgainDialog.tsx'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'
import { TimesDialog } from './TimesDialog.tsx'

const SiteDialog = lazyPart(async () => (await import('./SiteDialog.tsx')).SiteDialog, 'device', 'settings')
const DisplaysDialog = lazyPart(async () => (await import('./DisplaysDialog.tsx')).DisplaysDialog, 'device', 'settings')

/** Loads the form of phases and geometry on demand, because it is seldom needed. */
function LazySiteDialog(props: DialogProps) {
  return (
    <PartLoading>
      <SiteDialog {...props} />
    </PartLoading>
  )
}

/** Loads the form of displays and control on demand, because it is seldom needed. */
function LazyDisplaysDialog(props: DialogProps) {
  return (
    <PartLoading>
      <DisplaysDialog {...props} />
    </PartLoading>
  )
}

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

/** The dialog of an optional setting (R19), made from its row and its words: one whole number. */
function OptionalDialog({ group, ...props }: DialogProps & { readonly group: OptionalGroup }) {
  const dialog = useTexts('settings', 'dialogs')
  const { groupName, optionalText } = useSettingWords()
  const setting = optionalSettingOf(group)
  const [{ key }] = setting.keys
  const reported = plainValues(props.view.client)
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={groupName(group)}
      submitLabel={dialog('form.timesSave')}
      fallback={optionalText(group, 'failed')}
      begin={(kept) => setting.read(kept) ?? setting.read(reported) ?? 0}
      fields={(change) => <SettingField change={change} name={key} label={optionalText(group, 'field')} autoFocus />}
    />
  )
}
