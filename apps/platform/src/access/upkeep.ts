import type { FastifyBaseLogger } from 'fastify'
import type { Endings } from './endings.ts'
import type { Sessions } from './sessions.ts'

/** What is done now and then for the sessions. */
export interface Upkeep {
  /** Begins; returns what ends it, which writes what changed a last time. */
  start(): () => void
  /** Writes what changed, ends what is over. */
  sweep(): void
  /** Forgets the ends of sessions whose tokens have expired, unless the clock jumped since this was last done. */
  prune(): void
}

const SWEEP_EVERY_MS = 60_000
const PRUNE_EVERY_MS = 3_600_000
/** The system's clock may be corrected by so much; by more it is not believed when something is to be forgotten for good. */
const CLOCK_TOLERANCE_MS = 60_000

interface UpkeepParts {
  readonly sessions: Sessions
  readonly endings: Endings
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** A clock that nobody can set, milliseconds; for tests. */
  readonly steadyNow?: () => number
}

export function createUpkeep({
  sessions,
  endings,
  log,
  now,
  steadyNow = () => performance.now(),
}: UpkeepParts): Upkeep {
  const offset = (): number => now() - steadyNow()
  let offsetBefore = offset()

  function attempt(what: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, `${what}; it is tried again`)
    }
  }
  function sweep(): void {
    sessions.sweep()
  }
  function prune(): void {
    const hasJumped = Math.abs(offset() - offsetBefore) > CLOCK_TOLERANCE_MS
    offsetBefore = offset()
    // After a jump into the future tokens that were voided would live again once the clock is set right.
    if (!hasJumped) attempt('old ends of sessions could not be removed', () => endings.prune())
  }

  return {
    sweep,
    prune,
    start() {
      const timers = [setInterval(sweep, SWEEP_EVERY_MS), setInterval(prune, PRUNE_EVERY_MS)]
      for (const timer of timers) timer.unref()
      return () => {
        for (const timer of timers) clearInterval(timer)
        sweep()
      }
    },
  }
}
