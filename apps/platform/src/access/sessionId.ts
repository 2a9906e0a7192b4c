import { randomUUID } from 'node:crypto'

/**
 * Returns an id for a session or a pair of tokens: a UUID of version 7, which includes its time in milliseconds. The
 * claims of a token count whole seconds; by those alone, a pair issued in the same second as a revocation would stay
 * valid.
 */
export function timedId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns when an id was made, epoch milliseconds; undefined for an id without a time. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}
