import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../store/openStore.ts'

/** Address groups from which a user has signed in. */
export interface KnownAddresses {
  has(group: string): boolean
  /** Records a sign-in from there. */
  note(group: string): void
}

/** Most addresses remembered; those not used for longest are dropped first. */
const MAX_ADDRESSES = 5000
const REMEMBERED_MS = 90 * 86_400_000
/** A further sign-in is written only after this time, milliseconds, so that not every sign-in costs a write. */
const WRITE_AGAIN_MS = 86_400_000

/** Creates the known addresses of a store. `now` returns epoch milliseconds. */
export function createKnownAddresses(
  repository: Store['knownAddresses'],
  log: FastifyBaseLogger,
  now: () => number,
): KnownAddresses {
  // Oldest first.
  const lastSignIn = new Map(repository.all())

  return {
    has: (group) => now() - (lastSignIn.get(group) ?? 0) < REMEMBERED_MS,
    note(group) {
      const before = lastSignIn.get(group)
      if (before !== undefined && now() - before < WRITE_AGAIN_MS && before <= now()) return
      lastSignIn.delete(group)
      lastSignIn.set(group, now())
      const surplus = [...lastSignIn.keys()].slice(0, Math.max(0, lastSignIn.size - MAX_ADDRESSES))
      for (const address of surplus) lastSignIn.delete(address)
      try {
        repository.save(group, now(), surplus)
      } catch (error) {
        log.error({ err: error }, 'Saving an address of a successful sign-in failed')
      }
    },
  }
}
