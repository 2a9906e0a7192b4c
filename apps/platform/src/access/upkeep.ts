import type { FastifyBaseLogger } from 'fastify'
import type { EndedSessions } from './endedSessions.ts'
import type { Sessions } from './sessions.ts'

/** Regular work on sessions. */
export interface Upkeep {
  /** Starts it. Returns a function that stops it after writing the last changes. */
  start(): () => void
  /** Writes changed sessions and ends expired ones. */
  sweep(): void
  /** Deletes revocations of sessions whose tokens have expired, unless the clock has jumped since the last call. */
  prune(): void
}

const SWEEP_EVERY_MS = 60_000
const PRUNE_EVERY_MS = 3_600_000
/** Largest correction of the system's clock that is believed when something is to be deleted for good, milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000

interface UpkeepParts {
  readonly sessions: Sessions
  readonly endedSessions: EndedSessions
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** Returns milliseconds of a clock that cannot be set; for tests. */
  readonly steadyNow?: () => number
}

/** Creates the regular work on sessions. */
export function createUpkeep({
  sessions,
  endedSessions,
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
      log.error({ err: error }, `${what}; will retry`)
    }
  }
  function sweep(): void {
    sessions.sweep()
  }
  function prune(): void {
    const hasJumped = Math.abs(offset() - offsetBefore) > CLOCK_TOLERANCE_MS
    offsetBefore = offset()
    // After a jump into the future, revoked tokens would become valid again once the clock is set right.
    if (!hasJumped) attempt('old ends of sessions could not be removed', () => endedSessions.prune())
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
