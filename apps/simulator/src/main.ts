/** @file The virtual controllers as a process: `greenwave controllers`. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { LogOutput } from '@greenwave/client/program/LogOutput'
import { untilStopped } from '@greenwave/client/program/untilStopped'
import { counted } from '@greenwave/contract/text'
import { isTimeZone, TIME_ZONE_FORM } from '@greenwave/contract/time'
import { type DisplayStyle, type GreenLimits, parseDisplayStyle } from '@greenwave/controller/display'
import { ABILITIES } from '@greenwave/controller/settingTable/table'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import { type Fault, FaultError, faultHelp, parseFault } from '@greenwave/controller/virtual/faults'
import { ACTUATED_FORM, DISPLAY_FORM, parseActuated } from '@greenwave/controller/virtual/signalHeads'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import {
  type ControllerLogin,
  CREDENTIALS_HELP,
  CredentialsError,
  parseAbilities,
  parseCredentials,
} from './credentialsFile.ts'
import { createFleet, type Fleet, type FleetStatus, type Refusal } from './fleet.ts'

/** Wrong usage: an option or the credentials file. */
const EXIT_USAGE = 2
const REPORT_EVERY_MS = 10_000
/** Interval between checks of the fleet's state, milliseconds. */
const LOOK_EVERY_MS = 500
/** Most refused logins that are listed; of a completely wrong file the first few are enough. */
const MOST_REFUSALS_NAMED = 20

const output = new LogOutput({
  describeLoss: (lines, reason) => `controllers: ${counted(lines, 'line was', 'lines were')} dropped here: ${reason}`,
})

interface Options {
  readonly url: string
  readonly credentials: string
  readonly count?: number
  readonly fault: readonly Fault[]
  readonly abilities?: readonly string[]
  readonly display?: DisplayStyle
  readonly actuated?: GreenLimits
  readonly qos: 0 | 1
  readonly mqtt: 4 | 5
  readonly connectsPerSecond: number
  readonly timeZone: string
  readonly quiet: boolean
}

const HELP = `
${CREDENTIALS_HELP}

Faults, each with its standard value:
${faultHelp()}

While it runs, a line on standard input changes the faults of one controller; an empty list ends them:
  {"name": "TLC-0001", "faults": ["dark-phase:2"]}

Exit codes: 0 stopped by Ctrl-C, 2 invalid usage.`

const program = new Command('greenwave controllers')
  .description('Runs virtual controllers that speak MQTT to a platform, once a second each.')
  .requiredOption('--url <url>', 'platform, such as mqtt://127.0.0.1:1883 or mqtts://host:8883', parseUrl)
  .requiredOption('--credentials <file>', 'who the controllers are; see below')
  .option('--count <number>', 'run only the first so many of the file', wholeNumber(1, 1_000_000))
  .addOption(
    new Option('--fault <name[:value]>', 'an awkward way to behave, for all of them; can be repeated')
      .argParser(collectFault)
      .default([], 'none'),
  )
  .addOption(
    new Option(
      '--abilities <names>',
      `what they can that some controllers cannot, for all of them (${ABILITIES.join(', ')}), or none; all of it unless the file says otherwise`,
    ).argParser(abilities),
  )
  .addOption(
    new Option('--display <style>', `what their displays count, for all of them: ${DISPLAY_FORM}`).argParser(
      formed(parseDisplayStyle, DISPLAY_FORM),
    ),
  )
  .addOption(
    new Option('--actuated <seconds>', `greens by demand, for all of them: ${ACTUATED_FORM}`).argParser(
      formed(parseActuated, ACTUATED_FORM),
    ),
  )
  .option('--qos <0|1>', '0: unacknowledged, 1: acknowledged', oneOf({ '0': 0, '1': 1 }), 1)
  .addOption(new Option('--mqtt <version>', '3.1.1 or 5').argParser(oneOf({ '3.1.1': 4, '5': 5 })).default(4, '3.1.1'))
  .addOption(
    new Option('--time-zone <name>', 'time zone of their clocks')
      .env('GREENWAVE_TIME_ZONE')
      .argParser(parseZone)
      .default(DEFAULT_TIME_ZONE),
  )
  .option('--connects-per-second <number>', 'most tries to connect in a second', wholeNumber(1, 100_000), 200)
  .option('--quiet', 'say nothing but what goes wrong', false)
  .addHelpText('after', HELP)
  .exitOverride()
  .configureOutput({ outputError: () => {} })
  .action(async () => run(program.opts<Options>()))

async function run(options: Options): Promise<void> {
  setTimeZone(options.timeZone)
  const fleet = createFleet({
    url: options.url,
    logins: await readLogins(options),
    qos: options.qos,
    protocolVersion: options.mqtt,
    connectsPerSecond: options.connectsPerSecond,
  })
  hearCommands(fleet)
  const refusals = nameRefusals(fleet)
  const stopReports = options.quiet ? () => {} : reportRegularly(fleet)
  await untilStopped()
  clearInterval(refusals)
  stopReports()
  await fleet.stop()
  process.exit(0)
}

async function readLogins(options: Options): Promise<ControllerLogin[]> {
  const file = options.credentials
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CredentialsError(`cannot be read (${error instanceof Error ? error.message : String(error)})`)
  })
  const all = parseCredentials(content)
  if (options.count !== undefined && options.count > all.length) {
    throw new CredentialsError(
      `has ${counted(all.length, 'controller', 'controllers')}, fewer than --count ${options.count}`,
    )
  }
  return all.slice(0, options.count).map((login) => ({
    ...login,
    faults: [...(login.faults ?? []), ...options.fault],
    abilities: options.abilities ?? login.abilities,
    display: options.display ?? login.display,
    actuated: options.actuated ?? login.actuated,
  }))
}

const FaultCommand = z.object({ name: z.string(), faults: z.array(z.string()) })

/** Changes faults by a parent's messages and by lines of standard input. */
function hearCommands(fleet: Fleet): void {
  const obey = (value: unknown) => {
    try {
      const command = FaultCommand.parse(typeof value === 'string' ? JSON.parse(value) : value)
      if (!fleet.setFaults(command.name, command.faults)) note(`there is no controller "${command.name}"`)
    } catch (error) {
      const why = error instanceof FaultError ? error.message : 'give {"name": "TLC-0001", "faults": ["silent"]}'
      note(`not understood: ${why}`)
    }
  }
  process.on('message', (message) => {
    if (message !== 'stop') obey(message)
  })
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() !== '') obey(line)
  })
}

/** Reports each login that the platform refuses, once, with its line of the file; the other controllers continue. */
function nameRefusals(fleet: Fleet): NodeJS.Timeout {
  const named = new Set<string>()
  return setInterval(() => {
    for (const refusal of fleet.status().refused) {
      const text = describeRefusal(refusal)
      if (named.has(text) || named.size > MOST_REFUSALS_NAMED) continue
      note(named.size < MOST_REFUSALS_NAMED ? text : 'more logins are refused')
      named.add(text)
    }
  }, LOOK_EVERY_MS)
}

/** Reports the state of the fleet when it is complete, and every ten seconds. */
function reportRegularly(fleet: Fleet): () => void {
  let before = fleet.status()
  let beforeAt = performance.now()
  let complete = false
  const timer = setInterval(() => {
    const status = fleet.status()
    const now = performance.now()
    const becameComplete = !complete && status.connected === status.total
    if (!becameComplete && now - beforeAt < REPORT_EVERY_MS) return
    complete ||= becameComplete
    note(describeFleet(status, before, (now - beforeAt) / 1000))
    before = status
    beforeAt = now
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}

function note(line: string): void {
  output.write(`controllers: ${line}\n`)
}

/** Reads the name of a time zone; an empty variable counts as not set. */
function parseZone(text: string): string {
  if (text === '') return DEFAULT_TIME_ZONE
  if (isTimeZone(text)) return text
  throw new InvalidArgumentError(TIME_ZONE_FORM)
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^(mqtts?|wss?|tcp|tls|ssl):$/.test(new URL(text).protocol)) return text
  throw new InvalidArgumentError('give an address such as mqtt://127.0.0.1:1883')
}

function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`give a whole number from ${min} to ${max}`)
  }
}

function formed<T>(parse: (text: string) => T | undefined, form: string) {
  return (text: string): T => {
    const value = parse(text)
    if (value !== undefined) return value
    throw new InvalidArgumentError(`give ${form}`)
  }
}

function oneOf<T>(choices: Readonly<Record<string, T>>) {
  return (text: string): T => {
    const choice = choices[text]
    if (choice !== undefined) return choice
    throw new InvalidArgumentError(`give one of ${Object.keys(choices).join(', ')}`)
  }
}

function abilities(text: string): readonly string[] {
  try {
    return parseAbilities(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

function collectFault(text: string, faults: readonly Fault[]): readonly Fault[] {
  try {
    return [...faults, parseFault(text)]
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError && error.exitCode === 0) process.exit(0)
  const isUsage = error instanceof CommanderError || error instanceof CredentialsError
  if (!isUsage) throw error
  const file = error instanceof CredentialsError ? `${program.opts<Options>().credentials} ` : ''
  note(`${file}${error.message.replace(/^error: /, '')}${file ? '' : ' (see --help)'}`)
  process.exit(EXIT_USAGE)
}

/** Returns one line about the state of a fleet. `secondsBetween` is the time between the two readings. */
function describeFleet(status: FleetStatus, before: FleetStatus, secondsBetween: number): string {
  const rate = (now: number, then: number) => Math.round((now - then) / secondsBetween)
  const parts = [
    `${status.connected} of ${status.total} connected`,
    `${rate(status.published, before.published)} messages/s`,
    `${rate(status.acknowledged, before.acknowledged)} acknowledged/s`,
  ]
  if (status.problem) parts.push(`${status.problem.name}: ${status.problem.why}`)
  return parts.join(', ')
}

/** Returns one line about a refused login, with its place in the file. */
function describeRefusal({ line, name, why }: Refusal): string {
  return `${line === undefined ? '' : `line ${line}, `}${name}: ${why}`
}
