import type { DeviceView } from '../model/deviceView.ts'

/** What every dialog of a device gets. */
export interface DialogProps {
  readonly view: DeviceView
  readonly opened: boolean
  readonly onClose: () => void
}
