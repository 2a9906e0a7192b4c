import type { DeviceInfo } from '@greenwave/contract/devices'

/** The devices of one customer; `title` null gathers those that no customer has. */
export interface DeviceGroup {
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
    .map(([title, members]) => ({ title, devices: members }))
    .sort((a, b) => compareTitles(a.title, b.title))
}

function compareTitles(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return a.localeCompare(b, 'vi', { numeric: true })
}
