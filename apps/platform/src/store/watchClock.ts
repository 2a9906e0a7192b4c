import { type ClockEvent, type ClockState, createBelievedClock } from '../data/clock/believedClock.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'

const LOOK_EVERY_MS = 5000

/** A difference between the clock of this machine and the believed time. */
interface ClockTrouble {
  /** Lead of the clock over the trusted time, milliseconds; negative when it is behind. */
  readonly byMs: number
  /** The believed time, epoch milliseconds. */
  readonly believed: number
}

/** The system's clock, watched for jumps. */
export interface WatchedClock {
  /** Current problem of the clock; undefined when there is none. */
  trouble(): ClockTrouble | undefined
  /** Returns the believed time, by which things may expire, epoch milliseconds. */
  believed(): number
  stop(): void
}

/** Watches the system's clock. Logs each jump, and calls `onBack` when the clock goes back. */
export function watchClock(
  stored: ClockState | undefined,
  now: () => number,
  log: StoreLog,
  onBack: () => void,
): WatchedClock {
  const clock = createBelievedClock(stored, now, () => performance.now())
  // A step of more than a day forward may mean that the platform was stopped; it is logged but does not count as
  // trouble.
  let isTrouble = false
  const details = (byMs: number): object => ({
    byMs,
    clock: new Date(now()).toISOString(),
    believed: new Date(clock.state().believed).toISOString(),
  })

  const onEvent = (event: ClockEvent): void => {
    if (!event) return
    isTrouble = event.kind === 'jumped'
    if (event.kind === 'jumped') {
      log.warn(
        details(event.byMs),
        'The clock of this machine jumped: nothing expires by the new time until it has lasted for a day',
      )
    } else if (event.kind === 'returned') {
      log.warn(details(event.byMs), 'The clock of this machine is back after its jump')
    } else {
      log.warn(
        details(event.byMs),
        'The clock of this machine jumped, and its new time has lasted for a day: it is now believed',
      )
    }
    if (event.byMs < 0 && event.kind !== 'accepted') onBack()
  }
  const look = (): void => onEvent(clock.look())

  const { believed, other } = clock.state()
  if (other && other.wall < believed) {
    isTrouble = true
    log.warn(details(other.wall - believed), 'The clock of this machine is behind the time of the last run')
  } else if (other) {
    log.info(details(other.wall - believed), 'The last run is long ago, or the clock jumped: nothing expires for a day')
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()

  return {
    trouble() {
      look()
      const state = clock.state()
      return isTrouble && state.other
        ? { byMs: state.other.wall - state.believed, believed: state.believed }
        : undefined
    },
    believed() {
      look()
      return clock.state().believed
    },
    stop: () => clearInterval(timer),
  }
}
