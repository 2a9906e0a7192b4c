import type { DeviceView } from '../model/deviceView.ts'

/** Properties of every dialog of a device. */
export interface DialogProps {
  readonly view: DeviceView
  readonly opened: boolean
  readonly onClose: () => void
}
