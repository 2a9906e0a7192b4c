/** @file What each way to fail costs: how old what is lost is, and how long controllers wait. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { createFolderTarget } from '../../src/keptBackup/folderTarget.ts'
import { listPoints } from '../../src/keptBackup/point.ts'
import type { Target } from '../scene/attack.ts'
import { openLedger } from '../scene/ledger.ts'
import type { Held, Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const BOUND_S = 60
const WAIT_MS = 120_000
/** Longest time from a point of the backup to the failure, milliseconds: the backup makes one in 20 s. */
const MOST_SINCE_POINT_MS = 20_000

/** Loss and time of one failure, seconds. */
interface Loss {
  readonly lostS: number
  readonly downS: number
}

/**
 * Ends the process, or loses its disk too, at a random moment while a controller sends; then starts it again, with the
 * newest backup where the data are gone. A new machine costs what a new disk does, and its installation.
 */
export const losses: Soak = async ({ seconds }) => {
  const kept = mkdtempSync(join(tmpdir(), 'gw-soak-losses-'))
  try {
    return await withPlatform(
      async (platform, target) => {
        const end = performance.now() + seconds * 1000
        const found: Record<'process' | 'disk', Loss[]> = { process: [], disk: [] }
        do {
          for (const what of ['process', 'disk'] as const) found[what].push(await fail(what, platform, target, kept))
        } while (performance.now() < end)
        const most = (what: 'process' | 'disk', of: keyof Loss): number =>
          Math.max(...found[what].map((each) => each[of]))
        return {
          counts: { failures: found.process.length + found.disk.length },
          held: [
            atMost('process: nothing acknowledged is lost', most('process', 'lostS'), 0),
            atMost('process: controllers are acknowledged again after', most('process', 'downS'), BOUND_S),
            atMost('disk: what is lost is at most as old as', most('disk', 'lostS'), BOUND_S),
            atMost('disk: restored, and acknowledged again after', most('disk', 'downS'), 2 * BOUND_S),
          ],
        }
      },
      { environment: { GREENWAVE_BACKUP_TO: kept } },
    )
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}

async function fail(what: 'process' | 'disk', platform: PlatformProcess, target: Target, kept: string): Promise<Loss> {
  const ledger = await openLedger(target)
  const madeMs = Date.now()
  const points = createFolderTarget(kept)
  const writing = ledger.keepWriting()
  try {
    await until('a backup with the device', async () => ((await listPoints(points))[0]?.atMs ?? 0) > madeMs, WAIT_MS)
    await pause(Math.random() * MOST_SINCE_POINT_MS)
    const lostMs = Date.now()
    await platform.kill()
    if (what === 'disk') {
      rmSync(platform.dataDir, { recursive: true, force: true })
      const { status, stderr } = spawnSync(process.execPath, [MAIN, 'restore', '--from', kept], {
        env: { ...process.env, GREENWAVE_DATA_DIR: platform.dataDir },
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
    }
    await platform.restart()
    await until('an acknowledgement', () => ledger.lastMs() > lostMs + 1, WAIT_MS)
    const downS = (ledger.lastMs() - lostMs) / 1000
    await writing.stop()
    const { missingSinceMs = lostMs } = await ledger.audit()
    return { lostS: (lostMs - missingSinceMs) / 1000, downS }
  } finally {
    await writing.stop()
  }
}

const atMost = (promise: string, figure: number, most: number): Held => ({
  promise,
  figure: `${figure.toFixed(1)} s`,
  kept: figure <= most,
})
