/** @file Long: every command, asked for rightly and wrongly. */
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runGreenwaveHere } from '../testing/greenwaveHere.ts'
import { type GreenwaveProcess, runGreenwave, startGreenwave } from '../testing/greenwaveProcess.ts'

let folder: string
let dataDir: string
let started: GreenwaveProcess[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-cli-'))
  dataDir = join(folder, 'data')
  started = []
})
afterEach(async () => {
  for (const running of started) {
    running.signal('SIGTERM')
    await running.ended
  }
  rmSync(folder, { recursive: true })
})

/** Arguments for `serve` on free ports. */
const serveArgs = (...more: string[]) => [
  ...['serve', '--port', '0', '--mqtt-port', '0', '--data-dir', dataDir, '--admin-email', 'admin@city.test'],
  ...['--log-level', 'warn', ...more],
]
function serve(...more: string[]): GreenwaveProcess {
  const running = startGreenwave(serveArgs(...more))
  started.push(running)
  return running
}
/** Returns the address of a running console. */
async function consoleUrl(running: GreenwaveProcess): Promise<string> {
  await running.says(/Data {9}/)
  return (await running.says(/Console +(http:\S+)/))[1] ?? ''
}

/** Returns the last line; an earlier one may say that the console is not built. */
const lastLine = (text: string) => text.trim().split('\n').at(-1)

async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

/** Programs of their own always run in a process of their own. */
const isSibling = ([command = '']: readonly string[]) => ['controllers', 'watch'].includes(command)

describe('help', () => {
  test.each([
    [['--help'], 'Usage: greenwave'],
    [['serve', '--help'], 'Usage: greenwave serve'],
    [['demo', '--help'], 'Usage: greenwave demo'],
    [['controllers', '--help'], 'Usage: greenwave controllers'],
    [['check', '--help'], 'Usage: greenwave check'],
    [['corridor', '--help'], 'Usage: greenwave corridor'],
    [['corridor', 'plan', '--help'], 'Usage: greenwave corridor plan'],
    [['corridor', 'band', '--help'], 'Usage: greenwave corridor band'],
    [['corridor', 'simulate', '--help'], 'Usage: greenwave corridor simulate'],
    [['admin', '--help'], 'Usage: greenwave admin'],
    [['admin', 'create', '--help'], 'Usage: greenwave admin create'],
    [['admin', 'reset-password', '--help'], 'Usage: greenwave admin reset-password'],
    [['admin', 'remove-second-factor', '--help'], 'Usage: greenwave admin remove-second-factor'],
    [['admin', 'forget-provider', '--help'], 'Usage: greenwave admin forget-provider'],
    [['backup', '--help'], 'Usage: greenwave backup'],
    [['restore', '--help'], 'Usage: greenwave restore'],
    [['accept-loss', '--help'], 'Usage: greenwave accept-loss'],
    [['export', '--help'], 'Usage: greenwave export'],
    [['verify', '--help'], 'Usage: greenwave verify'],
  ])('greenwave %j says how it is used, and ends with 0', async (args, usage) => {
    const { code, stdout, stderr } = await (isSibling(args) ? runGreenwave(args) : runGreenwaveHere(args))
    expect(stdout).toContain(usage)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('names every command', async () => {
    const { stdout } = await runGreenwaveHere(['--help'])
    for (const command of [
      'serve',
      'demo',
      'controllers',
      'check',
      'export',
      'verify',
      'corridor',
      'admin',
      'backup',
      'restore',
      'accept-loss',
    ]) {
      expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'))
    }
  })
})

describe('asked for wrongly: one line on standard error, and 2', () => {
  test.each<[args: string[], words: RegExp]>([
    [['sevre'], /unknown command 'sevre'/],
    [['serve', '--prot', '1'], /unknown option '--prot'/],
    [['serve', '--port', 'eighty'], /GREENWAVE_PORT \(--port\) is "eighty": give a port/],
    [['serve', '--port', '0', '--mqtt-port', '99999'], /GREENWAVE_MQTT_PORT .*give a port/],
    [['demo', '--host', '0.0.0.0'], /GREENWAVE_HOST .*public passwords/],
    [['demo', '--mqtt-host', '0.0.0.0'], /GREENWAVE_MQTT_HOST .*public passwords/],
    [
      ['corridor', 'simulate', 'street.json', '--lanes', 'many'],
      /'--lanes <number>' argument 'many' is invalid.*from 1 to 6/,
    ],
    [['check', '/no/such/file.json'], /\/no\/such\/file\.json: cannot be read/],
    [['controllers', '--url', 'http://here', '--credentials', 'x'], /mqtt:\/\//],
    [['controllers', '--url', 'mqtt://127.0.0.1:1', '--credentials', '/no/such/file'], /cannot be read/],
  ])('%j', async (args, words) => {
    const run = isSibling(args) ? runGreenwave : runGreenwaveHere
    const { code, stdout, stderr } = await run(args, { GREENWAVE_DATA_DIR: dataDir })
    expect(stderr).toMatch(words)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('greenwave alone shows what there is', async () => {
    const { code, stdout, stderr } = await runGreenwaveHere([])
    expect(code).toBe(2)
    expect(stdout + stderr).toContain('Usage: greenwave')
  })

  test('a first start without its administrator makes nothing', async () => {
    const { code, stderr } = await runGreenwaveHere(['serve', '--port', '0', '--mqtt-port', '0', '--data-dir', dataDir])
    expect(code).toBe(2)
    expect(stderr).toMatch(/GREENWAVE_ADMIN_EMAIL \(--admin-email\) is not set/)
    expect(existsSync(dataDir)).toBe(false)
  })
})

test('an archive of map tiles that cannot be used refuses the start in one line, and makes nothing', async () => {
  const file = join(folder, 'city.pmtiles')
  writeFileSync(file, 'no archive')
  const { code, stdout, stderr } = await runGreenwave(serveArgs('--tile-archive', file))
  expect(lastLine(stderr)).toMatch(/^greenwave: GREENWAVE_TILE_ARCHIVE is ".*city\.pmtiles": it is no PMTiles archive/)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(existsSync(dataDir)).toBe(false)
})

describe('what is taken already refuses the start, and nothing is left half-started', () => {
  test.each([
    ['--port', 'GREENWAVE_PORT'],
    ['--mqtt-port', 'GREENWAVE_MQTT_PORT'],
  ])('the port of %s', async (flag, setting) => {
    const { server, port } = await takePort()
    try {
      const { code, stderr } = await runGreenwave(serveArgs(flag, String(port)))
      expect(lastLine(stderr)).toMatch(new RegExp(`${setting} is ${port}: that port is taken`))
      expect(code).toBe(2)
    } finally {
      server.close()
    }
  })

  test('the data folder of another Greenwave, which goes on', async () => {
    const first = serve()
    const url = await consoleUrl(first)
    const { code, stderr } = await runGreenwave(serveArgs())
    expect(lastLine(stderr)).toMatch(/data folder .*in use by another process.*GREENWAVE_DATA_DIR/)
    expect(code).toBe(2)
    expect((await fetch(`${url}/login`)).status).toBeLessThan(500)
  })

  test('a data folder that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '')
    dataDir = join(folder, 'file', 'data')
    const { code, stderr } = await runGreenwave(serveArgs())
    expect(lastLine(stderr)).toMatch(/^greenwave: .*GREENWAVE_DATA_DIR/)
    expect(code).toBe(2)
  })
})

describe('serve', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends it in order, with 0', async (signal) => {
    const running = serve()
    await consoleUrl(running)
    running.signal(signal)
    expect((await running.ended).code).toBe(0)
  })

  test('shows the password of the administrator once, and it serves to choose another one, then and after a restart', async () => {
    const first = serve()
    const password = (await first.says(/Password +(\S+)/))[1]
    const login = (url: string) =>
      fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin@city.test', password }),
      })
    const refusal = await (await login(await consoleUrl(first))).json()
    expect(refusal).toMatchObject({ status: 401, errorCode: 15, resetToken: expect.any(String) })
    expect(first.said()).toContain('The first sign-in asks for another password in its place.')
    first.signal('SIGTERM')
    await first.ended
    const second = serve()
    expect(await (await login(await consoleUrl(second))).json()).toMatchObject({ errorCode: 15 })
    expect(second.said()).not.toMatch(/Password/)
  })

  test('a stop during the start waits for it, and leaves nothing behind that hinders the next', async () => {
    const running = serve()
    await running.says(/Account/)
    running.signal('SIGTERM')
    expect((await running.ended).code).toBe(0)
    const again = serve()
    expect(await consoleUrl(again)).toMatch(/^http/)
  })
})

describe('check', () => {
  const SOUND = {
    Mode: 4,
    Vang: 3,
    Do_cong: 2,
    Plan_total: 1,
    P1_HH: 0,
    P1_MM: 0,
    P1_Pr: 1,
    P1_ENT: 1,
    Pr1_X1: 30,
    Pr1_X2: 20,
    Pr1_X3: 15,
    Start_Pr1_X1: 0,
    Start_Pr1_X2: 35,
    Start_Pr1_X3: 60,
  }
  const check = (name: string, content: string) => {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, name)
    writeFileSync(file, content)
    return runGreenwaveHere(['check', file])
  }

  test('says nothing of sound settings and ends with 0', async () => {
    expect(await check('sound.json', JSON.stringify(SOUND))).toEqual({ code: 0, stdout: '', stderr: '' })
    // A file as an editor on another system may save it.
    expect(await check('marked.json', `\uFEFF${JSON.stringify(SOUND)}\r\n`)).toMatchObject({ code: 0, stdout: '' })
  })

  test('names each finding on a line of its own, warnings too, and ends with 1', async () => {
    const { code, stdout, stderr } = await check(
      'bad.json',
      JSON.stringify({ ...SOUND, Vang: 2, Start_Pr1_X2: 30, Pr1_X3: 3, P1_HH: 24, Mode: 'a\nb' }),
    )
    expect(code).toBe(1)
    expect(stderr).toBe('')
    const lines = stdout.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => line.split(': ')[0])).toEqual([
      'error V1 Mode',
      'error V1 P1_HH',
      'warning V6 Vang',
      'warning V2 Pr1_X3',
      'warning V4 Start_Pr1_X2',
      'warning V7 Plan_total',
    ])
    expect(lines[2]).toBe('warning V6 Vang: Advice: yellow is 2 s, below 3 s, too short to stop from 40 km/h.')
  })

  test('a file with what is noted of the junction is checked by the limits of that junction, with the names of its phases', async () => {
    const gw_site = { phases: { 1: { name: 'Lê Lợi', speedKmh: 60, widthM: 0 }, 2: { crossingM: 25 } } }
    const { code, stdout } = await check('noted.json', JSON.stringify({ ...SOUND, gw_site }))
    expect(code).toBe(1)
    expect(stdout).toContain('warning gw_site phases.1.widthM: 0 makes no sense here and is left out')
    expect(stdout).toMatch(/warning V6 Vang: .*below the 4 s that phase 1 \(Lê Lợi\) needs here at 60 km\/h/)
    expect(stdout).toMatch(/warning V2 Pr\d_X2: .*people need here for a crossing of 25 m/)
  })

  test('a single warning ends with 1', async () => {
    const { code, stdout } = await check('warned.json', JSON.stringify({ ...SOUND, Do_cong: 1, Vang: 2 }))
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
  })

  test.each([
    ['no JSON', '{', 'is no JSON'],
    ['nothing', '', 'is no JSON'],
    ['a list', '[]', 'holds a list; an object of shared attributes is needed, such as {"Mode": 4}'],
    ['null', 'null', 'holds null; an object of shared attributes is needed'],
    [
      'settings of several junctions',
      JSON.stringify({ format: 'greenwave-settings', version: 1, junctions: [{ name: 'A', settings: SOUND }] }),
      'has the settings of several junctions; "settings import FILE" without --apply checks them',
    ],
    ['a text', '"Mode"', 'holds a string; an object of shared attributes is needed'],
  ])('a file that holds %s is refused with 2', async (_what, content, words) => {
    const { code, stdout, stderr } = await check('odd.json', content)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`odd.json: ${words}`)
    expect(stderr.trim()).not.toContain('\n')
  })

  test('touches no file but the one it reads', async () => {
    await check('only.json', JSON.stringify(SOUND))
    expect(readdirSync(folder)).toEqual(['only.json'])
  })
})

describe('a data folder that lacks something', () => {
  test('is refused with its fix, by serve without an address too; accept-loss names it and goes on', async () => {
    const inFolder = ['--data-dir', dataDir]
    expect((await runGreenwaveHere(['admin', 'create', 'admin@city.test', ...inFolder])).code).toBe(0)
    rmSync(join(dataDir, 'greenwave.db'))
    const refused = await runGreenwave(['serve', '--port', '0', '--mqtt-port', '0', ...inFolder])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toMatch(/lacks greenwave\.db .*greenwave accept-loss/)
    const accepted = await runGreenwave(['accept-loss', ...inFolder])
    expect(accepted.stdout).toContain(`${dataDir} can be used as it is now.`)
    expect(accepted.stdout + accepted.stderr).toContain('greenwave.db (accounts, customers, devices, assets)')
    expect(accepted.code).toBe(0)
    expect((await runGreenwaveHere(['admin', 'create', 'admin@city.test', ...inFolder])).code).toBe(0)
  })
})
