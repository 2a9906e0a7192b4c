import { wholeNumber } from '@greenwave/client/program/commandLine'
import { EXIT } from '@greenwave/client/program/exitCodes'
import { print } from '@greenwave/client/program/terminal'
import { Command, Option } from 'commander'
import { readBackupTest, testNewestBackup, testStored } from '../doctor/backupTest.ts'
import { parseSettings, SettingError, type SettingTexts } from '../start/settings.ts'
import { withStoredBackups } from './keptBackup.ts'
import { addSettingOptions } from './settingOptions.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 365

const HELP = `
The backup is restored into a folder beside, every page of it is read, and what it has is counted and compared with the data
folder. The copy is deleted. Greenwave may run; "greenwave doctor" shows the last result.
Exit codes: 0 the backup is good, 1 it is useless, 2 there is none, or no room for a copy.`

type BackupTestFlags = SettingTexts & { backups: string; everyDays?: number; kept: boolean }

/** Creates the command `backup-test`. */
export function backupTestCommand(): Command {
  const command = new Command('backup-test')
    .summary('restore the newest backup beside, and compare it')
    .description('Restores the newest backup into a temporary folder, and compares it with the data folder.')
    .addOption(
      new Option('--backups <folder>', 'where backups are').env('GREENWAVE_BACKUPS').default('/var/backups/greenwave'),
    )
    .option('--kept', 'test the newest backup at GREENWAVE_BACKUP_TO (--backup-to)', false)
    .option('--every-days <days>', 'do nothing while the last good test is younger', wholeNumber(1, MOST_DAYS))
  return addSettingOptions(command, ['dataDir', 'backupTo', 'backupKey'])
    .addHelpText('after', HELP)
    .action(async ({ backups, everyDays, kept, ...flags }: BackupTestFlags) => {
      const { dataDir, backup: stored } = parseSettings(process.env, flags)
      const nowMs = Date.now()
      const last = readBackupTest(kept ? dataDir : backups)
      if (everyDays !== undefined && last?.isGood && nowMs - last.atMs < everyDays * DAY_MS) return
      if (kept && stored === undefined) {
        throw new SettingError('backupTo', undefined, 'name the address of the backups')
      }
      const { backup, isGood, says } =
        kept && stored
          ? await withStoredBackups(stored.address, stored.keyFile, (from) => testStored(from, dataDir, nowMs))
          : await testNewestBackup(backups, dataDir, nowMs)
      print(`${backup} is ${isGood ? 'good' : 'useless'}: ${says}`)
      if (!isGood) process.exitCode = EXIT.failed
    })
}
