import type { DeviceChange, DeviceData } from '../data/port/deviceData.ts'

/** A running subscription of a socket. */
export interface LiveSubscription {
  stop(): void
}

/** The entity of a subscription: its current values, and a way to follow changes. */
export interface ValueSource {
  readonly entityId: string
  readonly data: DeviceData
  /** Returns the function that stops listening. */
  readonly listen: (onChange: (change: DeviceChange) => void) => () => void
}

/** Returns the keys of a command from its comma-separated text; undefined for all keys, including later ones. */
export function parseKeys(keys: string | null | undefined): ReadonlySet<string> | undefined {
  if (!keys) return undefined
  const names = new Set<string>()
  for (const key of keys.split(',')) {
    const name = key.trim()
    if (name !== '') names.add(name)
  }
  return names.size > 0 ? names : undefined
}
