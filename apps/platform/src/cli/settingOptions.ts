import type { Command } from 'commander'
import { environmentName, type SettingName, type SettingTexts, settingHelp } from '../start/settings.ts'

/** Adds a flag for each of these settings to a command, with the command's own defaults. */
export function addSettingOptions(
  command: Command,
  settings: readonly SettingName[],
  defaults: SettingTexts = {},
): Command {
  for (const setting of settings) {
    const { flags, description } = settingHelp(setting, defaults)
    command.option(flags, description)
  }
  const example = environmentName(settings[0] ?? 'port')
  return command.addHelpText(
    'after',
    `\nEach flag can be set in the environment as well: ${example} and so on. A flag wins.`,
  )
}
