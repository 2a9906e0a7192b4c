/** @file Signs of life of processes and threads, so that one that stands still is noticed. */
import { readdirSync, readFileSync } from 'node:fs'

/** Time between two beats, milliseconds. */
export const BEAT_EVERY_MS = 500

/** Heartbeat that a process sends to its parent, and a thread to its owner, while its event loop runs. */
export interface Beat {
  readonly beat: true
}
export const BEAT: Beat = { beat: true }

/** Returns whether a message is a beat. */
export function isBeat(message: unknown): message is Beat {
  return typeof message === 'object' && message !== null && 'beat' in message
}

/** Sends beats to the parent process until this one ends; does nothing without a parent that listens. */
export function beatToParent(): void {
  setInterval(() => {
    if (process.connected) process.send?.(BEAT, undefined, undefined, () => {})
  }, BEAT_EVERY_MS).unref()
}

/** Counts the beats that are missing. */
export interface BeatWatch {
  beat(): void
  stop(): void
}

/**
 * Calls `onMissing` for each interval without a beat, with the seconds since the last one. Intervals are counted by a
 * timer, not by the clock: while the watching process itself is held up, none goes by. Time in which the watched part was
 * ready and waited for a processor does not count either: on a machine with too much work it is slow, but does not hang.
 *
 * @param waitedMs returns how long the watched part has waited for a processor so far, milliseconds
 */
export function watchBeats(onMissing: (seconds: number) => void, waitedMs: () => number = () => 0): BeatWatch {
  let missing = 0
  let waitedBefore = 0
  const timer = setInterval(() => {
    missing += 1
    // The interval in which a beat arrived is no missing one.
    if (missing === 1) {
      waitedBefore = waitedMs()
      return
    }
    const ownMs = Math.max(0, (missing - 1) * BEAT_EVERY_MS - (waitedMs() - waitedBefore))
    onMissing((Math.floor(ownMs / BEAT_EVERY_MS) * BEAT_EVERY_MS) / 1000)
  }, BEAT_EVERY_MS).unref()
  return {
    beat() {
      missing = 0
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Returns how long a thread was ready and waited for a processor so far, milliseconds; 0 where the system does not say it.
 *
 * @param task process and thread as Linux has them: `12/task/34`
 */
export function waitedForProcessorMs(task: string): number {
  try {
    return Number(readFileSync(`/proc/${task}/schedstat`, 'utf8').split(' ')[1] ?? 0) / 1e6
  } catch {
    return 0
  }
}

/** Returns the main thread of a process, for `waitedForProcessorMs`. */
export function mainTaskOf(pid: number | undefined): string {
  return `${pid}/task/${pid}`
}

/**
 * Starts a thread of this process by `start`. Returns the result of `start` and the name of the thread for
 * `waitedForProcessorMs`, which is undefined where the system does not tell it.
 */
export function startThread<Started>(start: () => Started): { started: Started; task: string | undefined } {
  const before = new Set(ownTasks())
  const started = start()
  return { started, task: ownTasks().find((task) => !before.has(task)) }
}

function ownTasks(): readonly string[] {
  try {
    return readdirSync('/proc/self/task').map((thread) => `${process.pid}/task/${thread}`)
  } catch {
    return []
  }
}
