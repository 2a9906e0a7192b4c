/** @file Long commands that are interrupted by Ctrl-C or by a network, over real HTTP. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { addressOf } from '@greenwave/client/callRequest'
import { Api } from '@greenwave/harness/api'
import { runGreenwave, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FaultyFront, startFaultyFront } from './testing/faultyFront.ts'

const CUSTOMERS = 60
const INTERRUPTED = /^greenwave: interrupted\. (\d+) of 60 lines are done\. Run the same command again to continue$/m

let platform: PlatformProcess
let env: Readonly<Record<string, string>>
let front: FaultyFront
const folder = folderOfTests()
/** How many customers were written in this test. */
let written: number
beforeAll(async () => {
  platform = await startPlatformProcess()
  env = { GREENWAVE_PASSWORD: platform.adminPassword }
  front = await startFaultyFront(platform.url)
})
beforeEach(() => {
  written = 0
  front.failing(() => undefined)
})
afterAll(async () => {
  await front.stop()
  await platform.stop()
})

const isWrite = (method: string, path: string) => method === 'POST' && path.startsWith(addressOf('saveCustomer'))
const account = () => ['--url', front.url, '--user', ADMIN_EMAIL]

function customersFile(letter: string): string {
  const file = join(folder, `${letter}.csv`)
  const titles = Array.from({ length: CUSTOMERS }, (_, nth) => `${letter}${nth}`)
  writeFileSync(file, `title\n${titles.join('\n')}\n`)
  return file
}

describe('an import', () => {
  test('that Ctrl-C ends finishes what is under way, and says how far it is; the next run does the rest', async () => {
    const args = ['customers', 'import', customersFile('A'), ...account()]
    const running = startGreenwave(args, env)
    front.failing(({ method, path }) => {
      if (isWrite(method, path)) written += 1
      if (written === 20) running.signal('SIGINT')
      return undefined
    })
    const { code, stderr } = await running.ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(INTERRUPTED)])
    const [, done] = INTERRUPTED.exec(stderr) ?? []
    const { data } = await (await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)).call('customers', {
      query: { pageSize: 100, page: 0 },
    })
    expect(data.filter(({ title }) => title.startsWith('A'))).toHaveLength(Number(done))
    const again = await runGreenwave(args, env)
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`${done} same`)])
  })

  test('whose platform goes away says how far it is', async () => {
    const args = ['customers', 'import', customersFile('B'), ...account()]
    front.failing(({ method, path }) => {
      if (isWrite(method, path)) written += 1
      return written > 20 ? 'cut' : undefined
    })
    const { code, stderr } = await runGreenwave(args, env)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/does not answer .*\. \d+ of 60 lines are done\. Run the same command again to continue$/m),
    ])
  })
})

test('a copy that Ctrl-C ends shows how far it is, and how to continue', async () => {
  const target = await startPlatformProcess()
  const admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  // Of a second try the names differ.
  for (const nth of Array.from({ length: 40 }).keys()) await admin.createCustomer(`C${nth} ${Date.now()}`)
  const running = startGreenwave(['copy', '--from', front.url, '--to', target.url], {
    ...{ GREENWAVE_FROM_USER: ADMIN_EMAIL, GREENWAVE_TO_USER: ADMIN_EMAIL },
    ...{ GREENWAVE_FROM_PASSWORD: platform.adminPassword, GREENWAVE_TO_PASSWORD: target.adminPassword },
  })
  // A second Ctrl-C would end it at once.
  let isInterrupted = false
  front.failing(({ path }) => {
    if (isInterrupted || !path.includes('/values/attributes')) return undefined
    isInterrupted = true
    running.signal('SIGINT')
    return undefined
  })
  const { code, stdout, stderr } = await running.ended
  await target.stop()
  expect([code, stderr]).toEqual([1, expect.stringMatching(/interrupted\..* run the same command again to continue$/m)])
  expect(stdout).toContain('customers')
})
