/** The time zone of the city, which commands take from `--time-zone` or the environment. */
import { isTimeZone, TIME_ZONE_FORM } from '@greenwave/contract/timeZone'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import type { Command } from 'commander'
import { environmentName, SettingError, settingHelp } from '../start/settings.ts'

/** Adds the flag to a command. */
export function addTimeZoneOption(command: Command): Command {
  const { flags, description } = settingHelp('timeZone')
  return command.option(flags, description)
}

/** Sets the time zone of this process. @throws {SettingError} for a name that is no time zone */
export function useTimeZone(
  flag: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): void {
  const name = flag ?? (environment[environmentName('timeZone')] || DEFAULT_TIME_ZONE)
  if (!isTimeZone(name)) throw new SettingError('timeZone', name, TIME_ZONE_FORM)
  setTimeZone(name)
}
