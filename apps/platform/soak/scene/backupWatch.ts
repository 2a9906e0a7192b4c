/** @file Looks at a backup while it is kept: whether it opens, and how far it is behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolderTarget } from '../../src/keptBackup/folderTarget.ts'
import { listPoints } from '../../src/keptBackup/point.ts'

const LOOK_EVERY_MS = 500

/** What a backup was like while it was looked at. */
export interface BackupWatch {
  hasRestored(): boolean
  stop(): Promise<{ readonly unopened: number; readonly behindMs: number; readonly restored: number }>
}

/** Restores the newest backup and reads all of it, again and again; and looks how far it is behind what was acknowledged. */
export function watchBackup(kept: string, launcher: string, folder: string, lastMs: () => number): BackupWatch {
  const target = createFolderTarget(kept)
  const found = { unopened: 0, behindMs: 0, restored: 0 }
  let isOver = false
  async function restore(): Promise<void> {
    while (!isOver) {
      await pause(LOOK_EVERY_MS)
      if ((await listPoints(target)).length === 0) continue
      const problem = await problemOf(launcher, kept, folder)
      found.restored += 1
      if (problem === undefined) continue
      found.unopened += 1
      process.stdout.write(`${problem}\n`)
    }
  }
  async function look(): Promise<void> {
    while (!isOver) {
      const [newest] = await listPoints(target)
      if (newest) found.behindMs = Math.max(found.behindMs, lastMs() - newest.atMs)
      await pause(LOOK_EVERY_MS)
    }
  }
  const working = Promise.all([restore(), look()])
  return {
    hasRestored: () => found.restored > 0,
    async stop() {
      isOver = true
      await working
      return found
    },
  }
}

/**
 * Restores the newest backup into a folder, checks every page of the restored databases, and removes the folder. Returns
 * the error output of a restore that failed, or the names of damaged files; undefined if all is well.
 */
async function problemOf(launcher: string, kept: string, folder: string): Promise<string | undefined> {
  const restoring = spawn(launcher, ['restore', '--from', kept, '--data-dir', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let problem = ''
  restoring.stderr.on('data', (text) => {
    problem += String(text)
  })
  await ended(restoring)
  try {
    if (restoring.exitCode !== 0) return problem
    const damaged = globSync('**/*.db', { cwd: folder }).filter((name) => {
      const db = new DatabaseSync(join(folder, name))
      const [row] = db.prepare('PRAGMA integrity_check').all()
      db.close()
      return row?.integrity_check !== 'ok'
    })
    return damaged.length === 0 ? undefined : `damaged: ${damaged.join(', ')}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills the process that keeps the backup of a platform, and returns how many were killed. */
export function killBackupOf(platform: ChildProcess | undefined): number {
  const pid = platform?.pid
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const found = children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('backupProcess'))
    return found !== undefined && process.kill(Number(found), 'SIGKILL') ? 1 : 0
  } catch {
    // One of them has ended.
    return 0
  }
}

/** Returns whether a process has not ended. */
export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

/** Resolves when a process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  while (isRunning(child)) await pause(50)
}
