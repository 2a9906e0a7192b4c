/** Source or target platform of a copy. */

import { causeOf } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { createClient } from '@greenwave/client/createClient'
import { signIn } from '@greenwave/client/signIn'
import { systemTransport, type Transport } from '@greenwave/client/transport'
import { calls } from '@greenwave/contract/wire/calls/calls'
import { obeyingLimits } from './callLimits.ts'
import { parseExactly } from './exactJson.ts'

/** An account of a platform. */
export interface SideAccount {
  /** Scheme, host and port. */
  readonly url: string
  readonly user: string
  readonly password: string
}

/** A call that takes longer counts as lost, milliseconds. */
const CALL_TIMEOUT_MS = 60_000
/** A page of a hundred entities with all their notes, and more. */
const MOST_REPLY_BYTES = 67_108_864

/**
 * Signs in for copying: calls obey the limits of the platform, are given up after a minute, and read numbers as they were
 * written. Rejects as `signIn` does.
 */
export async function openSide(
  { url, user, password }: SideAccount,
  { nowMs, wait }: { readonly nowMs: () => number; readonly wait: (ms: number) => Promise<void> },
): Promise<CallApi> {
  const bounded: Transport['fetch'] = async (address, init) => {
    try {
      return await systemTransport.fetch(address, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    } catch (error) {
      throw new Error(`${url} does not answer (${causeOf(error)})`, { cause: error })
    }
  }
  const fetch = obeyingLimits({ fetch: bounded, nowMs, wait })
  const { session } = await signIn(url, user, password, { ...systemTransport, fetch, nowMs })
  return createClient({ calls, base: url, fetch, session, parse: parseExactly, maxReplyBytes: MOST_REPLY_BYTES })
}
