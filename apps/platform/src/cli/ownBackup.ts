/** @file The backup of an embedded platform that is kept up to date: its process, its weekly test, and what they report. */
import { type ChildProcess, fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Running } from '@greenwave/client/program/lifetime'
import { readBackupTest } from '../doctor/backupTest.ts'
import type { BackupProcessOptions } from '../keptBackup/backupProcess.ts'
import { type BackupHealth, type BackupStatus, backupTrouble } from '../keptBackup/backupStatus.ts'
import type { Health } from '../meter/readiness.ts'
import { environmentName, type Settings } from '../start/settings.ts'
import type { StoreLog } from '../sqlite/storeLog.ts'

const SCRIPT = fileURLToPath(new URL('../keptBackup/backupProcess.ts', import.meta.url))
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const EVERY_MS = 20_000
const LOOK_MS = 5_000
const RESTART_MS = 5_000
const END_MS = 10_000
const WEEK_MS = 7 * 86_400_000
/** A test that could not be made is tried again after an hour, milliseconds. */
const TEST_AGAIN_MS = 3_600_000

/** Parts of a platform that the backup reports to. */
export interface BackupReports {
  readonly readiness: Health
  readonly backup: BackupHealth
}

/** Keeps the backup that the settings name; without them nothing is started. */
export function startOwnBackup(
  { readiness, backup }: BackupReports,
  settings: Pick<Settings, 'dataDir' | 'backup'>,
  log: StoreLog,
  everyMs = EVERY_MS,
): Running {
  if (settings.backup === undefined) return { close: async () => {} }
  const { dataDir, backup: wanted } = { ...settings, backup: settings.backup }
  const startedMs = Date.now()
  let status: BackupStatus | undefined
  let child: ChildProcess | undefined
  let tester: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isClosing = false
  let reported: string | undefined
  let testedMs = 0

  function start(): void {
    const options: BackupProcessOptions = { dataDir, everyMs, ...wanted }
    child = fork(SCRIPT, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.send(options)
    child.on('message', (message) => {
      status = message as BackupStatus
      backup.status = status
      look()
    })
    child.on('error', (error) => log.error({ err: error }, 'The process of the backup cannot be started'))
    child.on('exit', (code, signal) => {
      child = undefined
      if (isClosing) return
      log.error({ code, signal }, 'The process of the backup ended; restarting')
      again = setTimeout(start, RESTART_MS).unref()
    })
  }

  function look(): void {
    const now = Date.now()
    const isStarting = status === undefined && now - startedMs < 3 * everyMs
    const known = status ?? { address: wanted.shown, atMs: 0, historyAtMs: 0, keptBytes: 0, toCopyBytes: 0 }
    const trouble = isStarting ? undefined : backupTrouble(known, now)
    const text = trouble && `is behind or failed: ${trouble.says}: ${trouble.fix}`
    readiness.report('backup', text === undefined ? undefined : { text, isBlocking: false })
    if (text !== reported && text !== undefined) log.error({}, `The backup ${text}`)
    if (text === undefined && reported !== undefined) log.info({}, 'The backup is up to date again')
    reported = text
    reportTest(now)
  }

  function reportTest(now: number): void {
    const test = readBackupTest(dataDir)
    backup.isTestGood = test?.isGood
    const problem = test?.isGood === false ? `found ${test.backup} useless: ${test.says}` : undefined
    readiness.report('backup test', problem === undefined ? undefined : { text: problem, isBlocking: false })
    const isDue = status?.toCopyBytes === 0 && status.atMs > 0 && now - (test?.atMs ?? 0) > WEEK_MS
    if (isDue && tester === undefined && now - testedMs > TEST_AGAIN_MS) {
      testedMs = now
      startTest()
    }
  }

  function startTest(): void {
    const environment = {
      [environmentName('dataDir')]: dataDir,
      [environmentName('backupTo')]: wanted.address,
      [environmentName('backupKey')]: wanted.keyFile,
    }
    tester = fork(MAIN, ['backup-test', '--kept'], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...environment },
    })
    let problem = ''
    tester.stderr?.on('data', (chunk: Buffer) => {
      problem = (problem + chunk.toString()).slice(-1000)
    })
    tester.on('exit', (code) => {
      tester = undefined
      if (isClosing) return
      if (code === 2) log.warn({ problem }, 'The backup could not be tested; will retry')
      look()
    })
    tester.on('error', (error) => log.warn({ err: error }, 'The test of the backup cannot be started'))
  }

  start()
  const timer = setInterval(look, LOOK_MS).unref()
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      clearTimeout(again)
      tester?.kill('SIGKILL')
      const running = child
      if (running === undefined || running.exitCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      if (running.connected) running.send('end')
      const kill = setTimeout(() => running.kill('SIGKILL'), END_MS)
      await ended
      clearTimeout(kill)
    },
  }
}
