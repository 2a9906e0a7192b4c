import { rmSync } from 'node:fs'
import { ApiError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import {
  ACCOUNT_HELP,
  type AccountFlags,
  addAccountOptions,
  failureOf,
  findDevice,
  reachPlatform,
} from '@greenwave/client/program/remotePlatform'
import { note, print, progress } from '@greenwave/client/program/terminal'
import { counted } from '@greenwave/contract/text'
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { MOST_EVIDENCE_MS } from '@greenwave/contract/wire/evidence'
import { parseIsoTime } from '@greenwave/controller/isoTime'
import { evidencePackage } from '@greenwave/evidence/evidence'
import { fetchJunctionNotes } from '@greenwave/evidence/junctionNotes'
import { evidenceFileName } from '@greenwave/evidence/manifest'
import { CHANGES_TABLE } from '@greenwave/evidence/tables/changes'
import { CYCLES_TABLE } from '@greenwave/evidence/tables/cycles'
import { EVENTS_TABLE } from '@greenwave/evidence/tables/events'
import { secondsTable } from '@greenwave/evidence/tables/seconds'
import { SETTINGS_TABLE } from '@greenwave/evidence/tables/settings'
import type { Span, Table } from '@greenwave/evidence/tables/table'
import { Command, Option } from 'commander'

import own from '../package.json' with { type: 'json' }
import { exportTable, printTable } from './export/exportTable.ts'
import { openPart, PartRefused, writeWhole } from './export/partFile.ts'

const HELP = `
Times are those of the city (--time-zone) unless they name an offset: 2026-11-22, "2026-11-22 07:10", 2026-11-22T00:10:00Z.
Seconds come from samples, and where these are gone from the records of the watcher; seconds of which nothing is known have no
row. Months take no more memory than a day.

An export that breaks off leaves OUT.part and OUT.part.json: run the same command again, and it goes on from there.

--format evidence asks the platform for its own package, signed with its key. For a platform that signs none, the
package is made here, marked as unsigned.

${ACCOUNT_HELP}
Exit codes: 0 done, 1 the platform refused or broke off, 2 a flag is wrong.`

const TABLES = {
  seconds: secondsTable({ withMissing: false }),
  cycles: CYCLES_TABLE,
  events: EVENTS_TABLE,
  settings: SETTINGS_TABLE,
  changes: CHANGES_TABLE,
} as const satisfies Record<string, Table>
type What = keyof typeof TABLES
const FORMATS = ['csv', 'parquet', 'evidence'] as const

interface Flags extends AccountFlags {
  readonly device: string
  readonly from: number
  readonly to: number
  readonly format: (typeof FORMATS)[number]
  readonly what: What
  readonly out?: string
  readonly overwrite?: true
}

/** Creates the command `export`. */
export function exportCommand(): Command {
  const command = new Command('export')
    .summary('export the history of a junction')
    .description(
      'Writes what was kept of a junction into a file: each second, or cycles, events, settings, changes; or evidence of all.',
    )
    .requiredOption('--device <name>', 'name or id of the junction')
    .requiredOption('--from <time>', 'first second')
    .requiredOption('--to <time>', 'end, which is not in the file any more')
    .addOption(new Option('--format <format>', 'kind of file').choices(FORMATS).makeOptionMandatory())
    .addOption(new Option('--what <what>', 'table').choices(Object.keys(TABLES)).default('seconds'))
    .option('--out <file>', 'file to write; - for standard output, CSV only (default: named by junction and time)')
    .option('--overwrite', 'replace a file that exists')
  return addAccountOptions(command)
    .addHelpText('after', HELP)
    .action(async (given: Omit<Flags, 'from' | 'to'> & Record<'from' | 'to', string>) => {
      const flags: Flags = { ...given, from: timeOf('--from', given.from), to: timeOf('--to', given.to) }
      const span = spanOf(flags)
      if (flags.out === '-' && flags.format !== 'csv')
        throw new CommandFailed(EXIT.usage, '--out is "-": only CSV goes to standard output')
      const call = await reachPlatform(flags)
      try {
        const device = await findDevice(call, flags.device)
        await (flags.format === 'evidence'
          ? exportEvidence(call, device, span, flags)
          : exportRows(call, device, span, flags))
      } catch (error) {
        if (isSystemError(error) && error.code === 'EPIPE') return
        throw exportFailure(error, flags.url)
      }
    })
}

/** Reads a flag with a time, after the time zone is known. */
function timeOf(flag: '--from' | '--to', text: string): number {
  const ms = parseIsoTime(text)
  if (ms !== undefined) return Math.floor(ms / 1000) * 1000
  const fix = 'give a time such as 2026-11-22 or "2026-11-22 07:10"'
  throw new CommandFailed(EXIT.usage, `${flag} is ${JSON.stringify(text)}: ${fix}`)
}

function spanOf({ from, to, format }: Flags): Span {
  if (to <= from) throw new CommandFailed(EXIT.usage, '--to is not after --from: give a later time')
  // Nothing is known of what is yet to come.
  const untilMs = Math.min(to, Math.floor(Date.now() / 1000) * 1000)
  if (untilMs <= from) throw new CommandFailed(EXIT.usage, '--from is in the future: give an earlier time')
  if (format === 'evidence' && untilMs - from > MOST_EVIDENCE_MS) {
    const days = MOST_EVIDENCE_MS / 86_400_000
    const asked = ((untilMs - from) / 86_400_000).toFixed(1)
    throw new CommandFailed(
      EXIT.usage,
      `--to is ${asked} days after --from: one package of evidence has at most ${days}; take several, one after the other`,
    )
  }
  return { fromMs: from, untilMs }
}

/** Whether this is a failure of the machine, such as a full disk. EPIPE: whoever reads standard output has enough. */
const isSystemError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

/** Converts the error of an export to the failure that the command reports. */
function exportFailure(error: unknown, url: string): unknown {
  const options = { cause: error }
  if (error instanceof PartRefused) return new CommandFailed(EXIT.usage, error.message, options)
  if (!isSystemError(error)) return failureOf(error, url)
  return new CommandFailed(
    EXIT.failed,
    `the file cannot be written (${error.message}): make room for it, or name another one with --out`,
    options,
  )
}

async function exportRows(call: CallApi, device: DeviceInfo, span: Span, flags: Flags): Promise<void> {
  const { displays } = await fetchJunctionNotes(call, device.id.id)
  const source = { call, deviceId: device.id.id, displays }
  const table = TABLES[flags.what]
  if (flags.out === '-') return printTable({ table, source, span })
  if (flags.format === 'evidence') return
  const name = evidenceFileName(device.name, span.fromMs).replace(/evidence\.zip$/, `${flags.what}.${flags.format}`)
  const out = flags.out ?? name
  const request = [flags.url, device.id.id, flags.from, flags.to, flags.what, flags.format].join(' ')
  const count = await exportTable({
    ...{ table, source, span, out, format: flags.format, isOverwritten: flags.overwrite === true },
    // The table of settings begins with all that are in force, so that one in two parts would have these twice.
    request: flags.what === 'settings' ? undefined : request,
    onProgress: progress('Exported'),
    onResumed: (fraction) => note(`${out}.part is there up to ${Math.floor(fraction * 100)} %: going on.`),
  })
  print(`${out} has ${counted(count, 'row', 'rows')} of this run.`)
}

async function exportEvidence(call: CallApi, device: DeviceInfo, span: Span, flags: Flags): Promise<void> {
  const out = flags.out ?? evidenceFileName(device.name, span.fromMs)
  const part = openPart(out, 'evidence', flags.overwrite === true)
  try {
    const bytes = (await packageOf(call, device, span)) ?? unsignedPackage(call, device, span, flags)
    for await (const piece of bytes) writeWhole(part.file, piece)
  } catch (error) {
    part.leave()
    // A part of a package proves nothing, and is not gone on with.
    rmSync(`${out}.part`, { force: true })
    throw error
  }
  part.done()
  print(`${out} is written. Verify it with "greenwave verify".`)
}

/** Returns the platform's own package; undefined if it makes none. */
async function packageOf(
  call: CallApi,
  device: DeviceInfo,
  { fromMs, untilMs }: Span,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    const query = { startTs: String(fromMs), endTs: String(untilMs) }
    const { bytes } = await call('evidence', { params: { deviceId: device.id.id }, query })
    return bytes
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

async function* unsignedPackage(
  call: CallApi,
  device: DeviceInfo,
  span: Span,
  { url, user = '' }: Flags,
): AsyncGenerator<Uint8Array> {
  note('This platform signs no evidence: the package is made here and marked as unsigned.')
  yield* evidencePackage({
    source: { call, deviceId: device.id.id },
    notes: await fetchJunctionNotes(call, device.id.id),
    device: { id: device.id.id, name: device.name, label: device.label ?? '', type: device.type },
    ...{ span, signer: null, remarks: [`Read from ${url} as ${user}.`] },
    made: { atMs: Date.now(), by: user, software: `Greenwave ${own.version}` },
  })
}
