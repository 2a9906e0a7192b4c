/** @file An installation as operators have it: `serve` as a process, killed, backed up and restored. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { addressOf } from '@greenwave/client/callRequest'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { rounds } from '@greenwave/harness/rounds'
import { until } from '@greenwave/harness/until'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterEach, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const LOGIN = { clientId: 'ctl-01', userName: 'nga4-user', password: 'k3v9q2m7x1b8d4s6' }
/**
 * The platform is killed after these numbers of acknowledgements; they are primes, so that the rounds differ in what is
 * in progress.
 */
const KILL_AFTER = [83, 31, 149].slice(0, rounds({ few: 1, all: 3 }))

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-serve-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function serve(dataDir: string): Promise<PlatformProcess> {
  const platform = await startPlatformProcess({ GREENWAVE_DATA_DIR: dataDir })
  cleanups.push(() => platform.stop())
  return platform
}

async function greenwave(dataDir: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, GREENWAVE_DATA_DIR: dataDir }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, said: out + err }
}

async function connectDevice(platform: PlatformProcess): Promise<MqttClient> {
  const { clientId, userName: username, password } = LOGIN
  const client = await connectAsync(platform.mqttUrl, { clientId, username, password, reconnectPeriod: 0 })
  // The platform is killed while it is connected.
  client.on('error', () => {})
  cleanups.push(() => client.endAsync(true))
  return client
}

/** Acknowledged numbers: of telemetry by PUBACK, of settings by status 200. */
interface Acknowledged {
  readonly telemetry: number[]
  readonly settings: number[]
}

/** Lets a device publish rising numbers and an administrator write some, and kills the platform meanwhile. */
async function writeUntilKilled(
  platform: PlatformProcess,
  api: Api,
  deviceId: string,
  first: number,
  killAfter: number,
): Promise<Acknowledged> {
  const device = await connectDevice(platform)
  const heard: Acknowledged = { telemetry: [], settings: [] }
  let killed: Promise<void> | undefined
  const note = (list: number[], n: number): void => {
    list.push(n)
    if (heard.telemetry.length + heard.settings.length >= killAfter) killed ??= platform.kill()
  }
  async function writing(list: number[], write: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = first; killed === undefined; n += 1) {
      try {
        await write(n)
      } catch {
        return
      }
      note(list, n)
    }
  }
  const lost = new Promise<void>((resolve) => device.once('close', () => resolve()))
  await Promise.all([
    Promise.race([
      writing(heard.telemetry, (n) =>
        device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: n, values: { n } }), { qos: 1 }),
      ),
      lost,
    ]),
    writing(heard.settings, (n) => api.writeAttributes(deviceId, 'SHARED_SCOPE', { [`n${n}`]: n })),
  ])
  await killed
  return heard
}

/** Prints the files that the modules named by its arguments load. */
const LOADED = `
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (process.stdout.write(url + '\\n'), next(url, context)) })
for (const module of process.argv.slice(1)) await import(module)
process.exit(0)`

it('loads neither ciphers of backups, packages of evidence nor the documentation of calls until they are needed', async () => {
  const modules = ['serve.ts', '../start/platform.ts'].map((file) => new URL(file, import.meta.url).href)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LOADED, ...modules], { stdio: 'pipe' })
  const loaded = (await text(child.stdout)).split('\n')
  expect(loaded).toContain(new URL('../store/openStore.ts', import.meta.url).href)
  const LATER = /age-encryption|\/packages\/(?:observer|evidence\/src\/evidence)|swagger|callDocumentation/
  expect(loaded.filter((url) => LATER.test(url))).toEqual([])
})

describe('a platform that is killed', () => {
  it('has all telemetry and settings that it acknowledged when it is started again', async () => {
    const platform = await serve(newFolder())
    const first = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    const device = await first.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ' }, LOGIN)
    const start = Date.now() - 1_000_000
    const heard: Acknowledged = { telemetry: [], settings: [] }
    for (const [round, killAfter] of KILL_AFTER.entries()) {
      const { telemetry, settings } = await writeUntilKilled(
        platform,
        first,
        device.id.id,
        start + round * 10_000,
        killAfter,
      )
      heard.telemetry.push(...telemetry)
      heard.settings.push(...settings)
      await platform.restart()
    }
    // A token from before the kills is still valid, because the signing key is kept too.
    const query = { keys: 'n', startTs: '0', endTs: String(Date.now()), limit: '100000' }
    const { n = [] } = await first.call('timeseries', { params: ofDevice(device.id.id), query })
    const stored = new Set(n.map(({ ts, value }) => `${ts} ${String(value)}`))
    const attributes = await first.attributes(device.id.id, 'SHARED_SCOPE')
    expect(heard.telemetry.filter((ts) => !stored.has(`${ts} ${ts}`))).toEqual([])
    expect(heard.settings.filter((value) => attributes[`n${value}`] !== value)).toEqual([])
    expect(Math.min(heard.telemetry.length, heard.settings.length)).toBeGreaterThan(5)
  })
})

describe('backup and restore', () => {
  it('by command while the platform runs, with all that was acknowledged before', async () => {
    const [dataDir, backup, elsewhere] = [newFolder(), join(newFolder(), 'backup'), join(newFolder(), 'restored')]
    const platform = await serve(dataDir)
    const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
    const device = await api.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ' }, LOGIN)
    await api.writeAttributes(device.id.id, 'SHARED_SCOPE', { Mode: 2 })
    const controller = await connectDevice(platform)
    await controller.publishAsync('v1/devices/me/telemetry', '{"T_D1":27}', { qos: 1 })

    expect(await greenwave(dataDir, 'backup', backup)).toMatchObject({
      code: 0,
      said: expect.stringMatching('backed up'),
    })
    await api.writeAttributes(device.id.id, 'SHARED_SCOPE', { Mode: 1 })
    const again = await greenwave(dataDir, 'backup', backup)
    expect(again).toMatchObject({ code: 2, said: expect.stringMatching('is not empty') })
    const running = await greenwave(dataDir, 'restore', backup, '--overwrite')
    expect(running).toMatchObject({ code: 2, said: expect.stringMatching('in use by another process') })
    expect((await greenwave(elsewhere, 'restore', backup)).code).toBe(0)

    const restored = await serve(elsewhere)
    const there = await Api.signIn(restored.url, ADMIN_EMAIL, platform.adminPassword)
    expect(await there.attributes(device.id.id, 'SHARED_SCOPE')).toEqual({ Mode: 2 })
    expect(await there.call('timeseries', { params: ofDevice(device.id.id) })).toEqual({
      T_D1: [{ ts: expect.any(Number), value: '27' }],
    })
    expect((await connectDevice(restored)).connected).toBe(true)
  })
})

describe('a second platform on the same folder', () => {
  it('says who is there and ends with 2, and the first goes on', async () => {
    const dataDir = newFolder()
    const platform = await serve(dataDir)
    const second = await greenwave(dataDir, 'serve', '--port', '0', '--mqtt-port', '0')
    expect(second).toMatchObject({ code: 2, said: expect.stringMatching('in use by another process') })
    const answer = await until('the first platform to answer', () => fetch(platform.url + addressOf('passwordPolicy')))
    expect(answer.status).toBe(200)
  })
})
