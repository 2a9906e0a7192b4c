/** @file Signs of life of processes and threads, so that one that stands still is noticed. */

/** Time between two beats, milliseconds. */
export const BEAT_EVERY_MS = 500

/** Heartbeat that a process sends to its parent, and a thread to its owner, while its event loop runs. */
export const BEAT = { beat: true } as const

/** Returns whether a message is a beat. */
export function isBeat(message: unknown): message is typeof BEAT {
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
 * timer, not by the clock: while the watching process itself is held up, none goes by.
 */
export function watchBeats(onMissing: (seconds: number) => void): BeatWatch {
  let missing = 0
  const timer = setInterval(() => {
    missing += 1
    // The interval in which a beat arrived is no missing one.
    if (missing > 1) onMissing(((missing - 1) * BEAT_EVERY_MS) / 1000)
  }, BEAT_EVERY_MS).unref()
  return {
    beat() {
      missing = 0
    },
    stop: () => clearInterval(timer),
  }
}
