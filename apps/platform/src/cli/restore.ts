import { resolve } from 'node:path'
import { print, progress } from '@greenwave/client/program/terminal'
import { Command } from 'commander'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
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
    .argument('<FOLDER>', 'a folder made by backup')
    .option('--overwrite', 'replace existing data', false)
  return addSettingOptions(command, ['dataDir'])
    .addHelpText('after', HELP)
    .action(async (folder: string, flags: SettingTexts & { overwrite: boolean }) => {
      const { dataDir } = parseSettings(process.env, flags)
      const { restoreBackup } = await import('../store/restore.ts')
      await restoreBackup(resolve(folder), dataDir, { overwrite: flags.overwrite, onProgress: progress('Restored') })
      print(`${resolve(folder)} was restored to ${dataDir}.`)
    })
}
