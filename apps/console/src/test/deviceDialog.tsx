/**
 * Opens one dialog of a device without the page around it, for component tests of limits, findings and what is sent.
 */
import type { TimedValues } from '@greenwave/controller/timedValue'
import { desiredSettings, runningSettings } from '@greenwave/observer/inEffect'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { parseConnectivity } from '../data/device/connectivity.ts'
import { type Deliveries, deliveriesAt } from '../data/device/settings/deliveries.ts'
import { DeviceDialogs } from '../features/device/dialogs/DeviceDialogs.tsx'
import type { DeviceDialog } from '../features/device/model/deviceDialog.ts'
import { deviceViewOf, type DeviceView } from '../features/device/model/deviceView.ts'
import { type DevicePage, type DevicePageOptions, device, stubDevice, type Values, WRITTEN_MS } from './devicePage.ts'
import { renderPart } from './renderParts.tsx'

interface OpenDeviceDialog extends Omit<DevicePage, 'path'> {
  readonly dialog: HTMLElement
}

/** What the platform stores of the device. */
export interface DialogOptions extends Pick<DevicePageOptions, 'shared' | 'server'> {
  /** The controller's reports; none by default. */
  readonly client?: Values
  /** True when dialogs should fade in and out as they do for users. */
  readonly fading?: boolean
}

/** Opens a dialog for the device that the platform stores. The stored values do not change while it is open. */
export async function openDialogAlone(subject: DeviceDialog, options: DialogOptions = {}): Promise<OpenDeviceDialog> {
  const stub = stubDevice(options)
  const view = viewOf(stub.stored, options.client)
  renderPart(<Alone subject={subject} view={view} />, undefined, options.fading ? 'default' : 'test')
  return { ...stub, dialog: await screen.findByRole('dialog') }
}

/** Returns the view of the device with these attributes. */
export function viewOf(stored: DevicePage['stored'], client: Values = {}): DeviceView {
  const scopes = {
    server: timed(stored.SERVER_SCOPE),
    shared: timed(stored.SHARED_SCOPE),
    client: timed(client),
  }
  return deviceViewOf(device, {
    ...scopes,
    connectivity: parseConnectivity(scopes.server),
    settings: desiredSettings(scopes.shared, scopes.client),
    running: runningSettings(scopes.shared, scopes.client),
  })
}

/** Returns the deliveries long after everything was written. */
function deliveriesOf({ shared, client }: DeviceView): Deliveries {
  return deliveriesAt({ desired: shared, reported: client, connected: true, nowMs: WRITTEN_MS + 3_600_000 }, true)
}

function Alone({ subject, view }: { subject: DeviceDialog; view: DeviceView }) {
  const [open, setOpen] = useState<DeviceDialog | null>(subject)
  return (
    <DeviceDialogs
      slot={{ subject: open, form: 'device', restored: undefined }}
      view={view}
      deliveries={deliveriesOf(view)}
      clock={null}
      clockIsLive={false}
      onTimeSent={() => undefined}
      onClose={() => setOpen(null)}
    />
  )
}

function timed(values: Values): TimedValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: WRITTEN_MS, value }]))
}
