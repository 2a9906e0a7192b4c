import { spawn } from 'node:child_process'
import process from 'node:process'

/**
 * A Ctrl-C comes from the terminal to every process of its group, and again from npm, which passes it on. Only one that
 * comes later than this is a second one.
 */
const SAME_KEYSTROKE_MS = 1000

/**
 * A started program of ours: `stop` asks it to end in order, `kill` ends it at once. The request goes over the channel
 * between the processes and not as a signal, since the program may have had the signal from the terminal already and would
 * take another one for impatience. When this process dies in whatever way, the channel closes and the program ends in order.
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

/** The same for a program of others, which knows signals only. */
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
 * Lives until the programs have ended: at the first Ctrl-C or SIGTERM, or the end of one of them, all are asked to end; at
 * a second signal they are killed. Resolves with the exit code of the program that ended first.
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
