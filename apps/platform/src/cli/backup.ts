import { resolve } from 'node:path'
import { wholeNumber } from '@greenwave/client/program/commandLine'
import { print, progress } from '@greenwave/client/program/terminal'
import { Command } from 'commander'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
import { addSettingOptions } from './settingOptions.ts'

const MOST_DAYS = 4000

const HELP = `
The platform may keep running. An interrupted copy has no backup.json, and restore refuses it.
With --keep-days, FOLDER holds a folder for each backup, named after its time, such as 2026-01-31-031500. What an interrupted backup has
left is deleted, and so are the finished ones of all days but the last so many that have one.
Exit codes: 0 done, 2 one of the folders cannot be used.`

/** Creates the command `backup`. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .summary('copy the data folder, also of a running platform')
    .description('Writes a consistent copy of the data folder into an empty folder.')
    .argument('<FOLDER>', 'an empty or new folder; with --keep-days that of all backups')
    .option('--keep-days <days>', 'keep the backups of so many days', wholeNumber(1, MOST_DAYS))
  return addSettingOptions(command, ['dataDir'])
    .addHelpText('after', HELP)
    .action(async (folder: string, { keepDays, ...flags }: SettingTexts & { keepDays?: number }) => {
      const { dataDir } = parseSettings(process.env, flags)
      const made = await backUp(dataDir, resolve(folder), keepDays)
      print(`${dataDir} was backed up to ${made}.`)
    })
}

/** Returns the folder of the backup. */
async function backUp(dataDir: string, folder: string, keepDays: number | undefined): Promise<string> {
  const { backupDataDir } = await import('../store/backup.ts')
  const { addBackup } = await import('../store/backupSeries.ts')
  if (keepDays !== undefined) return addBackup(dataDir, folder, keepDays, progress('Copied'))
  await backupDataDir(dataDir, folder, progress('Copied'))
  return folder
}
