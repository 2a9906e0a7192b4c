import { randomUUID } from 'node:crypto'

/**
 * Makes an id of a session or of a token pair: a UUID of version 7, which carries its time in milliseconds. The claims of a
 * token count whole seconds, and by those alone a caller that renews its tokens all the time would hold a pair of the very second
 * that voids them.
 */
export function timedId(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns when an id was made, epoch milliseconds; undefined for an id that carries no time. */
export function timeOfId(id: string): number | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16)
}
