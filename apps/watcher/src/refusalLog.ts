/** @file Says each refusal once: what is refused for one junction is refused for thousands. */
import { counted } from '@greenwave/contract/text'
import type { Logger } from 'pino'
import { PARTS } from './intake/watchedJunction.ts'

/** Refusals that are remembered; more than that are as many kinds of trouble. */
const MOST_REMEMBERED = 100

/** Returns a function that logs what the platform refused, each kind of refusal once. */
export function createRefusalLog(log: Logger): (what: string, error: Error) => void {
  const logged = new Set<string>()
  return (what, error) => {
    const line = `the platform refused ${what}: ${error.message}`
    if (logged.has(line)) return
    if (logged.size >= MOST_REMEMBERED) logged.clear()
    logged.add(line)
    log.error(`${line}; not repeated until it changes, and logged once`)
  }
}

/** Interval between reports of losses, milliseconds: a platform that is away for long causes many. */
const LOSSES_EVERY_MS = 600_000

/** Returns a function that logs what was not kept, because too much waits to be written: at most every ten minutes. */
export function createLossLog(log: Logger, nowMs = () => performance.now()): (what: string) => void {
  let count = 0
  let saidMs = Number.NEGATIVE_INFINITY
  return (what) => {
    count += 1
    if (nowMs() - saidMs < LOSSES_EVERY_MS) return
    log.error(`too many records wait for the platform: ${count} are not kept any longer, now ${what}`)
    saidMs = nowMs()
    count = 0
  }
}

/** Kinds of values of a junction that the watcher subscribes to. */
const SUBSCRIPTIONS_OF_JUNCTION = PARTS.length

/** Returns a function that warns that the platform refuses a live connection, with what to do: at most every ten minutes. */
export function createLiveRefusalLog(
  log: Logger,
  nowMs = () => performance.now(),
): (junctions: number, reason: string) => void {
  let saidMs = Number.NEGATIVE_INFINITY
  return (junctions, reason) => {
    if (nowMs() - saidMs < LOSSES_EVERY_MS) return
    saidMs = nowMs()
    const needed = junctions * SUBSCRIPTIONS_OF_JUNCTION
    log.warn(
      { junctions, reason },
      `The platform refused the live connection (${reason}); ${counted(junctions, 'junction is', 'junctions are')} not monitored, will retry each minute: ` +
        `allow ${needed} subscriptions and some more for this account (ThingsBoard: Tenant profiles, WebSocket, maximum number of subscriptions and sessions)`,
    )
  }
}
