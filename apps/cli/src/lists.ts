import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import {
  type AccountFlags,
  addAccountOptions,
  failureOf,
  reachPlatform,
  reachWithClock,
} from '@greenwave/client/program/remotePlatform'
import { note, print } from '@greenwave/client/program/terminal'
import { counted } from '@greenwave/contract/text'
import { COLUMNS, type ListEntry, type ListKind, parseList, writeList } from '@greenwave/transfer/entityList'
import type { EntryOutcome, ImporterContext } from '@greenwave/transfer/entryImport'
import { existingOf } from '@greenwave/transfer/existing'
import { describeProblem, MOST_FILE_MIB } from '@greenwave/transfer/fileProblem'
import { customersByTitle, importList, unknownCustomers } from '@greenwave/transfer/listImport'
import { linksFile, loginsFile } from '@greenwave/transfer/secrets'
import { Command } from 'commander'
import { readInputFile } from './inputFile.ts'
import { inSteps } from './steps.ts'
import { type OutFlags, writeOut, writeSecrets } from './writeOut.ts'

const HELP: Readonly<Record<ListKind, string>> = {
  devices: `
A new device without clientId, userName and password gets a login of its own. The logins of all devices of the file are written to
FILE.logins.csv, which only you may read, and which "greenwave controllers --credentials" takes.`,
  customers: '',
  users: `
Users of customers are imported; administrators are not. No mail is sent: the activation links of those who have no password yet
are written to FILE.links.csv, which only you may read.`,
}

const IMPORT_HELP = `
All lines are read before the first one is sent; while one is wrong, nothing is. What the platform has already as the line says is left
alone, so that an import that was interrupted (Ctrl-C, no network) is simply run again. What it has and differs is a conflict, which --overwrite settles in favour of the
file; empty cells change nothing.

Exit codes: 0 all is there, 1 lines are wrong, in conflict or refused, 2 a flag is wrong.`

interface ImportFlags extends AccountFlags {
  readonly overwrite?: true
}

const ONE_OF: Readonly<Record<ListKind, string>> = { devices: 'device', customers: 'customer', users: 'user' }

/** Creates the commands `devices`, `customers` and `users`, each with its subcommands. */
export function listCommand(kind: ListKind): Command {
  const exporting = new Command('export')
    .summary(`write all ${kind} into a file`)
    .description(`Writes all ${kind} into a CSV file.`)
    .option('--out <file>', 'file to write; - for standard output', '-')
    .option('--overwrite', 'replace a file that exists')
  const importing = new Command('import')
    .summary(`bring the ${kind} of a file to the platform`)
    .description(`Brings the ${kind} of a CSV file to the platform. Its columns: ${columnsOf(kind)}.`)
    .argument('<FILE>', 'CSV file whose first line names its columns')
    .option('--overwrite', 'change what the platform has and differs')
  return new Command(kind)
    .summary(`${kind} as files`)
    .description(`Writes ${kind} into files, and brings them to a platform.`)
    .addCommand(addAccountOptions(exporting).action((flags: AccountFlags & OutFlags) => exportList(kind, flags)))
    .addCommand(
      addAccountOptions(importing)
        .addHelpText('after', `${HELP[kind]}${IMPORT_HELP}`)
        .action((file: string, flags: ImportFlags) => importFile(kind, file, flags)),
    )
}

function columnsOf(kind: ListKind): string {
  return COLUMNS[kind].map((one) => `${one.column}${'isRequired' in one ? ' (required)' : ''}`).join(', ')
}

async function exportList(kind: ListKind, flags: AccountFlags & OutFlags): Promise<void> {
  const call = await reachPlatform(flags)
  try {
    const existing = await existingOf(kind, call)
    writeOut(
      flags,
      writeList(
        kind,
        existing.map(({ values }) => values),
      ),
    )
    note(counted(existing.length, ONE_OF[kind], kind))
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

async function importFile(kind: ListKind, file: string, flags: ImportFlags): Promise<void> {
  const list = parseList(kind, await readInputFile(file, MOST_FILE_MIB))
  const { call, nowMs } = await reachWithClock(flags)
  try {
    const customers = kind === 'customers' ? new Map() : await customersByTitle(call)
    const problems = [...list.problems, ...unknownCustomers(list, customers)].sort((a, b) => a.line - b.line)
    for (const problem of problems) print(describeProblem(problem))
    if (problems.length > 0) throw new CommandFailed(EXIT.failed, 'nothing was imported: correct these lines first')
    const { id, email } = await call('currentUser')
    const by = { id: id.id, name: email }
    const context = { call, customers, by, from: 'command line', nowMs, isOverwriting: flags.overwrite === true }
    const counts = await importAll(kind, list.entries, context, flags.url)
    if (kind === 'devices') writeSecrets(`${file}.logins.csv`, await loginsFile(call, list.entries))
    if (kind === 'users') writeSecrets(`${file}.links.csv`, await linksFile(call, list.entries, customers))
    print(
      Object.entries(counts)
        .map(([state, count]) => `${count} ${state}`)
        .join(', '),
    )
    if (counts.conflict + counts.failed > 0) process.exitCode = EXIT.failed
  } catch (error) {
    throw failureOf(error, flags.url)
  }
}

async function importAll(
  kind: ListKind,
  entries: readonly ListEntry[],
  context: ImporterContext,
  url: string,
): Promise<Record<EntryOutcome['state'], number>> {
  const counts = { created: 0, updated: 0, same: 0, conflict: 0, failed: 0 }
  await inSteps({ doing: 'importing', of: 'lines', total: entries.length, url }, async ({ signal, step }) => {
    const onOutcome = ({ line, name }: ListEntry, outcome: EntryOutcome) => {
      counts[outcome.state] += 1
      step()
      if (outcome.state === 'failed') print(`line ${line}, ${name}: ${outcome.why}`)
      if (outcome.state === 'conflict') {
        print(`line ${line}, ${name}: the platform has another ${outcome.fields.join(', ')}; --overwrite replaces it`)
      }
    }
    await importList(kind, entries, context, onOutcome, signal)
  })
  return counts
}
