/** @file Long: every command, asked for rightly and wrongly. */
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { folderOfTest, processOfTest } from '@greenwave/harness/ofTest'
import { greenwaveHere } from '@greenwave/harness/greenwaveHere'
import { type GreenwaveProcess, runGreenwave, startGreenwave } from '@greenwave/harness/greenwaveProcess'
import { beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from './commandLine.ts'

const runGreenwaveHere = greenwaveHere(runCommandLine)

let folder: string
let dataDir: string
beforeEach(() => {
  folder = folderOfTest()
  dataDir = join(folder, 'data')
})

/** Arguments for `serve` on free ports. */
const serveArgs = (...more: string[]) => [
  ...['serve', '--port', '0', '--mqtt-port', '0', '--data-dir', dataDir, '--admin-email', 'admin@city.test'],
  ...['--log-level', 'warn', ...more],
]
function serve(...more: string[]): GreenwaveProcess {
  return processOfTest(startGreenwave(serveArgs(...more)))
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

describe('help', () => {
  test.each([
    [['--help'], 'Usage: greenwave'],
    [['serve', '--help'], 'Usage: greenwave serve'],
    [['demo', '--help'], 'Usage: greenwave demo'],
    [['admin', '--help'], 'Usage: greenwave admin'],
    [['admin', 'create', '--help'], 'Usage: greenwave admin create'],
    [['admin', 'reset-password', '--help'], 'Usage: greenwave admin reset-password'],
    [['admin', 'remove-second-factor', '--help'], 'Usage: greenwave admin remove-second-factor'],
    [['admin', 'forget-provider', '--help'], 'Usage: greenwave admin forget-provider'],
    [['backup', '--help'], 'Usage: greenwave backup'],
    [['restore', '--help'], 'Usage: greenwave restore'],
    [['accept-loss', '--help'], 'Usage: greenwave accept-loss'],
  ])('greenwave %j says how it is used, and ends with 0', async (args, usage) => {
    const { code, stdout, stderr } = await runGreenwaveHere(args)
    expect(stdout).toContain(usage)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('asked for wrongly: one line on standard error, and 2', () => {
  test.each<[args: string[], words: RegExp]>([
    [['sevre'], /unknown command 'sevre'/],
    [['serve', '--prot', '1'], /unknown option '--prot'/],
    [['serve', '--port', 'eighty'], /GREENWAVE_PORT \(--port\) is "eighty": give a port/],
    [['serve', '--port', '0', '--mqtt-port', '99999'], /GREENWAVE_MQTT_PORT .*give a port/],
    [['upgrade'], /Name the FILE of a release, or add --finish/],
    [['upgrade', '--finish'], /This is a clone, which is upgraded by git pull/],
    [['demo', '--host', '0.0.0.0'], /GREENWAVE_HOST .*public passwords/],
    [['demo', '--mqtt-host', '0.0.0.0'], /GREENWAVE_MQTT_HOST .*public passwords/],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await runGreenwaveHere(args, { GREENWAVE_DATA_DIR: dataDir })
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
