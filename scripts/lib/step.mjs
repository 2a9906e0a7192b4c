import { spawn } from 'node:child_process'
import process from 'node:process'
import { ROOT } from './root.mjs'
import { Stop } from './say.mjs'

/**
 * Runs a program until it ends and resolves with its exit code. Signals to this script are passed on to the program,
 * and end the script after it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export async function runStep(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options })
  let interrupted = false
  const pass = (signal) => {
    interrupted = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, pass)
  try {
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (exitCode) => resolve(exitCode ?? 1))
    })
    if (interrupted) throw new Stop('stopped', 130)
    return code
  } finally {
    for (const signal of signals) process.off(signal, pass)
  }
}
