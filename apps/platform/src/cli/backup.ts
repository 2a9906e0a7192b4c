import { resolve } from 'node:path'
import { Command } from 'commander'
import { readSettings, type SettingTexts } from '../start/settings.ts'
import { addSettingOptions } from './settingOptions.ts'
import { print, progress } from './terminal.ts'

const HELP = `
The platform may keep running. An interrupted copy has no backup.json, and restore refuses it.
Exit codes: 0 done, 2 one of the folders cannot be used.`

/** Creates the command `backup`. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .summary('copy the data folder, also of a running platform')
    .description('Writes a consistent copy of the data folder into an empty folder.')
    .argument('<FOLDER>', 'an empty or new folder')
  return addSettingOptions(command, ['dataDir'])
    .addHelpText('after', HELP)
    .action(async (folder: string, flags: SettingTexts) => {
      const { dataDir } = readSettings(process.env, flags)
      const { backupDataDir } = await import('../store/backup.ts')
      await backupDataDir(dataDir, resolve(folder), progress('Copied'))
      print(`${dataDir} was backed up to ${resolve(folder)}.`)
    })
}
