import { createHash } from 'node:crypto'
import type { KnownDevice } from '../knownDevices.ts'

/** Who tries to sign in, as far as failures are counted: each origin of tries on a name is locked by itself. */
export interface TryOrigin {
  /**
   * - `device`: a browser with which this very account signed in before
   * - `address`: an address from which anybody signed in before
   * - `stranger`: anywhere else; all strangers together are one
   */
  readonly kind: 'device' | 'address' | 'stranger'
  /** Under what its failures are counted. */
  readonly key: string
}

/** Longest name that is kept as it is, characters; longer than any address of e-mail. */
const LONGEST_NAME = 320

interface Try {
  /** The account as it was named, whether it exists or not. */
  readonly name: string
  /** The user of that name, if there is one. */
  readonly userId: string | undefined
  readonly device: KnownDevice | undefined
  readonly addressGroup: string
  readonly isKnownAddress: boolean
}

/**
 * Returns whom a try counts for. Apart from a browser's own, which no stranger has, it does not depend on whether there is an
 * account of the name, so that the lock tells nobody.
 */
export function tryOrigin({ name, userId, device, addressGroup, isKnownAddress }: Try): TryOrigin {
  const folded = foldName(name)
  if (device !== undefined && userId !== undefined && device.userIds.includes(userId)) {
    return { kind: 'device', key: `${folded}\ndevice ${device.id}` }
  }
  return isKnownAddress
    ? { kind: 'address', key: `${folded}\naddress ${addressGroup}` }
    : { kind: 'stranger', key: `${folded}\nstrangers` }
}

/** Under what the failures from all known addresses on a name are counted together. */
export const crowdKey = (name: string): string => `${foldName(name)}\naddresses`

/** What all keys of a name begin with. */
export const keysOfName = (name: string): string => `${foldName(name)}\n`

/** A name as tries on it are counted: spellings of one address are one name. */
function foldName(name: string): string {
  const folded = name.toLowerCase()
  // Names are remembered by the thousand, and no account has one as long as a request may carry.
  return folded.length <= LONGEST_NAME ? folded : createHash('sha256').update(folded).digest('hex')
}
