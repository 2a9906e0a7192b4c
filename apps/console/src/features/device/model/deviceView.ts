/** One device as its screens need it, put together from what the platform says. */
import type { DeviceInfo } from '@greenwave/contract/devices'
import type { DeliveryFacts } from '@greenwave/controller/delivery'
import type { ControllerSettings } from '@greenwave/controller/settings'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { type Connectivity, readConnectivity } from '../../../data/device/connectivity.ts'

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
  /** False until the shared attributes have arrived: missing is not empty. */
  readonly settingsKnown: boolean
  /** False until it is known what the controller reports and whether it is connected. */
  readonly reportsKnown: boolean
  readonly connectivity: Connectivity
  /** What was asked for. */
  readonly settings: ControllerSettings
  /** What the controller runs, as far as it says so. */
  readonly running: ControllerSettings
}

interface LiveAttributes {
  readonly server: TimedValues | undefined
  readonly shared: TimedValues | undefined
  readonly client: TimedValues | undefined
}

const NO_ATTRIBUTES: TimedValues = {}

/** Settings are read apart from the rest, so that they stay the same object while other attributes change. */
interface SettingsOf {
  readonly settings: ControllerSettings
  readonly running: ControllerSettings
}

/** Puts a device together; the flag of the list stands in until the server attributes have arrived. */
export function buildDeviceView(info: DeviceInfo, live: LiveAttributes, { settings, running }: SettingsOf): DeviceView {
  const { server, shared, client } = live
  const connectivity = readConnectivity(server ?? NO_ATTRIBUTES)
  return {
    deviceId: info.id.id,
    name: info.name,
    label: info.label ?? '',
    customerTitle: info.customerTitle,
    server: server ?? NO_ATTRIBUTES,
    shared: shared ?? NO_ATTRIBUTES,
    client: client ?? NO_ATTRIBUTES,
    settingsKnown: shared !== undefined,
    reportsKnown: shared !== undefined && client !== undefined && server !== undefined,
    connectivity: server ? connectivity : { ...connectivity, active: info.active },
    settings,
    running,
  }
}

/** What delivery is derived from, at a time of the platform. */
export function deliveryFacts(view: DeviceView, nowMs: number): DeliveryFacts {
  return {
    desired: view.shared,
    reported: view.client,
    connected: view.connectivity.online,
    connectedSinceMs: view.connectivity.lastConnectMs ?? undefined,
    nowMs,
  }
}

/** What a device is called where one line is all there is. */
export function shortName(device: { readonly label: string; readonly name: string }): string {
  return device.label.trim() || device.name
}
