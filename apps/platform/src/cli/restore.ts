import { resolve } from 'node:path'
import { print, progress } from '@greenwave/client/program/terminal'
import { Command, InvalidArgumentError } from 'commander'
import { parseBackupAddress } from '../keptBackup/address.ts'
import { environmentName, parseSettings, SettingError, type SettingTexts } from '../start/settings.ts'
import { withStoredBackups } from './keptBackup.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
The platform must be stopped. The backup is verified and copied before existing data is touched; an interrupted restore can
simply be run again.
Exit codes: 0 done, 2 the backup or the data folder cannot be used.`

/** Creates the command `restore`. */
export function restoreCommand(): Command {
  const command = new Command('restore')
    .summary('put a backup into the data folder')
    .description('Puts a backup into the data folder of a stopped platform.')
    .argument('[FOLDER]', 'a folder made by backup')
    .option('--from [address]', 'restore the backup kept at this address; without one at that of GREENWAVE_BACKUP_TO')
    .option('--at <time>', 'the last one before this time, such as 2026-01-31T03:15+07:00', parseAt)
    .option('--overwrite', 'replace existing data', false)
  return addSettingOptions(command, ['dataDir', 'backupKey'])
    .addHelpText('after', HELP)
    .action(async (folder: string | undefined, flags: RestoreFlags) => {
      const { dataDir, backup } = parseSettings(process.env, flags)
      if ((folder === undefined) === (flags.from === undefined)) {
        throw new InvalidArgumentError('Name a folder, or an address with --from.')
      }
      if (flags.from !== undefined) return restoreFrom(addressOf(flags.from, backup?.address), flags, dataDir)
      if (folder === undefined) return
      const { restoreBackup } = await import('../store/restore.ts')
      await restoreBackup(resolve(folder), dataDir, { overwrite: flags.overwrite, onProgress: progress('Restored') })
      print(`${resolve(folder)} was restored to ${dataDir}.`)
    })
}

type RestoreFlags = SettingTexts & { overwrite: boolean; from?: string | true; at?: number }

/** Returns the address of the backup. One with a secret is not taken from the command line, which other users can read. */
function addressOf(given: string | true, kept: string | undefined): string {
  if (given !== true) {
    if (parseBackupAddress(given)?.kind !== 's3') return given
    const name = environmentName('backupTo')
    throw new InvalidArgumentError(
      `Other users of this machine can read the secret of --from: set ${name} to the address, and add --from alone.`,
    )
  }
  if (kept !== undefined) return kept
  throw new SettingError('backupTo', undefined, 'name the address of the backups')
}

async function restoreFrom(
  address: string,
  { at, backupKey, overwrite }: RestoreFlags,
  dataDir: string,
): Promise<void> {
  const { restoreStored } = await import('../keptBackup/restoreStored.ts')
  const keyFile = backupKey ?? process.env[environmentName('backupKey')]
  await withStoredBackups(address, keyFile, async (from) => {
    const point = await restoreStored({ ...from, atMs: at, overwrite }, dataDir, progress('Restored'))
    print(`The backup of ${new Date(point.atMs).toISOString()} was restored to ${dataDir}.`)
    if (point.historyAtMs < point.atMs) {
      const since =
        point.historyAtMs === 0 ? 'has gaps' : `is complete up to ${new Date(point.historyAtMs).toISOString()}`
      print(`Its history ${since}.`)
    }
  })
}

function parseAt(text: string): number {
  const atMs = Date.parse(text)
  if (!Number.isNaN(atMs)) return atMs
  throw new InvalidArgumentError('Give a time with its zone, such as 2026-01-31T03:15+07:00.')
}
