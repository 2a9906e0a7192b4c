/**
 * @file Installs the Debian package of a release and uses it as a city would: set up, a controller, REST
 * and a browser, backup, upgrade, a restore in another folder, removal. Run by check.ts in namespaces of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { until } from '@greenwave/harness/until'
import { chromium } from '@playwright/test'
import { mosquittoPublish } from '../fixtures/mosquitto.ts'
import { type BareMachine, bootMachine } from './bareMachine.ts'

const EMAIL = 'engineer@city.example'
const PASSWORD = 'green from end to end'
const CITY = 'Sở GTVT Đà Nẵng'
const CONTROLLER = { clientId: 'c-1', userName: 'u-1', password: 'p-1' }
const SETTINGS = '/etc/greenwave/greenwave.env'
const BACKUPS = '/var/backups/greenwave'
const SEND_EVERY_MS = 200
/** A busy machine starts a release slowly; the pause is printed. */
const LONGEST_PAUSE_S = '120'
const LONGEST_UPGRADE_MS = 600_000
const [URL_FIRST, URL_SECOND] = ['http://127.0.0.1:8080', 'http://127.0.0.1:8090']

const done = (what: string): void => void process.stdout.write(`ok  ${what}\n`)

/** Waits until a platform takes requests. */
async function ready(url: string, output: () => string): Promise<void> {
  await until('the service to be ready', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${output()}`)
    },
  )
}

/** Sets the installation up and starts it as a script would, and looks at what is in its settings. */
function setUp(machine: BareMachine): void {
  const answers = `GREENWAVE_ADMIN_EMAIL=${EMAIL}\nGREENWAVE_PASSWORD='${PASSWORD}'\nGREENWAVE_COMPANY_NAME='${CITY}'\n`
  const said = machine.runWith(answers, 'greenwave', 'setup', '--yes', '--answers', '-')
  if (!said.includes(`Greenwave runs: ${URL_FIRST}`)) throw new Error(said)
  const settings = readFileSync(machine.path(SETTINGS), 'utf8')
  if (!settings.includes(`\nGREENWAVE_COMPANY_NAME='${CITY}'\n`)) throw new Error(settings)
  expectIs(machine.run('stat', '-c', '%A %U:%G', SETTINGS).trim(), '-rw-r----- root:greenwave', 'settings file')
  const again = machine.run('greenwave', 'setup')
  if (!again.includes(EMAIL)) throw new Error(again)
  done('set up and started by greenwave setup, which asks nothing a second time')
}

/**
 * Sends a value every fifth of a second by mosquitto_pub, which keeps what is not acknowledged and sends it again.
 * `end` resolves with how many values were sent, when all of them are acknowledged.
 */
function startController(): { end(): Promise<number> } {
  const words = ['-h', '127.0.0.1', '-i', CONTROLLER.clientId, '-u', CONTROLLER.userName, '-P', CONTROLLER.password]
  const child = spawn('mosquitto_pub', [...words, '-q', '1', '-l', '-t', 'v1/devices/me/telemetry'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  let sent = 0
  const timer = setInterval(() => {
    sent += 1
    child.stdin.write(`${JSON.stringify({ ts: Date.now(), values: { T_D2: sent } })}\n`)
  }, SEND_EVERY_MS)
  return {
    async end() {
      clearInterval(timer)
      const ended = once(child, 'exit')
      child.stdin.end()
      const [code] = (await ended) as [number]
      if (code !== 0) throw new Error(`mosquitto_pub ended with ${code}`)
      return sent
    },
  }
}

/** Upgrades to another release while a controller sends; the upgrade is killed after the restart, and back is refused. */
async function upgrade(machine: BareMachine, file: string, deviceId: string): Promise<void> {
  const page = machine.run('greenwave', 'upgrade', '--check', '--pause', LONGEST_PAUSE_S, file)
  process.stdout.write(page)
  const controller = startController()
  await until('the controller to send', async () => (await valueCount(deviceId)) > 0)
  const upgraded = machine.start('greenwave', ['upgrade', '--watch', '20', '--pause', LONGEST_PAUSE_S, file])
  let output = ''
  upgraded.output.on('data', (text) => {
    output += String(text)
    process.stdout.write(String(text))
  })
  await until('the new release to take data', () => /takes data again/.test(output), LONGEST_UPGRADE_MS)
  upgraded.kill('SIGKILL')
  const isLeft = (): boolean => existsSync(machine.path('/opt/greenwave/upgrade.json'))
  await until('greenwave-upgrade.service to finish the upgrade', () => !isLeft(), LONGEST_UPGRADE_MS)
  done('an upgrade that was killed was finished')
  await ready(URL_FIRST, () => machine.serviceLog())
  const sent = await controller.end()
  expectIs(await valueCount(deviceId), sent, 'values sent during the upgrade and stored')
  const { version } = await (await Api.signIn(URL_FIRST, EMAIL, PASSWORD)).call('systemInfo')
  expectIs(version, machine.run('greenwave', '--version').trim(), 'version of the platform after the upgrade')
  const [, installed] = /^Version: ([\d.]+)/m.exec(machine.run('dpkg', '-s', 'greenwave')) ?? []
  expectIs(installed, version, 'version of the package')
  const back = machine.tryRun('greenwave', 'upgrade', current)
  expectIs(back.status, 2, `back is refused: ${back.output.trim()}`)
}

async function valueCount(deviceId: string): Promise<number> {
  const api = await Api.signIn(URL_FIRST, EMAIL, PASSWORD)
  const query = { keys: 'T_D2', startTs: '0', endTs: String(Date.now() + 60_000), limit: '100000' }
  const { T_D2 = [] } = await api.call('timeseries', { params: ofDevice(deviceId), query })
  return T_D2.length
}

async function newestValue(url: string, deviceId: string): Promise<string> {
  const api = await Api.signIn(url, EMAIL, PASSWORD)
  const { T_D1 } = await api.call('timeseries', { params: ofDevice(deviceId), query: { keys: 'T_D1' } })
  return String(T_D1?.[0]?.value)
}

function expectIs(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Error(`${what}: expected ${String(wanted)}, found ${String(found)}`)
  done(`${what}: ${String(found)}`)
}

/** Signs in by browser; the page shows the device and the version. */
async function useBrowser(version: string): Promise<void> {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(INSTALLED_CHROMIUM === undefined ? {} : { executablePath: INSTALLED_CHROMIUM }),
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${URL_FIRST}/login`)
    await page.getByLabel('Account').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await page.goto(`${URL_FIRST}/devices`)
    await page.getByText('TLC-0001').first().waitFor()
    await page.getByText(`Greenwave ${version}`).waitFor()
  } finally {
    await browser.close()
  }
}

/** Copies a release into the machine, and returns the path of its package there. */
function carryIn(machine: BareMachine, folder: string, name: string): string {
  const inside = join('/root', name)
  cpSync(folder, machine.path(inside), { recursive: true })
  const file = readdirSync(folder).find((each) => each.endsWith('.deb'))
  if (file === undefined) throw new Error(`${folder} has no .deb`)
  return join(inside, file)
}

function install(machine: BareMachine, file: string): string {
  machine.run('dpkg', '-i', file)
  return machine.run('greenwave', '--version').trim()
}

const [release = '', next = '', debian = ''] = process.argv.slice(2)
const machine = await bootMachine(debian)
const routes = machine.run('cat', '/proc/net/route').trim().split('\n').slice(1)
if (routes.length > 0) throw new Error(`this namespace has a network: ${routes.join()}`)

const [current, newer] = [carryIn(machine, release, 'release'), carryIn(machine, next, 'next')]
const version = install(machine, current)
done(`installed: greenwave --version is ${version}`)
setUp(machine)
const api = await Api.signIn(URL_FIRST, EMAIL, PASSWORD)
const { version: reported } = await api.call('systemInfo')
expectIs(reported, version, 'version of the platform')
const device = await api.createDevice({ name: 'TLC-0001', label: 'Đèn số 1' }, CONTROLLER)
await mosquittoPublish('mqtt://127.0.0.1:1883', CONTROLLER, 'v1/devices/me/telemetry', { T_D1: 17 })
expectIs(await newestValue(URL_FIRST, device.id.id), '17', 'the value that mosquitto_pub sent')
await useBrowser(version)
done('signed in by browser, which shows device and version')

machine.run('greenwave', 'backup', '--keep-days', '14', BACKUPS)
const doctor = machine.tryRun('greenwave', 'doctor')
const troubles = doctor.output.split('\n').filter((line) => line.startsWith('error'))
if (troubles.length > 0) throw new Error(doctor.output)
done('backup made; doctor finds no error')
await upgrade(machine, newer, device.id.id)
machine.run('systemctl', 'stop', 'greenwave')

const backup =
  machine
    .run('ls', BACKUPS)
    .split('\n')
    .findLast((name) => name.startsWith('20')) ?? ''
const second = { GREENWAVE_DATA_DIR: '/var/lib/greenwave/second', GREENWAVE_PORT: '8090', GREENWAVE_MQTT_PORT: '1893' }
machine.run('env', `GREENWAVE_DATA_DIR=${second.GREENWAVE_DATA_DIR}`, 'greenwave', 'restore', `${BACKUPS}/${backup}`)
const other = machine.start('greenwave', ['serve'], second)
await ready(URL_SECOND, () => 'see above')
expectIs(await newestValue(URL_SECOND, device.id.id), '17', 'the value in a second folder')
other.kill('SIGTERM')
await other.ended

machine.run('dpkg', '-r', 'greenwave')
machine.run('ls', '/var/lib/greenwave/greenwave.db', `${BACKUPS}/${backup}/backup.json`)
done('removed; data and backups are kept')
await machine.halt()
