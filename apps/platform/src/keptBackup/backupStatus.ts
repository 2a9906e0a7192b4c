import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { writeSynced } from '../store/writeSynced.ts'

/** File of the data folder that has the status. */
export const STATUS_FILE = 'backup-status.json'
/** Longest age of entities and attributes in the backup, and of its history, milliseconds. */
const STATE_BOUND_MS = 60_000
const HISTORY_BOUND_MS = 300_000

const BackupProblem = z.object({ says: z.string(), fix: z.string() })
/** Problem and what to do. */
export type BackupProblem = z.infer<typeof BackupProblem>

const BackupStatus = z.object({
  /** Address without a password. */
  address: z.string(),
  /** Time of the newest point, epoch milliseconds; 0 before the first. */
  atMs: z.number(),
  /** Time up to which history is complete, epoch milliseconds; 0 until all of it was copied once. */
  historyAtMs: z.number(),
  keptBytes: z.number(),
  /** Bytes of databases that were never copied completely. */
  toCopyBytes: z.number(),
  /** Problem of the last round. */
  problem: z.optional(BackupProblem),
})
/** State of the backup that is kept up to date, in the data folder: for `doctor`, metrics, and the next start. */
export type BackupStatus = z.infer<typeof BackupStatus>

/** Last status of the backup, for metrics. */
export class BackupHealth {
  /** Undefined until the process of the backup sends one. */
  status: BackupStatus | undefined
  /** Whether the last test of a backup found it good; undefined: there was none. */
  isTestGood: boolean | undefined
}

/** Reads the status; undefined when there is none that can be read. */
export function readBackupStatus(dataDir: string): BackupStatus | undefined {
  try {
    return BackupStatus.safeParse(JSON.parse(readFileSync(join(dataDir, STATUS_FILE), 'utf8'))).data
  } catch {
    return undefined
  }
}

export function writeBackupStatus(dataDir: string, status: BackupStatus): void {
  writeSynced(join(dataDir, STATUS_FILE), Buffer.from(`${JSON.stringify(status)}\n`), 0o600)
}

/** Explains why the backup is behind or failed, and what to do; undefined while it is within its bounds. */
export function backupTrouble(status: BackupStatus, nowMs: number): BackupProblem | undefined {
  const { atMs, historyAtMs, problem, toCopyBytes, address } = status
  const isStateBehind = nowMs - atMs > STATE_BOUND_MS
  const isHistoryBehind = nowMs - historyAtMs > HISTORY_BOUND_MS
  if (!isStateBehind && !isHistoryBehind && problem === undefined) return undefined
  const since = atMs === 0 ? 'was never made' : `is of ${new Date(atMs).toISOString()}`
  if (isStateBehind) {
    const fix = problem?.fix ?? 'see the log of Greenwave, and that it runs'
    return { says: `the backup in ${address} ${since}${problem ? `: ${problem.says}` : ''}`, fix }
  }
  if (problem) return problem
  const toCopy = toCopyBytes === 0 ? '' : `; ${Math.ceil(toCopyBytes / 1_000_000)} MB are still to be copied`
  const of = historyAtMs === 0 ? 'is not complete yet' : `is complete up to ${new Date(historyAtMs).toISOString()}`
  return { says: `history in ${address} ${of}${toCopy}`, fix: 'wait, or see that the connection is quick enough' }
}
