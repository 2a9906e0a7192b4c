import type { DeviceChange, DeviceData } from '../data/port/deviceData.ts'

/** A running subscription of a socket. */
export interface LiveSubscription {
  stop(): void
}

/** The device of a subscription: its values as they are, and a way to hear of later changes. */
export interface DeviceSource {
  readonly deviceId: string
  readonly data: DeviceData
  /** Returns what ends the listening. */
  readonly listen: (onChange: (change: DeviceChange) => void) => () => void
}

/** Keys of a command: its comma-separated text, or undefined for all keys, later ones included. */
export function parseKeys(keys: string | null | undefined): ReadonlySet<string> | undefined {
  if (!keys) return undefined
  const names = new Set<string>()
  for (const key of keys.split(',')) {
    const name = key.trim()
    if (name !== '') names.add(name)
  }
  return names.size > 0 ? names : undefined
}
