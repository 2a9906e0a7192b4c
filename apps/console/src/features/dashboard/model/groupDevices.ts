import type { DeviceInfo } from '@greenwave/contract/devices'
import { isAssigned } from '@greenwave/contract/ids'

/** The devices of one customer; `title` null gathers those that no customer has. */
export interface DeviceGroup {
  /** Names the group to what is remembered: the customer's id where the platform gives one. */
  readonly id: string
  readonly title: string | null
  readonly devices: readonly DeviceInfo[]
}

/** Groups devices by customer title, alphabetically; devices without one come last. Within a group the order stays. */
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
