import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { CallApi } from '@greenwave/client/callTypes'
import { CommandFailed, EXIT } from '@greenwave/client/program/exitCodes'
import {
  type AccountFlags,
  addAccountOptions,
  failureOf,
  reachWithClock,
} from '@greenwave/client/program/remotePlatform'
import { note, print } from '@greenwave/client/program/terminal'
import { untilStopped } from '@greenwave/client/program/untilStopped'
import { ROLLOUT_TYPE } from '@greenwave/contract/records/recordKeys'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { askedToStop } from '@greenwave/rollout/nextStep'
import { RolloutSender } from '@greenwave/rollout/RolloutSender'
import { NoRolloutError, type OpenRollout, openRollout, saveRollout } from '@greenwave/rollout/rolloutAsset'
import { Command } from 'commander'
import { progressLine, reportLines, titleLine } from './rollout/lines.ts'

const HELP = `
A rollout is made in the console, at /rollouts. ID is what "list" prints first, or the end of the address of its page.
The account is a tenant administrator's without a second factor. Its password is read from GREENWAVE_PASSWORD alone.
A rollout that broke off is gone on with: nothing is sent twice, and nothing is forgotten. docs/rollouts.md explains it.`
const CODES = 'Exit codes: 0 over, 1 stopped by failures, already being sent or broken off, 2 a flag is wrong.'

const PAGE_SIZE = 20
/** More are found in the console. */
const MOST_PAGES = 5

/** Creates the command `rollout` with its subcommands. */
export function rolloutCommand(): Command {
  return new Command('rollout')
    .summary('rollouts: one change for many junctions')
    .description('Lists, sends and stops rollouts: changes that are sent to many junctions in stages.')
    .addCommand(
      withAccount('list', 'list the last rollouts').action((flags: AccountFlags) => reach(flags, printRollouts)),
    )
    .addCommand(
      ofOne('show', 'show the result of each junction').action((id: string, flags: AccountFlags) =>
        reach(flags, async (call, nowMs) => printReport(call, nowMs, await openRollout(call, id))),
      ),
    )
    .addCommand(
      ofOne('run', 'send a rollout, or go on with it').action((id: string, flags: AccountFlags) =>
        reach(flags, (call, nowMs) => run(call, nowMs, id)),
      ),
    )
    .addCommand(
      ofOne('stop', 'let whoever sends it stop').action((id: string, flags: AccountFlags) =>
        reach(flags, async (call, nowMs) => {
          const open = await openRollout(call, id)
          await saveRollout(call, open, askedToStop(open.rollout, nowMs()))
          print('Whoever sends it stops as soon as what is under way has answered.')
        }),
      ),
    )
}

function withAccount(name: string, summary: string): Command {
  return addAccountOptions(new Command(name).summary(summary).description(`${capital(summary)}.`)).addHelpText(
    'after',
    `${HELP}\n${CODES}`,
  )
}

function ofOne(name: string, summary: string): Command {
  return withAccount(name, summary).argument('<ID>', 'id of the rollout')
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

async function reach(flags: AccountFlags, work: (call: CallApi, nowMs: () => number) => Promise<void>): Promise<void> {
  const { call, nowMs } = await reachWithClock(flags)
  try {
    await work(call, nowMs)
  } catch (error) {
    if (error instanceof NoRolloutError) throw new CommandFailed(EXIT.usage, `ID: ${error.message}`, { cause: error })
    throw failureOf(error, flags.url)
  }
}

async function printRollouts(call: CallApi, nowMs: () => number): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = { pageSize: PAGE_SIZE, page, type: ROLLOUT_TYPE, sortProperty: 'createdTime', sortOrder: 'DESC' }
    const { data, hasNext } = await call('tenantAssets', { query })
    if (page === 0 && data.length === 0) note('There are no rollouts yet: make one in the console, at /rollouts.')
    for (const asset of data) print(titleLine(asset, nowMs()))
    if (!hasNext) return
  }
}

async function printReport(call: CallApi, nowMs: () => number, { rollout }: OpenRollout): Promise<void> {
  const names = new Map<string, string>()
  for (const { id } of rollout.targets) {
    const device = await call('device', { params: { deviceId: id } }).catch(() => undefined)
    if (device) names.set(id, device.name)
  }
  for (const line of reportLines(rollout, names, nowMs())) print(line)
  process.exitCode = rollout.run === 'over' ? EXIT.ok : EXIT.failed
}

async function run(call: CallApi, nowMs: () => number, rolloutId: string): Promise<void> {
  const { id, email } = await call('currentUser')
  const aborted = new AbortController()
  void untilStopped().then(() => aborted.abort())
  let last = ''
  const show = (rollout: Rollout) => {
    const line = progressLine(rollout, nowMs())
    if (line !== last) note(line)
    last = line
  }
  const end = await RolloutSender.send({
    ...{ call, rolloutId, senderId: randomUUID(), by: { id: id.id, name: email }, from: 'command line' },
    nowMs,
    wait: async (ms, signal) => {
      await after(ms, undefined, { signal }).catch(() => undefined)
    },
    signal: aborted.signal,
    onProgress: show,
  })
  if (end === 'busy') throw new CommandFailed(EXIT.failed, 'it is already being sent: try again in a minute')
  if (end === 'left') throw new CommandFailed(EXIT.failed, `broken off: "rollout run ${rolloutId}" goes on with it`)
  await printReport(call, nowMs, await openRollout(call, rolloutId))
}
