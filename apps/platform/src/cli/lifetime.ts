import { EXIT } from './exitCodes.ts'
import { note } from './terminal.ts'

/** Something that runs until it is closed. */
export interface Running {
  close(): Promise<void>
}

/**
 * One Ctrl-C can arrive several times: from the terminal for the whole process group, and again from npm. Only a signal
 * later than this counts as a second Ctrl-C, milliseconds.
 */
const SAME_KEYSTROKE_MS = 1000

/**
 * Starts, then runs until a signal, the parent's `stop` message or the parent's end. Then closes everything and exits
 * with code 0. A stop during the start waits for the start, so that nothing is left half-started. A second signal exits
 * at once.
 */
export async function runUntilStopped(start: () => Promise<Running>): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  let firstSignalAt: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (firstSignalAt !== undefined && now - firstSignalAt > SAME_KEYSTROKE_MS) process.exit(EXIT.forced)
    if (firstSignalAt === undefined) note('stopping ...')
    firstSignalAt ??= now
    stopped.resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A parent that starts this process with an IPC channel stops it by message. However the parent ends, this process
  // ends too.
  process.on('message', (message) => {
    if (message === 'stop') stopped.resolve()
  })
  process.on('disconnect', () => stopped.resolve())
  // The reader of a pipe may end first, and its end must not crash this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const running = await start()
  await stopped.promise
  await running.close()
  process.exit(EXIT.ok)
}
