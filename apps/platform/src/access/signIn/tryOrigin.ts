import { createHash } from 'node:crypto'
import type { KnownBrowser } from '../knownBrowsers.ts'

/** The origin of a try to sign in. Failures are counted, and an account is locked, for each origin separately. */
export interface TryOrigin {
  /**
   * - `browser`: a browser with which this account has signed in
   * - `address`: an address from which any account has signed in
   * - `stranger`: anywhere else; all strangers together are one origin
   */
  readonly kind: 'browser' | 'address' | 'stranger'
  /** The name under which its failures are counted. */
  readonly key: string
}

/** Longest name that is kept as it is, characters; longer than any e-mail address. */
const LONGEST_NAME = 320

interface Try {
  /** The name of the account as it was typed, whether the account exists or not. */
  readonly name: string
  /** The user of that name, if there is one. */
  readonly userId: string | undefined
  readonly browser: KnownBrowser | undefined
  readonly addressGroup: string
  readonly isKnownAddress: boolean
}

/**
 * Returns the origin of a try. Except for a user's own browser, which no stranger has, it does not depend on whether
 * the account exists, so that a lock does not reveal that.
 */
export function tryOrigin({ name, userId, browser, addressGroup, isKnownAddress }: Try): TryOrigin {
  const folded = foldName(name)
  if (browser !== undefined && userId !== undefined && browser.userIds.includes(userId)) {
    return { kind: 'browser', key: `${folded}\ndevice ${browser.id}` }
  }
  return isKnownAddress
    ? { kind: 'address', key: `${folded}\naddress ${addressGroup}` }
    : { kind: 'stranger', key: `${folded}\nstrangers` }
}

/** Returns the key under which failures from all known addresses are counted together for a name. */
export const crowdKey = (name: string): string => `${foldName(name)}\naddresses`

/** Returns the beginning of all keys of a name. */
export const keysOfName = (name: string): string => `${foldName(name)}\n`

/** Returns a name as tries are counted; upper and lower case are equal. */
function foldName(name: string): string {
  const folded = name.toLowerCase()
  // Thousands of names are kept, and a request may carry a name much longer than any account's.
  return folded.length <= LONGEST_NAME ? folded : createHash('sha256').update(folded).digest('hex')
}
