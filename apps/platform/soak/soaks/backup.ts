import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFolderTarget } from '../../src/keptBackup/folderTarget.ts'
import { listPoints } from '../../src/keptBackup/point.ts'
import { restoreStored } from '../../src/keptBackup/restoreStored.ts'
import { checkEveryPage } from '../../src/store/databaseFiles.ts'
import { openLedger } from '../scene/ledger.ts'
import { none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** Longest time that a platform runs before it is killed, milliseconds. */
const LONGEST_LIFE_MS = 10_000
const BOUND_S = 60

/** Kills the platform at random moments while it keeps a backup; after each end the backup must open. */
export const backup: Soak = async ({ seconds }) => {
  const place = mkdtempSync(join(tmpdir(), 'gw-soak-backup-'))
  const target = createFolderTarget(place)
  try {
    return await withPlatform(
      async (platform, address) => {
        const ledger = await openLedger(address)
        const end = performance.now() + seconds * 1000
        let count = 0
        let unopened = 0
        let oldestS = 0
        let points = 0
        do {
          const writing = ledger.write()
          await pause(Math.random() * LONGEST_LIFE_MS)
          await platform.kill()
          const killedMs = Date.now()
          await writing.stop()
          const [newest] = await listPoints(target)
          if (newest !== undefined) {
            points += 1
            oldestS = Math.max(oldestS, (killedMs - newest.atMs) / 1000)
            const folder = join(mkdtempSync(join(tmpdir(), 'gw-soak-restored-')), 'data')
            try {
              await restoreStored({ target, shown: place, key: undefined }, folder)
              checkEveryPage(folder)
            } catch (error) {
              process.stdout.write(`${String(error)}\n`)
              unopened += 1
            }
            rmSync(join(folder, '..'), { recursive: true, force: true })
          }
          await platform.restart()
          count += 1
        } while (performance.now() < end)
        return {
          counts: { kills: count, restored: points },
          held: [
            none('the backup opens after every end', 'did not', unopened),
            {
              promise: `it is at most ${BOUND_S} s behind`,
              figure: `${oldestS.toFixed(1)} s`,
              kept: points > 0 && oldestS <= BOUND_S,
            },
          ],
        }
      },
      { environment: { GREENWAVE_BACKUP_TO: place } },
    )
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
