import { setTimeout as pause } from 'node:timers/promises'
import { openLedger } from '../scene/ledger.ts'
import { none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** Longest time that a platform runs before it is killed, milliseconds. */
const LONGEST_LIFE_MS = 3_000

/** The platform is killed at random moments while it takes writes, and started again; no acknowledged write is lost. */
export const kills: Soak = ({ seconds }) =>
  withPlatform(async (platform, target) => {
    const ledger = await openLedger(target)
    const end = performance.now() + seconds * 1000
    let count = 0
    let missing = 0
    let acknowledged = 0
    do {
      const writing = ledger.write()
      await pause(Math.random() * LONGEST_LIFE_MS)
      await platform.kill()
      await writing.stop()
      await platform.restart()
      count += 1
      const audit = await ledger.audit()
      missing = Math.max(missing, audit.missing)
      acknowledged = audit.acknowledged
    } while (performance.now() < end)
    return {
      counts: { kills: count, acknowledged },
      held: [none('what was acknowledged is stored', 'missing', missing)],
    }
  })
