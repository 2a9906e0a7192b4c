import { spawn } from 'node:child_process'
import process from 'node:process'

/**
 * One Ctrl-C arrives from the terminal at every process of its group, and again from npm. Only a signal later than this
 * counts as a second Ctrl-C, milliseconds.
 */
const SAME_KEYSTROKE_MS = 1000

/**
 * Starts one of our programs. `stop` asks it to close everything and exit; `kill` ends it at once. The request is sent
 * over the channel between the processes and not as a signal: the program may already have received the terminal's
 * signal, and would take another one as a second Ctrl-C. When this process ends in any way, the channel closes and the
 * program exits too.
 */
export function start(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  return {
    ended: endOf(child),
    stop() {
      if (child.connected) child.send('stop', () => {})
    },
    kill: () => child.kill('SIGKILL'),
  }
}

/** Starts another program, which understands signals only. */
export function startForeign(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: 'inherit' })
  return { ended: endOf(child), stop: () => child.kill('SIGTERM'), kill: () => child.kill('SIGKILL') }
}

/** Resolves with the program's exit code. */
function endOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

/**
 * Waits until the programs have ended. At the first Ctrl-C or SIGTERM, or when one of them ends, all are asked to stop;
 * at a second signal they are killed. Resolves with the exit code of the program that ended first.
 * @param {readonly ReturnType<typeof start>[]} programs
 */
export async function supervise(programs) {
  let firstAt
  const onSignal = () => {
    const now = performance.now()
    if (firstAt === undefined) for (const program of programs) program.stop()
    else if (now - firstAt > SAME_KEYSTROKE_MS) for (const program of programs) program.kill()
    firstAt ??= now
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal)
  const code = await Promise.race(programs.map((program) => program.ended))
  for (const program of programs) program.stop()
  await Promise.all(programs.map((program) => program.ended))
  return code
}
