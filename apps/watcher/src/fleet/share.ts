/** Which devices a watcher watches when several share a fleet. */
import { textHash } from '@greenwave/contract/text'

/** Share `i` of `n`, counted from 1. */
export interface Share {
  readonly i: number
  readonly n: number
}

/** Everything. */
export const WHOLE_FLEET: Share = { i: 1, n: 1 }

/** Most shares of a fleet; the key of a pulse has room for as many. */
const MOST_SHARES = 9999

/** Returns the share that a text like `2/4` names; undefined for anything else. */
export function parseShare(text: string): Share | undefined {
  const match = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text.trim())
  if (!match) return undefined
  const [i, n] = [Number(match[1]), Number(match[2])]
  return i <= n && n <= MOST_SHARES ? { i, n } : undefined
}

/** Returns whether a device is of a share. Each device is of exactly one of the `n`, whoever asks. */
export function isOfShare({ i, n }: Share, deviceId: string): boolean {
  return textHash(deviceId) % n === i - 1
}
