import { randomUUID } from 'node:crypto'
import type { CallApi } from '@greenwave/client/callTypes'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import {
  type AccountFlags,
  addAccountOptions,
  allDevices,
  failureOf,
  findDevice,
  reachPlatform,
  reachWithClock,
} from '@greenwave/client/program/remotePlatform'
import { note, print, progress } from '@greenwave/client/program/terminal'
import { counted } from '@greenwave/contract/text'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { isDanger, mayBeSent } from '@greenwave/controller/checks/danger'
import { copiedValues } from '@greenwave/rollout/copyParts'
import { holdsMode } from '@greenwave/rollout/meantValues'
import { describeProblem, MOST_FILE_MIB } from '@greenwave/transfer/fileProblem'
import {
  type JunctionSettings,
  parseSettingsFile,
  SETTINGS_FORMATS,
  type SettingsFormat,
  writeSettingsFile,
} from '@greenwave/transfer/settingsFile'
import { type ImportedJunction, previewImport, sendImported } from '@greenwave/transfer/settingsImport'
import { Command, InvalidArgumentError, Option } from 'commander'
import pMap from 'p-map'
import { readInputFile } from './inputFile.ts'
import { inSteps } from './steps.ts'
import { junctionLines } from './transfer/junctionLines.ts'
import { type OutFlags, writeOut } from './writeOut.ts'

const EXPORT_HELP = `
JSON has one junction a line; CSV has one junction a line and one column a setting, for spreadsheets. The mode is left out, because it belongs to
the moment. docs/transfer.md describes both.

Exit codes: 0 done, 1 the platform refused or broke off, 2 a flag is wrong.`

const IMPORT_HELP = `
Nothing is sent without --apply: what would change is printed, value by value, with what the checks say of it. Values that the file lacks
are left as they are. While one line of the file is wrong, nothing is sent at all. A junction gets all its values at once, or none.

Ctrl-C finishes the junction under way. An import that was interrupted is run again: what is there already is not sent twice.

If junctions would get conflicting greens or miss a clearance, --dangers must be their number, and --why the reason.
A file has no end of a mode: if junctions would flash or hold a route until ended manually, --modes must be their number.

Exit codes: 0 done, or nothing to do; 1 the file has wrong lines, or junctions were not sent to; 2 a flag is wrong.`

/** Number of junctions that are read or written concurrently. */
const CALLS_AT_ONCE = 4

interface ExportFlags extends AccountFlags, OutFlags {
  readonly device?: readonly string[]
  readonly format?: SettingsFormat
}

interface ImportFlags extends AccountFlags {
  readonly apply?: true
  readonly why: string
  readonly dangers: string
  readonly modes: string
}

/** Creates the command `settings` with its subcommands. */
export function settingsCommand(): Command {
  const exporting = new Command('export')
    .summary('write the settings of junctions into a file')
    .description('Writes the settings of one junction, of several, or of all into a file.')
    .option('--device <name...>', 'names or ids of junctions (default: all of the account)')
    .addOption(
      new Option('--format <format>', "kind of file (default: by the file's name, else json)").choices(
        SETTINGS_FORMATS,
      ),
    )
    .option('--out <file>', 'file to write; - for standard output', '-')
    .option('--overwrite', 'replace a file that exists')
  const importing = new Command('import')
    .summary('set junctions from a file')
    .description('Compares the settings in a file with those of the junctions, and sends what differs with --apply.')
    .argument('<FILE>', 'JSON or CSV file as "settings export" writes it; - for standard input')
    .option('--apply', 'send what differs')
    .option('--why <reason>', 'the reason, which is recorded with every change', '')
    .option('--dangers <number>', 'how many junctions get a danger: shown without --apply', parseCount, '')
    .option('--modes <number>', 'how many junctions flash or are held until ended manually', parseCount, '')
  return new Command('settings')
    .summary('settings of junctions as files')
    .description('Writes settings of junctions into files, and sets junctions from files.')
    .addCommand(addAccountOptions(exporting).addHelpText('after', EXPORT_HELP).action(exportSettings))
    .addCommand(
      addAccountOptions(importing)
        .addHelpText('after', IMPORT_HELP)
        .action((file: string, flags: ImportFlags) => importSettings(file, flags)),
    )
}

function parseCount(text: string): string {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('give a number such as 2.')
  return text
}

async function exportSettings(flags: ExportFlags): Promise<void> {
  const format = flags.format ?? (flags.out.endsWith('.csv') ? 'csv' : 'json')
  const call = await reachPlatform(flags)
  try {
    const devices = await devicesToExport(call, flags.device)
    const show = progress('exporting')
    let done = 0
    const read = async ({ id, name, label }: DeviceInfo): Promise<JunctionSettings> => {
      const shared = await call('attributes', { params: { ...ofDevice(id.id), scope: 'SHARED_SCOPE' } })
      const values = Object.fromEntries(shared.map(({ key, value }) => [key, value]))
      done += 1
      show(done / devices.length)
      return { name, label: label ?? '', settings: copiedValues(values, ['all']) }
    }
    const junctions = await pMap(devices, read, { concurrency: CALLS_AT_ONCE })
    writeOut(flags, writeSettingsFile(junctions, format, Date.now()))
    note(counted(junctions.length, 'junction', 'junctions'))
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

async function devicesToExport(call: CallApi, names: readonly string[] | undefined): Promise<readonly DeviceInfo[]> {
  if (names) return pMap(names, (name) => findDevice(call, name), { concurrency: CALLS_AT_ONCE })
  return allDevices(call)
}

async function importSettings(file: string, flags: ImportFlags): Promise<void> {
  const { junctions, problems } = parseSettingsFile(await readInputFile(file, MOST_FILE_MIB))
  const { call, nowMs } = await reachWithClock(flags)
  try {
    const devices = new Map((await allDevices(call)).map((device) => [device.name, device]))
    const preview = await previewImport(call, junctions, devices, progress('comparing'))
    const all = [...problems, ...preview.problems].sort((a, b) => a.line - b.line)
    for (const problem of all) print(describeProblem(problem))
    const differing = preview.junctions.filter((one) => one.preview.cells.length > 0)
    for (const line of differing.flatMap(junctionLines)) print(line)
    const dangers = differing.filter((one) => one.preview.findings.some(isDanger)).length
    const same = preview.junctions.length - differing.length
    note(
      [
        counted(differing.length, 'junction differs', 'junctions differ'),
        counted(same, 'does not', 'do not'),
        counted(all.length, 'problem', 'problems'),
        `${counted(dangers, 'junction', 'junctions')} with dangers`,
      ].join(', '),
    )
    if (all.length > 0) throw new CommandFailed(EXIT.failed, 'nothing was sent: correct these lines first')
    if (!flags.apply) return
    refuseDangers(differing, dangers, flags)
    refuseModes(differing, flags)
    await send(call, nowMs, differing, flags)
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

function refuseDangers(
  junctions: readonly ImportedJunction[],
  dangers: number,
  { dangers: typed, why }: ImportFlags,
): void {
  const override = { asked: String(dangers), typed, why }
  if (junctions.every(({ preview }) => mayBeSent(preview.findings, () => true, override))) return
  throw new CommandFailed(
    EXIT.usage,
    `nothing was sent: ${counted(dangers, 'junction', 'junctions')} would get a danger. Send ${dangers === 1 ? 'it' : 'them'} with --dangers ${dangers} and --why "the reason"`,
  )
}

function refuseModes(junctions: readonly ImportedJunction[], { modes: typed }: ImportFlags): void {
  const isHeld = ({ preview: { cells } }: ImportedJunction) =>
    holdsMode(Object.fromEntries(cells.map(({ key, after }) => [key, after])))
  const held = junctions.filter(isHeld).length
  if (held === 0 || Number(typed) === held) return
  throw new CommandFailed(
    EXIT.usage,
    `nothing was sent: ${counted(held, 'junction', 'junctions')} would flash or hold a route until ended manually. Send ${held === 1 ? 'it' : 'them'} with --modes ${held}`,
  )
}

async function send(
  call: CallApi,
  nowMs: () => number,
  junctions: readonly ImportedJunction[],
  { why, url }: ImportFlags,
): Promise<void> {
  const { id, email } = await call('currentUser')
  const by = { id: id.id, name: email }
  const importing = { call, importId: randomUUID(), by, from: 'command line', why, nowMs }
  let sent = 0
  const changed: string[] = []
  const steps = { doing: 'sending', of: 'junctions', total: junctions.length, url }
  await inSteps(steps, async ({ signal, step }) => {
    for (const one of junctions) {
      signal.throwIfAborted()
      const outcome = await sendImported(importing, one)
      if (outcome === 'sent') sent += 1
      if (outcome === 'changed') changed.push(one.junction.name)
      step()
    }
  })
  print(counted(sent, 'junction was sent its settings', 'junctions were sent their settings'))
  if (changed.length > 0) {
    throw new CommandFailed(
      EXIT.failed,
      `not sent to ${changed.join(', ')}: another user changed them meanwhile. Look again without --apply`,
    )
  }
}
