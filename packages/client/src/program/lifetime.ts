import { EXIT } from './exitCodes.ts'
import { guardMainThread } from './mainThreadGuard.ts'
import { note } from './terminal.ts'
import { untilStopped } from './untilStopped.ts'

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
const LAST_LINE_MS = 500

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
