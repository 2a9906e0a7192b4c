/** @file The command against a platform over real HTTP. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests, systemOfTests } from '@greenwave/harness/ofTest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { isoTime } from '@greenwave/controller/isoTime'
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { timeZoneOf } from '@greenwave/controller/timeZone'
import { verifyPackage } from '@greenwave/evidence/verify'
import { Api } from '@greenwave/harness/api'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

const FROM = Math.floor(Date.now() / 1000) * 1000 - 3_600_000
const SECONDS = 120

const folder = folderOfTests()
const platform = systemOfTests(await startPlatformProcess())
const admin = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
const { id } = await admin.call('saveDevice', { body: { name: 'TLC-0001' } })
const values = Object.fromEntries(LAMP_KEYS.map((key, nth) => [key, nth % 3 === 0 ? 9 : 0]))
await admin.call('saveTimeseries', {
  params: { ...ofDevice(id.id), scope: 'ANY' },
  body: Array.from({ length: SECONDS }, (_, second) => ({ ts: FROM + second * 1000, values })),
})

const args = (...more: string[]) => [
  ...['export', '--url', platform.url, '--user', ADMIN_EMAIL, '--device', 'TLC-0001'],
  ...['--from', isoTime(FROM), '--to', isoTime(FROM + SECONDS * 1000), ...more],
]
const run = (given: readonly string[], password = platform.adminPassword) =>
  runGreenwaveHere(given, { GREENWAVE_PASSWORD: password })

describe('greenwave export', () => {
  test('writes each second to standard output or into a file', async () => {
    const printed = await run(args('--format', 'csv', '--out', '-'))
    expect([printed.code, printed.stdout.trim().split('\r\n').length]).toEqual([0, SECONDS + 1])
    expect(printed.stdout).toContain(`${isoTime(FROM)},red,red,red,9,0,0,`)
    const out = join(folder, 'seconds.parquet')
    const written = await run(args('--format', 'parquet', '--out', out))
    expect([written.code, written.stdout]).toEqual([0, `${out} has ${SECONDS} rows of this run.\n`])
    expect(written.stderr).toContain('Exported 100 %')
    const one = join(folder, 'second.csv')
    const short = await run(args('--format', 'csv', '--to', isoTime(FROM + 1000), '--out', one))
    expect(short.stdout).toBe(`${one} has 1 row of this run.\n`)
  })

  test('reads and writes times in the time zone of the city', async () => {
    const zone = timeZoneOf('America/New_York')
    const local = isoTime(FROM, zone).slice(0, 19)
    const zoned = args('--format', 'csv', '--out', '-', '--from', local, '--time-zone', zone.name)
    expect((await run(zoned)).stdout).toContain(`\r\n${isoTime(FROM, zone)},red,red,red,9,0,0,`)
    const wrong = await runGreenwaveHere(args('--format', 'csv'), { GREENWAVE_TIME_ZONE: 'Mars/Olympus' })
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^greenwave: GREENWAVE_TIME_ZONE \(--time-zone\) is .*"Mars\/Olympus".* give the name .*\n$/,
      ),
    ])
  })

  test('takes the evidence of the platform, which verify accepts', async () => {
    const out = join(folder, 'evidence.zip')
    expect((await run(args('--format', 'evidence', '--out', out))).code).toBe(0)
    const { findings, signer, manifest } = await verifyPackage(out)
    expect([findings, signer?.fingerprint]).toEqual([[], (await admin.call('evidenceKey')).fingerprint])
    expect(manifest?.seconds).toMatchObject({ total: SECONDS, sampled: SECONDS })
    for (const [path, why] of [
      [out, /^greenwave: .+ exists already: add --overwrite.+\n$/],
      [join(folder, 'no', 'such.zip'), /^greenwave: .+ cannot be written .+ name another file with --out\n$/],
    ] as const) {
      const { code, stderr } = await run(args('--format', 'evidence', '--out', path))
      expect([code, stderr]).toEqual([2, expect.stringMatching(why)])
    }
  })

  test('ends in silence when whoever reads standard output has enough', async () => {
    const running = startGreenwave(args('--format', 'csv', '--out', '-'), {
      GREENWAVE_PASSWORD: platform.adminPassword,
    })
    running.stopReading()
    expect(await running.ended).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test.each([
    ['another junction', () => args('--format', 'csv', '--device', 'TLC-9'), undefined, 2, '--device is "TLC-9"'],
    ['no password', () => args('--format', 'csv'), '', 2, 'GREENWAVE_PASSWORD is not set'],
    ['a wrong password', () => args('--format', 'csv'), 'wrong', 1, 'Invalid username or password (401)'],
    ['a time that is none', () => args('--format', 'csv', '--from', 'noon'), undefined, 2, 'give a time such as'],
    [
      'evidence of more than 31 days',
      () => args('--format', 'evidence', '--from', isoTime(FROM - 40 * 86_400_000)),
      undefined,
      2,
      '--to is 40.0 days after --from: one package of evidence has at most 31',
    ],
    ['no platform', () => args('--format', 'csv', '--url', 'http://127.0.0.1:9'), undefined, 1, 'does not answer'],
  ])('of %s writes nothing, and says why', async (_what, given, password, code, why) => {
    const ended = await run([...given(), '--out', join(folder, 'nothing.csv')], password)
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(why)])
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    expect(existsSync(join(folder, 'nothing.csv'))).toBe(false)
  })
})
