/** @file The city of the demonstration, made on a platform as any client would make it. */
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import process from 'node:process'
import {
  type AccountFlags,
  addAccountOptions,
  PASSWORD_VARIABLE,
  reachPlatform,
} from '@greenwave/client/program/remotePlatform'
import { progress } from '@greenwave/client/program/terminal'
import { untilStopped } from '@greenwave/client/program/untilStopped'
import type { DemoCity } from '@greenwave/contract/wire/demonstration'
import type { Preparation } from '@greenwave/contract/wire/system'
import { Command } from 'commander'
import { beginPast, readPast, sendPast } from './demo/past/sendPast.ts'
import { PAST_DAYS } from './demo/past/stories.ts'
import { DISTRICTS, JUNCTIONS } from './demo/junctions.ts'
import { type DemoLogin, provision } from './demo/provision.ts'

interface CityFlags extends AccountFlags {
  readonly out: string
  readonly past: string
  readonly pastDays: string
}

/**
 * Creates the command `demo-city`, which sends how far it is (`Preparation`), then a `DemoCity`, and then the parts of its
 * past (`PastPart`), to the process that started it.
 */
export function demoCityCommand(): Command {
  const command = new Command('demo-city')
    .summary('make the city of the demonstration')
    .description('Makes customers, accounts, junctions and corridors of the demonstration, unless the file is there.')
    .requiredOption('--past <file>', 'where it is noted whether the past of the city is made')
    .requiredOption('--past-days <count>', `days before the first start, 0 to ${PAST_DAYS}`)
    .requiredOption('--out <file>', 'where the logins of the controllers are written, as `controllers` reads them')
  return addAccountOptions(command).action(async (flags: CityFlags) => {
    const { out, past, pastDays, ...account } = flags
    let isStopped = false
    // Ctrl-C arrives here as well; the city is finished first, and the parent stops after it.
    void untilStopped().then(() => {
      isStopped = true
    })
    if (!existsSync(out)) {
      await beginPast(past, Number(pastDays))
      await makeCity(account, out, Number(pastDays) > 0)
    }
    const records = await readPast(past)
    const city: DemoCity = {
      controllers: await readControllers(out),
      ...(records && { past: records }),
      accounts: Object.values(DISTRICTS).map(({ email, title }) => ({ email, role: title })),
    }
    await new Promise<unknown>((resolve) => (process.send ? process.send(city, resolve) : resolve(undefined)))
    await sendPast(
      await reachPlatform(account),
      past,
      () => isStopped,
      (done, total) => report({ done, total, isPast: true }),
    )
  })
}

async function makeCity(account: AccountFlags, file: string, hasPast: boolean): Promise<void> {
  const call = await reachPlatform(account)
  const password = process.env[PASSWORD_VARIABLE] ?? ''
  const show = progress('Making demonstration data')
  const total = JUNCTIONS.length
  const logins = await provision(call, password, hasPast, (fraction) => {
    show(fraction)
    report({ done: Math.round(fraction * total), total })
  })
  const lines = logins.map((login) => `${JSON.stringify(login)}\n`).join('')
  await writeFile(`${file}.new`, lines, { mode: 0o600 })
  await rename(`${file}.new`, file)
}

function report(preparation: Preparation): void {
  process.send?.(preparation)
}

async function readControllers(file: string): Promise<DemoCity['controllers']> {
  const turns = new Set(JUNCTIONS.filter(({ takesTurns }) => takesTurns).map(({ name }) => name))
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const { name, clientId, faults } = JSON.parse(line) as DemoLogin
    return { name, clientId, faults: [...faults], takesTurns: turns.has(name) }
  })
}
