import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { EXIT } from './exitCodes.ts'
import { BEAT, BEAT_EVERY_MS } from './heartbeat.ts'
import { note } from './terminal.ts'
import { untilStopped } from './untilStopped.ts'

/** Memory of the guarding thread, MB. */
const GUARD_MB = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

/**
 * Starts a thread that kills this process when its main thread has given no sign of life for 7 s, so that its
 * supervisor starts it again. Returns a function that ends the guard. Under a debugger, whose breakpoints stop the main
 * thread, there is none.
 */
function guardMainThread(): () => void {
  if (debuggerUrl() !== undefined) return () => {}
  const guard = new Worker(new URL('./mainThreadGuardWorker.ts', import.meta.url), { resourceLimits: GUARD_MB })
  // Without the guard the process works on.
  guard.on('error', () => {})
  guard.unref()
  const beats = setInterval(() => guard.postMessage(BEAT), BEAT_EVERY_MS).unref()
  return () => {
    clearInterval(beats)
    void guard.terminate()
  }
}

/** Something that runs until it is closed. */
export interface Running {
  close(): Promise<void>
}

/**
 * Starts, then runs until a signal, the parent's `stop` message or the parent's end. Then closes everything and exits
 * with code 0. A stop during the start waits for the start, so that nothing is left half-started. A second signal exits
 * at once. In between, a main thread that hangs ends the process.
 */
export async function runUntilStopped(start: () => Promise<Running>): Promise<void> {
  const stopped = untilStopped(() => note('stopping ...'))
  const running = await start()
  const endGuard = guardMainThread()
  await stopped
  // Closing may settle for long, in one piece.
  endGuard()
  await running.close()
  process.exit(EXIT.ok)
}

/** Time for the last line of the log to be written, milliseconds. */
const LAST_LINE_MS = 200

/**
 * Ends this process at once, so that its supervisor starts it again. `process.exit` would wait for a thread that stands
 * still.
 */
export function endForRestart(log: { fatal(message: string): void }, why: string): void {
  log.fatal(`${why}: this process ends, to be started again`)
  setTimeout(() => {
    process.kill(process.pid, 'SIGKILL')
    // The first process of a container cannot kill itself.
    process.abort()
  }, LAST_LINE_MS)
}
