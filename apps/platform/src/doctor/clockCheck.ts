import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { type ClockState, JUMP_MS, readClock } from '../data/clock/believedClock.ts'
import { hasTable } from '../sqlite/identity.ts'
import { TELEMETRY_FILE } from '../store/databaseFiles.ts'
import type { Found } from './attempt.ts'

const FIX = 'Set the clock of this machine, best with a time service such as chrony or systemd-timesyncd'

/**
 * Evaluates the clock of a machine.
 * @param stored the clock of the last run, or of the one that runs
 * @param isSynchronized whether a time service keeps it right; undefined if the machine does not tell
 */
export function evaluateClock(
  nowMs: number,
  stored: ClockState | undefined,
  isSynchronized: boolean | undefined,
): Found {
  const shown = new Date(nowMs).toISOString()
  const behindMs = (stored?.believed ?? nowMs) - nowMs
  if (behindMs > JUMP_MS) {
    const says = `it shows ${shown}, ${Math.round(behindMs / 1000)} s before the last run of Greenwave ended`
    return { level: 'error', says, fix: FIX }
  }
  if (isSynchronized === false)
    return { level: 'warning', says: `it shows ${shown}, and no time service keeps it right`, fix: FIX }
  return { level: 'ok', says: `it shows ${shown}` }
}

/** Looks at the clock of this machine, and at that of the last run in a data folder. */
export async function checkClock(dataDir: string): Promise<Found> {
  return evaluateClock(Date.now(), storedClock(dataDir), await isSynchronized())
}

function storedClock(dataDir: string): ClockState | undefined {
  const file = join(dataDir, TELEMETRY_FILE)
  if (!existsSync(file)) return undefined
  try {
    using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    return hasTable(db, 'identity') ? readClock(db) : undefined
  } catch {
    // A damaged file is a finding of its own, and the machine's clock can still be evaluated.
    return undefined
  }
}

async function isSynchronized(): Promise<boolean | undefined> {
  try {
    const asked = ['show', '--property=NTPSynchronized', '--value']
    const { stdout } = await promisify(execFile)('timedatectl', asked, { timeout: 5_000 })
    return stdout.trim() === 'yes'
  } catch {
    return undefined
  }
}
