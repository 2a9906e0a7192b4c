/**
 * @file Installs the Debian package of a release and uses it as a city would: settings, first start, a controller, REST
 * and a browser, backup, a restore in another folder, removal. Run by check.ts in namespaces of its own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ApiError } from '@greenwave/client/callErrors'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { INSTALLED_CHROMIUM } from '@greenwave/harness/installedChromium'
import { until } from '@greenwave/harness/until'
import { chromium } from '@playwright/test'
import { mosquittoPublish } from '../fixtures/mosquitto.ts'
import { type CopiedMachine, copyMachine, type Service } from './copiedMachine.ts'

const EMAIL = 'engineer@city.example'
const PASSWORD = 'green from end to end'
const CONTROLLER = { clientId: 'c-1', userName: 'u-1', password: 'p-1' }
const SETTINGS = '/etc/greenwave/greenwave.env'
const BACKUPS = '/var/backups/greenwave'
const [URL_FIRST, URL_SECOND] = ['http://127.0.0.1:8080', 'http://127.0.0.1:8090']

const done = (what: string): void => void process.stdout.write(`ok  ${what}\n`)

/** Waits until a service takes requests. */
async function ready(service: Service, url: string): Promise<void> {
  await until('the service to be ready', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${service.output()}`)
    },
  )
}

/** Replaces the printed password by the first sign-in. */
async function firstSignIn(service: Service): Promise<void> {
  const printed = /Password\W+(\S+)/.exec(service.output())?.[1] ?? ''
  const { call } = Api.withToken(URL_FIRST, '')
  const refusal: unknown = await call('login', { body: { username: EMAIL, password: printed } }).catch((error) => error)
  const resetToken = refusal instanceof ApiError ? refusal.resetToken : undefined
  if (resetToken === undefined) throw new Error(`the printed password was not accepted: ${String(refusal)}`)
  await call('resetPassword', { body: { resetToken, password: PASSWORD } })
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

const debOf = (folder: string): string => {
  const name = readdirSync(folder).find((file) => file.endsWith('.deb'))
  if (name === undefined) throw new Error(`${folder} has no .deb`)
  return join(folder, name)
}

function install(machine: CopiedMachine, folder: string): string {
  machine.run('dpkg', '-i', debOf(folder))
  const settings = readFileSync(machine.path(SETTINGS), 'utf8')
  writeFileSync(machine.path(SETTINGS), settings.replace('admin@city.example', EMAIL))
  done(machine.run('stat', '-c', '%A %U:%G %n', SETTINGS).trim())
  return machine.run('greenwave', '--version').trim()
}

const [release = '', work = ''] = process.argv.slice(2)
const machine = copyMachine(join(work, 'machine'))
if (machine.tryRun('ip', 'route').output !== '') throw new Error('this namespace has a network')

const version = install(machine, release)
done(`installed: greenwave --version is ${version}`)
const service = machine.startService()
await ready(service, URL_FIRST)
await firstSignIn(service)
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
await service.stop()

const [backup = ''] = machine.run('ls', BACKUPS).trim().split('\n')
machine.run('env', 'GREENWAVE_DATA_DIR=/var/lib/greenwave/second', 'greenwave', 'restore', `${BACKUPS}/${backup}`)
const other = machine.startService({
  GREENWAVE_DATA_DIR: '/var/lib/greenwave/second',
  GREENWAVE_PORT: '8090',
  GREENWAVE_MQTT_PORT: '1893',
})
await ready(other, URL_SECOND)
expectIs(await newestValue(URL_SECOND, device.id.id), '17', 'the value in a second folder')
await other.stop()

machine.run('dpkg', '-r', 'greenwave')
machine.run('ls', '/var/lib/greenwave/greenwave.db', `${BACKUPS}/${backup}/backup.json`)
done('removed; data and backups are kept')
