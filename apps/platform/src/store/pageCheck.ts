/**
 * @file Checks in the background what a start does not read: history and the tables that grow. A process does it and not
 * a thread, because a check of a large file cannot be interrupted, and the platform must be able to end meanwhile.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Health, reportDamage } from '../meter/readiness.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'

const SCRIPT = fileURLToPath(new URL('./pageCheckProcess.ts', import.meta.url))
/** The start comes first, milliseconds. */
export const CHECK_PAGES_AFTER_MS = 5_000

/** Message of the process for each damaged file: its description. */
export interface DamageFound {
  readonly damage: string
}

/** Checks the databases of a data folder once, and reports damage to log and health. Returns a function that ends the check. */
export function checkPagesSoon(dataDir: string, afterMs: number, log: StoreLog, health: Health): () => void {
  let child: ChildProcess | undefined
  const timer = setTimeout(() => {
    child = fork(SCRIPT, [dataDir], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('error', (error) => log.warn({ err: error }, 'Checking the pages of the databases failed'))
    child.on('message', (message) => {
      const { damage } = message as DamageFound
      log.error({}, damage)
      reportDamage(health, damage)
    })
    child.unref()
    child.channel?.unref()
  }, afterMs).unref()
  return () => {
    clearTimeout(timer)
    child?.kill('SIGKILL')
  }
}
