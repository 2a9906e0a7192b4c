/** The process behind ownBackup.ts: keeps the backup of a data folder up to date, with low priority. */
import { constants, setPriority } from 'node:os'
import process from 'node:process'
import { openTarget, parseBackupAddress } from './address.ts'
import { BackupKeeper } from './backupKeeper.ts'
import { type BackupStatus, readBackupStatus, writeBackupStatus } from './backupStatus.ts'
import { readBackupKey } from './seal.ts'
import { TargetFailed } from './target.ts'

/** Options of the process, its first message: a list of processes does not show passwords. */
export interface BackupProcessOptions {
  readonly dataDir: string
  readonly address: string
  readonly keyFile: string | undefined
  readonly limitBytes: number
  /** Pause between rounds, milliseconds: three of them within the bound of a minute; shorter in tests. */
  readonly everyMs: number
}

const LOOK_MS = 5_000

// The platform has ended. An ordered exit would close the databases and so remove the logs that the next start expects.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// A stop reaches all processes of a service or terminal; the platform ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('message', (options: BackupProcessOptions) => void keep(options))
try {
  // The lowest would stop it on a busy machine, in the middle of a moment in which the platform cannot write.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // A service may forbid it.
}

async function keep({ dataDir, address: text, keyFile, limitBytes, everyMs }: BackupProcessOptions): Promise<void> {
  const address = parseBackupAddress(text)
  if (address === undefined) throw new RangeError('The address of backups was not checked')
  const { shown } = address
  const last = readBackupStatus(dataDir)
  const isSamePlace = last?.address === shown
  let status: BackupStatus = isSamePlace
    ? last
    : { address: shown, atMs: 0, historyAtMs: 0, keptBytes: 0, toCopyBytes: 0 }
  let keeper: BackupKeeper | undefined
  let ending: (() => void) | undefined
  let isEnding = false
  process.on('message', (message) => {
    if (message !== 'end') return
    isEnding = true
    ending?.()
  })
  setInterval(() => keeper?.releaseLargeLogs(), LOOK_MS).unref()
  while (!isEnding) {
    const startMs = performance.now()
    try {
      keeper ??= new BackupKeeper({
        ...{ dataDir, shown, limitBytes },
        target: await openTarget(address),
        key: keyFile === undefined ? undefined : await readBackupKey(keyFile),
        lastPointMs: status.atMs === 0 ? undefined : status.atMs,
      })
      const { points: _, ...round } = await keeper.round()
      status = { address: shown, ...round }
    } catch (error) {
      const problem = error instanceof TargetFailed ? error.status : { says: String(error), fix: 'see the log' }
      status = { ...status, problem }
    }
    try {
      writeBackupStatus(dataDir, status)
    } catch {
      // A full disk; the platform has the status from the message.
    }
    process.send?.(status)
    const restMs = Math.max(everyMs / 4, everyMs - (performance.now() - startMs))
    await new Promise<void>((resolve) => {
      ending = resolve
      setTimeout(resolve, restMs)
      if (isEnding) resolve()
    })
  }
  await keeper?.close()
  process.exit()
}
