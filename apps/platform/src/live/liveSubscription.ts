import type { DeviceChange, DeviceData } from '../data/deviceData.ts'

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
  const names = keys
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return names.length > 0 ? new Set(names) : undefined
}
