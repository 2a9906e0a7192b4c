/** The time zone of the city, which programs take from `--time-zone` or the environment. */
import process from 'node:process'
import { isTimeZone, TIME_ZONE_FORM } from '@greenwave/contract/time'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import type { Command } from 'commander'
import { CommandFailed, EXIT } from './exitCodes.ts'

/** Purpose of the time zone. */
export const TIME_ZONE_HELP =
  'time zone of the city: of the clocks of its controllers, their plans, days in reports, exports'
const VARIABLE = 'GREENWAVE_TIME_ZONE'

/** Adds the flag to a command. */
export function addTimeZoneOption(command: Command): Command {
  return command.option('--time-zone <name>', `${TIME_ZONE_HELP} (default: ${DEFAULT_TIME_ZONE})`)
}

/** Sets the time zone of this process. @throws {CommandFailed} for a name that is no time zone */
export function useTimeZone(flag: string | undefined): void {
  const name = flag ?? (process.env[VARIABLE] || DEFAULT_TIME_ZONE)
  if (!isTimeZone(name)) {
    throw new CommandFailed(EXIT.usage, `${VARIABLE} (--time-zone) is ${JSON.stringify(name)}: ${TIME_ZONE_FORM}`)
  }
  setTimeZone(name)
}
