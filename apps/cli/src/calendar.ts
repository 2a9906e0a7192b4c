import { dayOfDate } from '@greenwave/changes/calendar/dates'
import { forgottenDays } from '@greenwave/changes/calendar/rules'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import {
  type AccountFlags,
  addAccountOptions,
  allDevices,
  failureOf,
  reachPlatform,
} from '@greenwave/client/program/remotePlatform'
import { note, print } from '@greenwave/client/program/terminal'
import { CALENDAR_YEARS, isCalendarDate, parseCalendar } from '@greenwave/contract/records/calendars'
import { counted } from '@greenwave/contract/text'
import { isoDate } from '@greenwave/controller/isoTime'
import { parseCalendarDates, writeCalendarDates } from '@greenwave/transfer/calendarDates'
import { describeProblem } from '@greenwave/transfer/fileProblem'
import { Command } from 'commander'
import { type CalendarFile, newCalendarFile, parseCalendarFile, writeCalendarFile } from './calendar/calendarFile.ts'
import { dayLines, forgottenLine, yearLines } from './calendar/lines.ts'
import {
  compareCalendar,
  fetchCalendarFile,
  fetchCalendars,
  type PlatformCalendar,
  saveCalendar,
  saveKinds,
} from './calendar/platformCalendar.ts'
import { readInputFile, refusalOf } from './inputFile.ts'
import { inSteps } from './steps.ts'
import { type OutFlags, writeOut } from './writeOut.ts'

const MOST_MEBIBYTES = 16

const HELP = `
FILE holds a calendar as JSON, with the settings of each kind of day at its junctions; - reads standard input. "calendar new"
prints one to begin with. Lunar dates are those of Vietnam (UTC+7). docs/calendar.md explains the members.
--dates adds the days of a CSV or iCalendar file (.ics) before the other rules. CSV has the columns date, or from and until,
and kind and name. An event's category is the kind; --kind is the kind of days that state none.`

const SHOW_HELP = `${HELP}
Exit codes: 0 done, 2 a file cannot be used.`

const CHECK_HELP = `${HELP}
Each finding is a line: its level, the line of the file, the member, and the problem with its fix.
Exit codes: 0 nothing found, 1 something found, 2 a file cannot be read.`

const EXPORT_HELP = `
The file has the calendar and, for each of its junctions, the settings of each kind and the present ones.

Exit codes: 0 done, 1 the platform refused or broke off, 2 a flag is wrong.`

const IMPORT_HELP = `
Nothing is saved without --apply: what would change is printed. While a line of the file is wrong, or a kind has a danger at a
junction, nothing is saved at all. From then on the watcher sends each day. Junctions that the file lacks stay as they are;
a junction with "kinds": {} leaves the calendar.

Exit codes: 0 done, or nothing to do; 1 the file has wrong lines, or the platform refused; 2 a flag is wrong.`

interface Flags {
  readonly year?: string
  readonly day?: string
  readonly dates?: string
  readonly kind?: string
  readonly ics?: true
  readonly json?: true
}

/** Creates the command `calendar` with its subcommands. */
export function calendarCommand(): Command {
  const show = subcommand('show', 'show a year, or what a day sends', SHOW_HELP)
    .description('Shows a year by kind of day with lunar dates, and days that may have been forgotten.')
    .option('--day <date>', 'show what would be sent for a day, when and to which junctions')
    .option('--ics', 'print the days of the year as iCalendar')
    .option('--json', 'print the calendar with the added dates as a file')
    .action(showCalendar)
  const check = subcommand('check', 'check a calendar', CHECK_HELP)
    .description('Checks a calendar and its settings line by line, and lists days that may have been forgotten.')
    .action(checkCalendar)
  const create = new Command('new')
    .summary('print a calendar to begin with')
    .description('Prints a calendar with weekdays, the weekend and the public holidays of Vietnam.')
    .action(() => writeOut({ out: '-' }, newCalendarFile()))
  const exporting = new Command('export')
    .summary('write the calendar of a platform into a file')
    .description('Writes a calendar of a platform with its junctions into a file.')
    .option('--key <key>', 'key of the calendar (default: the only one)')
    .option('--out <file>', 'file to write; - for standard output', '-')
    .option('--overwrite', 'replace a file that exists')
  const importing = new Command('import')
    .summary('save a calendar on a platform')
    .description('Compares a file with the calendar of its key on a platform, and saves what differs with --apply.')
    .argument('<FILE>', 'JSON object of a calendar; - for standard input')
    .option('--apply', 'save what differs')
    .option('--name <name>', 'name of a new calendar', 'Calendar')
  return new Command('calendar')
    .summary('which settings run on which day')
    .description('Shows and checks the calendar of a city, and reads and saves it on a platform.')
    .addCommand(show)
    .addCommand(check)
    .addCommand(create)
    .addCommand(addAccountOptions(exporting).addHelpText('after', EXPORT_HELP).action(exportCalendar))
    .addCommand(
      addAccountOptions(importing)
        .addHelpText('after', IMPORT_HELP)
        .action((file: string, flags: ImportFlags) => importCalendar(file, flags)),
    )
}

function subcommand(name: string, summary: string, help: string): Command {
  return new Command(name)
    .summary(summary)
    .argument('<FILE>', 'JSON object of a calendar')
    .option('--year <year>', 'year to show; default: this year')
    .option('--dates <file>', 'CSV or iCalendar file of days to add')
    .option('--kind <id>', 'kind of added days that state none')
    .addHelpText('after', help)
}

async function showCalendar(path: string, flags: Flags): Promise<void> {
  const year = yearOf(flags)
  const { file, remarks } = await readCalendar(path, flags, year)
  const errors = remarks.filter(({ level }) => level === 'error').map(({ text }) => text)
  if (!file) throw refusalOf(path)(`is no calendar that can be used:\n  ${errors.slice(0, 20).join('\n  ')}`)
  if (flags.day !== undefined && !isCalendarDate(flags.day))
    throw new CommandFailed(EXIT.usage, `--day is ${JSON.stringify(flags.day)}: give a date such as 2026-11-28`)
  if (flags.json) writeOut({ out: '-' }, writeCalendarFile(file))
  else if (flags.ics) writeOut({ out: '-' }, writeCalendarDates(file.calendar, year))
  else if (flags.day !== undefined) for (const line of dayLines(file, dayOfDate(flags.day))) print(line)
  else {
    const forgotten = forgottenDays(file.calendar, year)
    for (const line of yearLines(file.calendar, year)) print(line)
    if (forgotten.length > 0) print('\nDays that may have been forgotten')
    for (const day of forgotten) print(`  ${forgottenLine(day)}`)
  }
}

async function checkCalendar(path: string, flags: Flags): Promise<void> {
  const year = yearOf(flags)
  const { file, remarks } = await readCalendar(path, flags, year)
  const forgotten = file ? forgottenDays(file.calendar, year) : []
  for (const { level, text } of remarks) print(`${level} ${text}`)
  for (const day of forgotten) print(`warning ${forgottenLine(day)}`)
  process.exitCode = remarks.length + forgotten.length === 0 ? EXIT.ok : EXIT.failed
}

interface ReadCalendar {
  readonly file?: CalendarFile | undefined
  readonly remarks: readonly { readonly level: 'error' | 'warning'; readonly text: string }[]
}

/** Reads a calendar with the dates that are added to it. @throws {CommandFailed} if a file cannot be read */
async function readCalendar(path: string, { dates, kind }: Flags, year: number): Promise<ReadCalendar> {
  const { file, remarks } = parseCalendarFile(await readInputFile(path, MOST_MEBIBYTES))
  const lines = remarks.map(({ level, line, text }) => ({ level, text: `line ${line}: ${text}` }))
  if (!file || dates === undefined) return { file, remarks: lines }
  const { calendar, junctions } = file
  if (kind !== undefined && !calendar.kinds.some(({ id }) => id === kind)) {
    const known = calendar.kinds.map(({ id }) => id).join(', ')
    throw new CommandFailed(EXIT.usage, `--kind is ${JSON.stringify(kind)}: give one of ${known}`)
  }
  const years = { from: year, until: year + 1 }
  const added = parseCalendarDates(await readInputFile(dates, MOST_MEBIBYTES), { kinds: calendar.kinds, kind, years })
  const problems = added.problems.map((problem) => ({
    ...{ level: 'error' as const },
    text: `${dates}: ${describeProblem(problem)}`,
  }))
  const joined = parseCalendar({ ...calendar, rules: [...added.rules, ...calendar.rules] })
  const tooMany = (joined.problems ?? []).map(({ problem }) => ({
    level: 'error' as const,
    text: `${dates}: ${problem}`,
  }))
  const all = [...lines, ...problems, ...tooMany]
  const isUsable = joined.record && !all.some(({ level }) => level === 'error')
  return { file: isUsable ? { calendar: joined.record, junctions } : undefined, remarks: all }
}

interface ExportFlags extends AccountFlags, OutFlags {
  readonly key?: string
}

interface ImportFlags extends AccountFlags {
  readonly apply?: true
  readonly name: string
}

async function exportCalendar(flags: ExportFlags): Promise<void> {
  const call = await reachPlatform(flags)
  try {
    const found = chosenCalendar(await fetchCalendars(call), flags.key)
    const file = await fetchCalendarFile(call, found, await allDevices(call))
    writeOut(flags, writeCalendarFile(file))
    note(counted(file.junctions.length, 'junction', 'junctions'))
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

function chosenCalendar(all: readonly PlatformCalendar[], key: string | undefined): PlatformCalendar {
  const [first, second] = key === undefined ? all : all.filter(({ calendar }) => calendar.key === key)
  if (first && (key !== undefined || !second)) return first
  const keys = all.map(({ calendar }) => calendar.key).join(', ')
  throw new CommandFailed(
    EXIT.usage,
    keys === '' ? 'the platform has no calendar' : `give the key of a calendar with --key: ${keys}`,
  )
}

async function importCalendar(path: string, flags: ImportFlags): Promise<void> {
  const { file, remarks } = parseCalendarFile(await readInputFile(path, MOST_MEBIBYTES))
  for (const { level, line, text } of remarks) print(`${level} line ${line}: ${text}`)
  if (!file) throw new CommandFailed(EXIT.failed, 'nothing was saved: correct these lines first')
  const call = await reachPlatform(flags)
  try {
    const present = (await fetchCalendars(call)).find(({ calendar }) => calendar.key === file.calendar.key)
    const { problems, junctions, calendar } = await compareCalendar(call, file, present, await allDevices(call))
    for (const problem of problems) print(problem)
    for (const { name, kinds } of junctions)
      print(`${name}: ${kinds ? Object.keys(kinds.kinds).join(', ') : 'leaves the calendar'}`)
    const state = calendar === undefined ? 'is the same' : present ? 'differs' : 'is new'
    const differing = counted(junctions.length, 'junction differs', 'junctions differ')
    note(`the calendar ${state}, ${differing}, ${counted(problems.length, 'problem', 'problems')}`)
    if (problems.length > 0) throw new CommandFailed(EXIT.failed, 'nothing was saved: solve these problems first')
    if (!flags.apply) return
    const steps = { doing: 'saving', of: 'junctions', total: junctions.length, url: flags.url }
    await inSteps(steps, async ({ signal, step }) => {
      for (const junction of junctions) {
        signal.throwIfAborted()
        await saveKinds(call, junction)
        step()
      }
      // Its rules count last, when each junction has its kinds.
      if (calendar) await saveCalendar(call, present, calendar, flags.name)
    })
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

function yearOf({ year, day }: Flags): number {
  const text = year ?? (day ?? isoDate(Date.now())).slice(0, 4)
  const number = Number(text)
  const { min, max } = CALENDAR_YEARS
  if (/^\d{4}$/.test(text) && number >= min && number <= max) return number
  throw new CommandFailed(EXIT.usage, `--year is ${JSON.stringify(text)}: give a year from ${min} to ${max}`)
}
