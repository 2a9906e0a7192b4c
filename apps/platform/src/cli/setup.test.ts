import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTest, processOfTest } from '@greenwave/harness/ofTest'
import { Api } from '@greenwave/harness/api'
import { type Ended, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { MailServer } from '@greenwave/harness/mailServer'
import { beforeEach, describe, expect, test, vi } from 'vitest'

// Each test starts up to four processes.
vi.setConfig({ testTimeout: 300_000 })

const EMAIL = 'mai@city.example'
const PASSWORD = 'seven green bicycles'

let folder: string
let file: string
beforeEach(() => {
  folder = folderOfTest()
  file = join(folder, 'greenwave.env')
})

/** Answers of the environment, so that no test takes a port of another. */
const environment = () => ({
  GREENWAVE_DATA_DIR: join(folder, 'data'),
  GREENWAVE_PORT: '0',
  GREENWAVE_MQTT_PORT: '0',
  GREENWAVE_MQTT_HOST: '127.0.0.1',
})

/** Runs a setup that starts nothing; its answers come line by line. */
function setup(
  args: readonly string[],
  lines: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const words = ['setup', '--settings', file, '--no-start', ...args]
  return startGreenwave(words, { ...environment(), ...env }, [], lines.map((line) => `${line}\n`).join('')).ended
}

/** Signs in to a platform that is started with the settings file. */
async function signIn(password: string): Promise<unknown> {
  const { GREENWAVE_DATA_DIR } = environment()
  const running = processOfTest(startGreenwave(['serve', '--settings', file], { GREENWAVE_DATA_DIR }))
  const [, url = ''] = await running.says(/Console +(http:\S+)/)
  return Api.signIn(url, EMAIL, password).catch((error: unknown) => error)
}

/** Enter at the questions after the time zone: public address and host, TLS, map twice, mail, backups. */
const PROPOSED = ['', '', '', '', '', '', '']
/** Answers to every question. */
const ALL = [EMAIL, PASSWORD, PASSWORD, "Sở GTVT 'Đà Nẵng' #1", '', ...PROPOSED]

describe('questions', () => {
  test('what was answered is in the settings file, and the administrator signs in with the chosen password', async () => {
    const { code, stdout, stderr } = await setup([], ALL)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).not.toContain(PASSWORD)
    expect(stdout).toContain(`Start Greenwave: greenwave serve --settings ${file}`)
    const written = readFileSync(file, 'utf8')
    expect(written).toContain(`GREENWAVE_ADMIN_EMAIL='${EMAIL}'`.replaceAll("'", ''))
    expect(written).toContain(`GREENWAVE_COMPANY_NAME="Sở GTVT 'Đà Nẵng' #1"\nGREENWAVE_TIME_ZONE=Asia/Ho_Chi_Minh`)
    expect(written).not.toContain(PASSWORD)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await signIn(PASSWORD)).toBeInstanceOf(Api)
  })

  test('a second run shows what is set and asks nothing; what is named is asked again', async () => {
    await setup([], ALL)
    const second = await setup([])
    expect([second.code, second.stderr]).toEqual([0, ''])
    expect(second.stdout).toMatch(/administrator +mai@city\.example\n +name +Sở.*\n +time-zone +Asia\/Ho_Chi_Minh\n/)
    expect(second.stdout).not.toContain('E-mail address')
    const third = await setup(['name'], ['-'])
    expect(third.code).toBe(0)
    expect(third.stdout).toContain("City or operator [Sở GTVT 'Đà Nẵng' #1]: ")
    expect(readFileSync(file, 'utf8')).toContain('GREENWAVE_COMPANY_NAME=\n')
    // No name is an answer, too.
    expect((await setup([])).stdout).toMatch(/name +none\n/)
    expect((await setup(['administrator'])).stderr).toMatch(/was made already/)
    expect((await setup(['--page'])).stderr).toMatch(/the page is for a first start only/)
  })

  test('a wrong answer is asked again with its reason', async () => {
    const lines = [
      'mai',
      EMAIL,
      'short',
      PASSWORD,
      'other',
      PASSWORD,
      PASSWORD,
      '',
      'Mars/Base',
      'Europe/Berlin',
      ...PROPOSED,
    ]
    const { code, stderr } = await setup([], lines)
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'give an e-mail address',
      'Password must be 10 or more characters in length.',
      'The two differ.',
      'give the name of a time zone, such as Asia/Ho_Chi_Minh or Europe/Berlin',
    ])
    expect(code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain('GREENWAVE_TIME_ZONE=Europe/Berlin')
  })

  test('answers before the input ended are kept, and not asked again', async () => {
    const broken = await setup([], ALL.slice(0, 4))
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringMatching(/^greenwave: the input ended/)])
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const next = await setup([], [EMAIL, PASSWORD, PASSWORD, 'UTC', ...PROPOSED])
    expect(next.code).toBe(0)
    expect(next.stdout).not.toContain('City or operator')
    expect(await signIn(PASSWORD)).toBeInstanceOf(Api)
  })
})

describe('answers are tried', () => {
  test('a mail server that refuses is asked again; a secret is not shown; the place of the backup is tried', async () => {
    const mail = await MailServer.start('right')
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    try {
      const server = (password: string) => [`smtp://tells:${password}@127.0.0.1:${mail.port}`, 'tells@city.example']
      // Enter at the question whether it is taken all the same.
      const lines = [...ALL.slice(0, -2), ...server('wr0ng'), '', ...server('right'), backups, '']
      const { code, stdout, stderr } = await setup([], lines)
      expect(stderr).toMatch(/^ +The mail server .* did not take a mail to mai@city\.example/)
      expect(stdout).toContain(`${backups} was written, read and cleared.`)
      expect(stdout + stderr).not.toMatch(/wr0ng|:right@/)
      expect(mail.subjects(EMAIL)).toHaveLength(1)
      expect(readFileSync(file, 'utf8')).toContain(`\nGREENWAVE_SMTP_URL=${server('right')[0] ?? ''}\n`)
      expect(code).toBe(0)
      expect((await setup([])).stdout).toContain('(not shown), tells@city.example')
    } finally {
      await mail.stop()
    }
  })

  test('without questions, a try that fails writes nothing and ends with 1; --no-tries writes it untried', async () => {
    const args = ['--yes', '--admin-email', EMAIL]
    const env = { GREENWAVE_BACKUP_TO: join(folder, 'nowhere') }
    const refused = await setup(args, [], env)
    expect([refused.code, existsSync(file)]).toEqual([1, false])
    expect(refused.stderr).toMatch(/nowhere failed .*--no-tries/)
    expect((await setup([...args, '--no-tries'], [], env)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toContain(`GREENWAVE_BACKUP_TO=${env.GREENWAVE_BACKUP_TO}\n`)
  })
})

describe('nothing is asked', () => {
  test('with --yes: flags and environment are the answers, and the password is made and shown once', async () => {
    const { code, stdout, stderr } = await setup(['--yes', '--admin-email', EMAIL], [], {
      GREENWAVE_COMPANY_NAME: 'Huế',
    })
    expect([code, stderr]).toEqual([0, ''])
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      `GREENWAVE_ADMIN_EMAIL=${EMAIL}`,
      "GREENWAVE_COMPANY_NAME='Huế'",
      'GREENWAVE_TIME_ZONE=Asia/Ho_Chi_Minh',
      ...['GREENWAVE_PUBLIC_URL=', 'GREENWAVE_HOST=127.0.0.1', 'GREENWAVE_PORT=0'],
      ...['GREENWAVE_MQTT_HOST=127.0.0.1', 'GREENWAVE_MQTT_PORT=0', 'GREENWAVE_MQTTS_PORT='],
      ...['GREENWAVE_TILE_ARCHIVE=', "GREENWAVE_TILE_URL='https://tile.openstreetmap.org/{z}/{x}/{y}.png'"],
      ...['GREENWAVE_SMTP_URL=', 'GREENWAVE_BACKUP_TO=', ''],
    ])
    const [, printed = ''] = /Password +(\S+)/.exec(stdout) ?? []
    expect(await signIn(printed)).toMatchObject({ status: 401, resetToken: expect.any(String) })
  })

  test('with answers on standard input, the password among them', async () => {
    const lines = [`GREENWAVE_ADMIN_EMAIL=${EMAIL}`, `GREENWAVE_PASSWORD='${PASSWORD}'`, 'GREENWAVE_TIME_ZONE=UTC']
    const { code, stdout, stderr } = await setup(['--yes', '--answers', '-'], lines)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout + readFileSync(file, 'utf8')).not.toContain(PASSWORD)
    expect(await signIn(PASSWORD)).toBeInstanceOf(Api)
  })

  test.each<[what: string, args: string[], lines: string[], reason: RegExp]>([
    ['an administrator', [], [], /GREENWAVE_ADMIN_EMAIL \(--admin-email\) is not set/],
    ['a right time zone', ['--admin-email', EMAIL, '--time-zone', 'Mars'], [], /GREENWAVE_TIME_ZONE .*"Mars"/],
    ['a name in one line', ['--admin-email', EMAIL, '--company-name', 'x\nGREENWAVE_WATCHER=off'], [], /line break/],
    ['a name that can be quoted', ['--admin-email', EMAIL, '--company-name', `'"`], [], /leave one of them out/],
    [
      'a good password',
      ['--admin-email', EMAIL, '--answers', '-'],
      ['GREENWAVE_PASSWORD=password12'],
      /GREENWAVE_PASSWORD: /,
    ],
    ['answers alone', ['--answers', '-'], ['GREENWAVE_WATCHER=off'], /GREENWAVE_WATCHER in the answers is no answer/],
    ['a bounded input', ['--answers', '-'], ['#'.repeat(70_000)], /too much/],
    ['secrets on the command line', ['--smtp-url', 'smtp://me:secret@mail'], [], /unknown option '--smtp-url'/],
    ['questions that exist', ['mial'], [], /no question 'mial'/],
  ])('without %s it refuses in one line, with 2, and writes nothing', async (_what, args, lines, reason) => {
    const { code, stderr } = await setup(['--yes', ...args], lines)
    expect(stderr).toMatch(reason)
    expect([code, stderr.trim().split('\n').length]).toEqual([2, 1])
    expect([existsSync(file), existsSync(join(folder, 'data'))]).toEqual([false, false])
  })
})

test('comments and other settings of the file stay', async () => {
  writeFileSync(file, '# City\n#GREENWAVE_COMPANY_NAME=\nGREENWAVE_WATCHER=off\n', { mode: 0o640 })
  expect((await setup(['--yes', '--admin-email', EMAIL, '--company-name', 'Huế'])).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(
    /^# City\nGREENWAVE_COMPANY_NAME='Huế'\nGREENWAVE_WATCHER=off\nGREENWAVE_ADMIN_EMAIL=/,
  )
  expect(statSync(file).mode & 0o777).toBe(0o640)
})
