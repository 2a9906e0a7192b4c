import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { Api, issueTokens } from '@greenwave/harness/api'
import { openLedger } from '../scene/ledger.ts'
import { none, type Soak } from '../scene/soakRow.ts'
import { withPlatform } from '../scene/withPlatform.ts'

/** Time with a full disk, and time without, milliseconds. */
const TURN_MS = 2_000

/**
 * The disk fills up and empties again while the platform takes writes. Acknowledged writes stay, refused writes are not
 * written later, and users can sign in, read and sign out. `prlimit` of util-linux keeps files from growing, which
 * looks like a full disk to SQLite.
 */
export const fullDisk: Soak = ({ seconds }) =>
  withPlatform(async (platform, target) => {
    const limitFiles = (bytes: string): void =>
      void execFileSync('prlimit', ['--pid', String(platform.pid()), `--fsize=${bytes}:unlimited`])
    const ledger = await openLedger(target)
    const end = performance.now() + seconds * 1000
    let turns = 0
    let stillIn = 0
    let shutOut = 0
    do {
      const writing = ledger.write()
      await pause(TURN_MS)
      limitFiles('4096')
      try {
        const { token } = await issueTokens(target.url, target.admin.email, target.admin.password)
        const visitor = Api.withToken(target.url, token)
        await visitor.call('tenantDevices', { query: { page: 0, pageSize: 10 } })
        await visitor.call('logout')
        stillIn += (await visitor.call('currentUser').then(
          () => true,
          () => false,
        ))
          ? 1
          : 0
      } catch {
        shutOut += 1
      }
      await pause(TURN_MS)
      limitFiles('unlimited')
      await pause(TURN_MS)
      await writing.stop()
      turns += 1
    } while (performance.now() < end)
    const before = await ledger.audit()
    await platform.kill()
    await platform.restart()
    const after = await ledger.audit()
    return {
      counts: { turns, acknowledged: after.acknowledged, refused: after.refused },
      held: [
        none('what was acknowledged is stored', 'missing', before.missing + after.missing),
        none('what was refused is not written later', 'found', before.revived + after.revived),
        none('people come in and see', 'shut out', shutOut),
        none('a sign-out ends the session', 'still in', stillIn),
        { promise: 'the disk was really full', figure: `${after.refused} refused`, kept: after.refused > 0 },
      ],
    }
  })
