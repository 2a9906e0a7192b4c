import { print } from '@greenwave/client/program/terminal'
import { Command } from 'commander'
import { parseSettings, type SettingTexts } from '../start/settings.ts'
import { createLog } from './log.ts'
import { addSettingOptions } from './settingOptions.ts'

const HELP = `
A start refuses a data folder with a damaged database, and one that lacks something it held: a database, a day of history, the
log of a platform that was cut short. Put it back or restore a backup where you can. This command makes the folder usable
without; damaged files, and what is of no use without the lost part, are moved to the folder "set-aside", nothing is deleted. The platform must be stopped. It does not repair greenwave.db where only the
audit log, alarms or comments are damaged: restore a backup.
Exit codes: 0 done, 2 the data folder cannot be used.`

/** Creates the command `accept-loss`. */
export function acceptLossCommand(): Command {
  const command = new Command('accept-loss')
    .summary('start without what the data folder lacks or has damaged')
    .description('Permanently accepts the loss of everything that a data folder lacks.')
  return addSettingOptions(command, ['dataDir'])
    .addHelpText('after', HELP)
    .action(async (flags: SettingTexts) => {
      const { dataDir, telemetryRetentionMs } = parseSettings(process.env, flags)
      const { openStore } = await import('../store/openStore.ts')
      const store = await openStore({ dataDir, telemetryRetentionMs, acceptLoss: true, log: createLog('warn') })
      await store.close()
      print(`${dataDir} can be used as it is now.`)
    })
}
