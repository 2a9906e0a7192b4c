import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { issueTokens } from '@greenwave/harness/api'
import { startProbe } from '../scene/probe.ts'
import type { Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** How long each write to the disk waits, milliseconds. */
const SYNC_MS = 2_000
/** Time in which waiting writers get their turn, milliseconds; SQLite checks for a free lock ten times a second. */
const PAUSE_MS = 400
const LONGEST_WAIT_MS = 500
const READS = ['list', 'latest', 'live'] as const

/**
 * Every write to the disk takes two seconds. Reads and sign-ins do not wait for writes, and every write is acknowledged
 * in the end. Another connection that holds the databases' write locks simulates the disk.
 */
export const slowDisk: Soak = ({ seconds }) =>
  withPlatform(async (platform, target) => {
    const probe = await startProbe(target, platform.pid())
    const files = ['greenwave.db', 'telemetry.db'].map(
      (name) => new DatabaseSync(join(platform.dataDir, name), { timeout: 1000 }),
    )
    const end = performance.now() + seconds * 1000
    const signIns: number[] = []
    let syncs = 0
    while (performance.now() < end) {
      for (const file of files) file.exec('BEGIN IMMEDIATE')
      const held = pause(SYNC_MS)
      const start = performance.now()
      await issueTokens(target.url, target.admin.email, target.admin.password)
      signIns.push(performance.now() - start)
      await held
      for (const file of files) file.exec('ROLLBACK')
      syncs += 1
      await pause(PAUSE_MS)
    }
    for (const file of files) file.close()
    const { waits, failures } = await probe.stop()
    const longest = [
      ...READS.map((name) => [name, Math.max(0, ...(waits[name] ?? []))] as const),
      ['sign-in', Math.max(0, ...signIns)] as const,
    ]
    return {
      counts: { syncs, writes: (waits.write ?? []).length, 'sign-ins': signIns.length },
      held: [
        {
          promise: `no reader and no sign-in waits over ${LONGEST_WAIT_MS} ms`,
          figure: `${longest.map(([name, ms]) => `${name} ${Math.round(ms)}`).join(', ')} ms`,
          kept: longest.every(([, ms]) => ms <= LONGEST_WAIT_MS),
        },
        { promise: 'every write is acknowledged in the end', figure: `${failures} failures`, kept: failures === 0 },
      ],
    }
  })
