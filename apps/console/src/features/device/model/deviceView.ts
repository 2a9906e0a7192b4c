import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { type Hold, holdInForce } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { MODE_KEY } from '@greenwave/controller/keys'
import { isPresent } from '@greenwave/controller/attributes'
import type { ControllerSettings } from '@greenwave/controller/settings'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { plainValues } from '@greenwave/observer/inEffect'
import type { Connectivity } from '../../../data/device/connectivity.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { parseSiteFacts, type SiteFacts } from '../../../data/device/siteFacts.ts'

/** The data of one device that its dialogs need. */
export interface DeviceView {
  readonly deviceId: string
  readonly name: string
  /** Empty if the device has no label. */
  readonly label: string
  readonly customerTitle: string | null
  readonly server: TimedValues
  readonly shared: TimedValues
  /** The client attributes, which the controller reports. */
  readonly client: TimedValues
  readonly connectivity: Connectivity
  /** The settings that were saved for the controller. */
  readonly settings: ControllerSettings
  /** The settings that the controller runs, as far as it reports them. */
  readonly running: ControllerSettings
  /** Recorded facts about the junction. */
  readonly site: SiteFacts
}

type FollowedAttributes = Pick<DeviceState, 'server' | 'shared' | 'client' | 'connectivity' | 'settings' | 'running'>

/** Selects what the view of a device is built from. */
export function followedAttributes(device: DeviceState): FollowedAttributes {
  const { server, shared, client, connectivity, settings, running } = device
  return { server, shared, client, connectivity, settings, running }
}

const NO_ATTRIBUTES: TimedValues = {}

/** Builds the view of a device. Until the server attributes have arrived, it takes the activity flag of the list. */
export function deviceViewOf(info: DeviceInfo, device: FollowedAttributes): DeviceView {
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
    site: parseSiteFacts(server ?? NO_ATTRIBUTES),
  }
}

/** Returns the hold that is in force; null if there is none. */
export function holdOf({ server, shared }: Pick<FollowedAttributes, 'server' | 'shared'>): Hold | null {
  const facts = {
    hold: server?.[JUNCTION_KEYS.hold],
    held: server?.[JUNCTION_KEYS.held],
    mode: shared?.[MODE_KEY],
  }
  return holdInForce(facts)?.hold ?? null
}

/** Returns whether a mode was ever set or is reported. */
export function knowsMode({ shared, client }: Pick<DeviceView, 'shared' | 'client'>): boolean {
  return [shared, client].some((scope) => isPresent(plainValues(scope), MODE_KEY))
}

/** Returns the name of a device for a single line: its label, or without one its name. */
export function shortName(device: Pick<DeviceInfo, 'label' | 'name'>): string {
  return device.label?.trim() || device.name
}
