import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openLedger } from '../scene/ledger.ts'
import { none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** The paths at which Debian's package `faketime` installs the library that changes a process's clock. */
const LIBRARIES = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
/** Farthest jump in either direction, days; history is kept for seven. */
const FARTHEST_DAYS = 60
/** How long each jump lasts, and the time between jumps, milliseconds. */
const TURN_MS = 7_000

/**
 * The clock of the platform's machine jumps forward and back by up to two months, and returns, while controllers and
 * users write. Everything acknowledged is kept, and the latest value is the last one again. Needs the package
 * `faketime`.
 */
export const clockJumps: Soak = async ({ seconds }) => {
  const library = LIBRARIES.find((path) => existsSync(path))
  if (library === undefined) return { counts: { 'not run, for want of the package faketime': 1 }, held: [] }
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
  const file = join(folder, 'offset')
  const jump = (days: number): void => writeFileSync(file, `${days >= 0 ? '+' : '-'}${Math.abs(days)}d\n`)
  jump(0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // Real monotonic clocks cannot be set either.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  try {
    return await withPlatform(
      async (platform, target) => {
        const ledger = await openLedger(target)
        const end = performance.now() + seconds * 1000
        let jumps = 0
        let missing = 0
        let stale = 0
        do {
          jump(randomInt(-FARTHEST_DAYS, FARTHEST_DAYS + 1))
          await ledger.writeFor(TURN_MS)
          jump(0)
          await pause(TURN_MS)
          await ledger.writeFor(TURN_MS / 4)
          const audit = await ledger.audit()
          missing = Math.max(missing, audit.missing)
          stale += audit.isLatestStale ? 1 : 0
          jumps += 1
        } while (performance.now() < end)
        await platform.kill()
        await platform.restart()
        const { acknowledged, missing: missingAfter } = await ledger.audit()
        const notified = platform.output().match(/The clock of this machine jumped/g)?.length ?? 0
        return {
          counts: { jumps, acknowledged, 'told in the log': notified },
          held: [
            none('what was acknowledged is stored', 'missing', missing + missingAfter),
            none('the latest value is the last one again', 'stale', stale),
          ],
        }
      },
      { environment },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
