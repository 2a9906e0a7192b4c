import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { isAssigned } from '@greenwave/contract/wire/ids'

/** The devices of one customer. A `title` of null stands for the devices without a customer title. */
export interface DeviceGroup {
  /** The key under which the group is remembered: the customer's id, or the title if the platform sends no id. */
  readonly id: string
  readonly title: string | null
  readonly devices: readonly DeviceInfo[]
}

/**
 * Groups devices by customer title, in alphabetical order. Devices without a title come last. The order within a group
 * is that of the input.
 */
export function groupDevices(devices: readonly DeviceInfo[]): readonly DeviceGroup[] {
  const byTitle = new Map<string | null, DeviceInfo[]>()
  for (const device of devices) {
    const title = device.customerTitle?.trim() || null
    byTitle.set(title, [...(byTitle.get(title) ?? []), device])
  }
  return [...byTitle]
    .map(([title, members]) => ({ id: groupId(title, members), title, devices: members }))
    .sort((a, b) => compareTitles(a.title, b.title))
}

function groupId(title: string | null, members: readonly DeviceInfo[]): string {
  if (title === null) return 'unknown'
  const customer = members[0]?.customerId
  return customer && isAssigned(customer) ? customer.id : title
}

function compareTitles(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a.localeCompare(b, 'vi', { numeric: true })
}
