import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@greenwave/harness/until'
import { checkKeptBackup } from '../../src/doctor/backupCheck.ts'
import { openLedger } from '../scene/ledger.ts'
import { none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

const SIZE = '24m'
const FILLER_BYTES = 1_048_576
/** Some rounds of the backup, milliseconds. */
const NOTICED_MS = 180_000

const mount = (...words: string[]): void => void execFileSync('mount', words)

/** A way in which a target fails, and how it is corrected. */
interface Failure {
  readonly fail: () => void
  readonly correct: () => void
  /** Next step that doctor has to name. */
  readonly fix: RegExp
}

/**
 * The share with the backup fills up, is mounted read-only, unmounted and tampered with, while the platform takes writes.
 * Each failure is a finding with its fix, and ends with its cause; the platform loses nothing. Needs root, to mount a
 * small file system.
 */
export const backupTargets: Soak = async () => {
  if (process.getuid?.() !== 0) {
    return {
      counts: {},
      held: [{ promise: 'failing targets are findings', figure: 'not tried: not root', kept: true }],
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'gw-soak-targets-'))
  const [disk, share, elsewhere] = ['disk', 'share', 'elsewhere'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const each of [disk, share, elsewhere]) mkdirSync(each)
  mount('-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk)
  mount('--bind', disk, share)
  const failures: Record<string, Failure> = {
    full: {
      fail: () => fill(join(share, 'filler')),
      correct: () => rmSync(join(share, 'filler')),
      fix: /make room there/,
    },
    'read-only': {
      fail: () => mount('-o', 'remount,bind,ro', share),
      correct: () => mount('-o', 'remount,bind,rw', share),
      fix: /mount it for writing/,
    },
    unmounted: {
      fail: () => void execFileSync('umount', ['-l', share]),
      correct: () => mount('--bind', disk, share),
      fix: /see that the share is mounted/,
    },
    'a link in place of a folder': {
      fail: () => {
        renameSync(join(share, 'objects'), join(share, 'objects-away'))
        symlinkSync(elsewhere, join(share, 'objects'))
      },
      correct: () => {
        rmSync(join(share, 'objects'))
        renameSync(join(share, 'objects-away'), join(share, 'objects'))
      },
      fix: /remove it/,
    },
    'a damaged file of its owner': {
      fail: () => {
        renameSync(join(share, 'greenwave-backup.json'), join(share, 'away.json'))
        writeFileSync(join(share, 'greenwave-backup.json'), '{')
      },
      correct: () => renameSync(join(share, 'away.json'), join(share, 'greenwave-backup.json')),
      fix: /delete it, or name another place/,
    },
  }
  try {
    return await withPlatform(
      async (platform, target) => {
        const finding = () => checkKeptBackup(platform.dataDir, Date.now())
        const isGood = (): boolean => finding().level === 'ok'
        await until('the first backup', isGood, NOTICED_MS)
        const ledger = await openLedger(target)
        const writing = ledger.keepWriting()
        const unnamed: string[] = []
        const uncorrected: string[] = []
        for (const [name, { fail, correct, fix }] of Object.entries(failures)) {
          fail()
          await until(name, () => finding().level === 'error' && fix.test(finding().fix ?? ''), NOTICED_MS).catch(
            () => {
              unnamed.push(name)
              process.stdout.write(`${name}: ${JSON.stringify(finding())}\n`)
            },
          )
          correct()
          await until(`${name}, corrected`, isGood, NOTICED_MS).catch(() => {
            uncorrected.push(name)
            process.stdout.write(`${name}, corrected: ${JSON.stringify(finding())}\n`)
          })
        }
        await writing.stop()
        const { acknowledged, missing } = await ledger.audit()
        return {
          counts: { failures: Object.keys(failures).length, acknowledged },
          held: [
            none('each failure is a finding with its fix', 'without', unnamed.length),
            none('each ends with its cause', 'did not', uncorrected.length),
            none('what was acknowledged is stored', 'missing', missing),
          ],
        }
      },
      { environment: { GREENWAVE_BACKUP_TO: share } },
    )
  } finally {
    for (const each of [share, disk]) execFileSync('umount', ['-l', each])
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(file: string): void {
  const piece = Buffer.alloc(FILLER_BYTES)
  try {
    for (;;) writeFileSync(file, piece, { flag: 'a' })
  } catch {
    // It is full.
  }
}
