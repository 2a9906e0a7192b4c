/** @file A watcher that is started again whenever it ends. */
import type { Running } from './lifetime.ts'
import { type SiblingOptions, type SiblingProcess, startWatcher } from './siblingProcess.ts'

/** Pause before a watcher that ended is started again, and the longest of a row of them, milliseconds. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 60_000
/** A watcher that ran for so long had started well, milliseconds. */
const RAN_WELL_MS = 60_000

/** How a watcher is kept running. */
export interface KeptWatcherOptions extends SiblingOptions {
  /** Exit codes after which the watcher is not started again; default: none. */
  readonly finalCodes?: readonly number[]
  /** Called when the watcher ended, with the reason and the pause before the next start, seconds. */
  readonly onEnded: (why: string, pauseS: number) => void
}

/** A watcher that is started again whenever it ends: hung and killed, killed by the system, or failed. */
export interface KeptWatcher extends Running {
  /** Resolves with a final exit code; never after `close`. */
  readonly ended: Promise<number>
}

/** Starts a watcher with these arguments, and again after each end. A row of failures makes the pauses longer. */
export function keepWatcher(
  args: readonly string[],
  { finalCodes = [], onEnded, ...options }: KeptWatcherOptions,
): KeptWatcher {
  let current: SiblingProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isClosing = false
  let failures = 0
  const final = Promise.withResolvers<number>()

  function start(): void {
    const startedMs = performance.now()
    current = startWatcher(args, options)
    const restart = (why: string): void => {
      if (isClosing) return
      failures = performance.now() - startedMs >= RAN_WELL_MS ? 1 : failures + 1
      const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1))
      onEnded(why, ms / 1000)
      again = setTimeout(start, ms)
    }
    current.ended.then(
      (code) => (finalCodes.includes(code) ? final.resolve(code) : restart(`ended with ${code}`)),
      (error: unknown) => restart(`cannot be started (${String(error)})`),
    )
  }

  start()
  return {
    ended: final.promise,
    async close() {
      isClosing = true
      clearTimeout(again)
      await current?.close().catch(() => {})
    },
  }
}
