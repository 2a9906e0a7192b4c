/** One device as its dialogs need it, put together from what the platform says. */
import type { DeviceInfo } from '@greenwave/contract/devices'
import type { ControllerSettings } from '@greenwave/controller/settings'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Connectivity } from '../../../data/device/connectivity.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'

export interface DeviceView {
  readonly deviceId: string
  readonly name: string
  /** Empty when the device has none. */
  readonly label: string
  readonly customerTitle: string | null
  readonly server: TimedValues
  readonly shared: TimedValues
  /** What the controller reports. */
  readonly client: TimedValues
  readonly connectivity: Connectivity
  /** What was asked for. */
  readonly settings: ControllerSettings
  /** What the controller runs, as far as it says so. */
  readonly running: ControllerSettings
}

type FollowedAttributes = Pick<DeviceState, 'server' | 'shared' | 'client' | 'connectivity' | 'settings' | 'running'>

const NO_ATTRIBUTES: TimedValues = {}

/** Puts a device together; the flag of the list stands in until the server attributes have arrived. */
export function buildDeviceView(info: DeviceInfo, device: FollowedAttributes): DeviceView {
  const { server, shared, client, connectivity, settings, running } = device
  return {
    deviceId: info.id.id,
    name: info.name,
    label: info.label ?? '',
    customerTitle: info.customerTitle,
    server: server ?? NO_ATTRIBUTES,
    shared: shared ?? NO_ATTRIBUTES,
    client: client ?? NO_ATTRIBUTES,
    connectivity: server ? connectivity : { ...connectivity, active: info.active },
    settings,
    running,
  }
}

/** What a device is called where one line is all there is. */
export function shortName(device: Pick<DeviceInfo, 'label' | 'name'>): string {
  return device.label?.trim() || device.name
}
