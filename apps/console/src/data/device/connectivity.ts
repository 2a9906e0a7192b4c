/** The connectivity of a controller, from what the platform stores about its sessions. */
import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import { parseInteger } from '@greenwave/controller/integer'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** The connectivity of a controller. Times are epoch milliseconds, null for never. */
export interface Connectivity {
  /** The platform's activity flag. It has a timeout of minutes, so it means neither "working" nor "live". */
  readonly active: boolean
  /** Whether the platform knows of an open session, so that what is sent now arrives now. */
  readonly online: boolean
  readonly lastActivityMs: number | null
  readonly lastConnectMs: number | null
  readonly lastDisconnectMs: number | null
}

/**
 * Parses the connectivity from the server attributes. A disconnection newer than the last connection means offline at
 * once, long before the activity flag is cleared. When both times are equal, the connection came back within the same
 * millisecond.
 */
export function parseConnectivity(server: TimedValues): Connectivity {
  const active = parseBoolean(server[CONNECTIVITY_KEYS.active]?.value) === true
  const lastConnectMs = timeOf(server, CONNECTIVITY_KEYS.lastConnectTime)
  const lastDisconnectMs = timeOf(server, CONNECTIVITY_KEYS.lastDisconnectTime)
  const disconnected = lastDisconnectMs !== null && lastDisconnectMs > (lastConnectMs ?? 0)
  return {
    active,
    online: active && !disconnected,
    lastActivityMs: timeOf(server, CONNECTIVITY_KEYS.lastActivityTime),
    lastConnectMs,
    lastDisconnectMs,
  }
}

function timeOf(server: TimedValues, key: string): number | null {
  const ms = parseInteger(server[key]?.value)
  return ms !== undefined && ms > 0 ? ms : null
}

/** Parses a boolean given as JSON or as the text of the live socket. Returns undefined for anything else. */
export function parseBoolean(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  return undefined
}
