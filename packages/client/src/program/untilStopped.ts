import process from 'node:process'

/** Exit code after a second Ctrl-C. */
const EXIT_FORCED = 130

/**
 * One Ctrl-C can arrive several times: from the terminal for the whole process group, and again from npm or a parent.
 * Only a signal later than this counts as a second Ctrl-C, milliseconds.
 */
const SAME_KEYSTROKE_MS = 1000

/**
 * Resolves when this process is asked to end: by SIGINT, SIGTERM or SIGHUP, by the message `stop` of a parent that
 * started it with an IPC channel, or because that parent has ended. A second Ctrl-C exits at once, with 130.
 *
 * @param onFirstSignal called once, when a signal arrives
 */
export function untilStopped(onFirstSignal: () => void = () => {}): Promise<void> {
  const stopped = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = (): void => {
    const now = performance.now()
    if (firstAt !== undefined && now - firstAt > SAME_KEYSTROKE_MS) process.exit(EXIT_FORCED)
    if (firstAt === undefined) onFirstSignal()
    firstAt ??= now
    stopped.resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  process.on('message', (message) => {
    if (message === 'stop') stopped.resolve()
  })
  process.on('disconnect', () => stopped.resolve())
  // A parent may end while this process loads its modules.
  if (process.connected === false) stopped.resolve()
  // The reader of a pipe may end first, and its end must not crash this process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return stopped.promise
}
