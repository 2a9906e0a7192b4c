/** A running subscription of a socket. */
export interface LiveSubscription {
  readonly deviceId: string
  stop(): void
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
