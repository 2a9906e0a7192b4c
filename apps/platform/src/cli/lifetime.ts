import { EXIT } from './exitCodes.ts'
import { note } from './terminal.ts'

/** What runs until it is stopped. */
export interface Running {
  close(): Promise<void>
}

/**
 * One Ctrl-C can arrive several times: from the terminal to the whole group, and again from npm, which passes it on. Only
 * one that comes later than this means that the person has lost patience.
 */
const SAME_KEYSTROKE_MS = 1000

/**
 * Starts, then runs until a signal, a parent's `stop` message or the parent's end; then closes everything in order and ends
 * with 0. A stop during the start waits for it, so that nothing is left half-started. A second signal ends at once.
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
  // A parent that starts this as a child with an IPC channel stops it by message, and by its own end however that comes.
  process.on('message', (message) => {
    if (message === 'stop') stopped.resolve()
  })
  process.on('disconnect', () => stopped.resolve())
  // The reader of a pipe may be gone before this process is: its end must not be ours.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  const running = await start()
  await stopped.promise
  await running.close()
  process.exit(EXIT.ok)
}
