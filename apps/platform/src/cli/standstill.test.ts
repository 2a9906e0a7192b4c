/** @file What `serve` does when its watcher or one of its threads stands still. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { freePorts } from '@greenwave/harness/freePorts'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { until } from '@greenwave/harness/until'
import { connectAsync } from 'mqtt'
import { afterEach, expect, it } from 'vitest'

const PRELOAD = new URL('../testing/standingThread.ts', import.meta.url).href
const LOGIN = { clientId: 'ctl-01', userName: 'nga4-user', password: 'k3v9q2m7x1b8d4s6' }
/** Longer than what is noticed within 15 s takes on a busy machine, milliseconds. */
const PATIENCE_MS = 60_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp()
})

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const readiness = async ({ url }: PlatformProcess): Promise<string> => {
  const answer = await fetch(`${url}/readyz`)
  return `${answer.status} ${(await answer.text()).trim()}`
}

it('names a watcher and a thread that stand still, replaces both, and ends for a thread that writes', async () => {
  const standing = mkdtempSync(join(tmpdir(), 'greenwave-standing-'))
  cleanups.push(() => rmSync(standing, { recursive: true, force: true }))
  const [metricsPort] = await freePorts(1)
  const platform = await startPlatformProcess({
    ...{ GREENWAVE_WATCHER: 'on', NODE_OPTIONS: `--import ${PRELOAD}`, GREENWAVE_TEST_STANDSTILL: standing },
    GREENWAVE_METRICS_PORT: String(metricsPort),
  })
  cleanups.push(() => platform.stop())
  const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  const device = await api.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ' }, LOGIN)
  const { clientId, userName: username, password } = LOGIN
  const controller = await connectAsync(platform.mqttUrl, { clientId, username, password, reconnectPeriod: 0 })
  controller.on('error', () => {})
  cleanups.push(() => controller.endAsync(true))
  const publish = (n: number) => controller.publishAsync('v1/devices/me/telemetry', `{"n":${n}}`, { qos: 1 })
  const history = () =>
    api.call('timeseries', {
      params: ofDevice(device.id.id),
      query: { keys: 'n', startTs: '0', endTs: String(Date.now() + 60_000), useStrictDataTypes: 'true' },
    })
  await publish(1)
  await history()
  const says = (what: RegExp) => async (): Promise<boolean> => what.test(await readiness(platform))
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  await until('a pulse of the watcher', async () => /pulse_age_seconds \d/.test(await metrics()), PATIENCE_MS)
  const [watcher = 0] = childrenOf(platform.pid())

  process.kill(watcher, 'SIGSTOP')
  writeFileSync(join(standing, 'reader'), '')
  await until('the thread to be named', says(/^503 not ready: .*thread "reader" has stood still/), PATIENCE_MS)
  await until('the watcher to be named', says(/the watcher has stood still|the watcher does not run/), PATIENCE_MS)
  await until('both to be replaced', says(/^200 ready$/), PATIENCE_MS)
  const [successor = 0] = childrenOf(platform.pid())
  expect(isRunning(watcher)).toBe(false)
  expect(isRunning(successor)).toBe(true)
  expect(await metrics()).toMatch(/^greenwave_troubles_total\{part="the watcher"\} 1$/m)
  expect((await history()).n).toMatchObject([{ value: 1 }])

  await publish(2)
  const pid = platform.pid()
  writeFileSync(join(standing, 'writer'), '')
  // It is not acknowledged, and may be lost or stored.
  publish(3).catch(() => {})
  await until('the writing thread to be named', says(/^503 not ready: thread "writer" has stood still/), PATIENCE_MS)
  await until('the process to end', () => !isRunning(pid), PATIENCE_MS)
  expect(platform.output()).toContain('this process ends, to be started again')
  await platform.restart()
  expect((await history()).n?.map(({ value }) => value)).toEqual(expect.arrayContaining([1, 2]))
})

it('ends for a main thread that stands still, and starts with all that was acknowledged', async () => {
  const standing = mkdtempSync(join(tmpdir(), 'greenwave-standing-'))
  cleanups.push(() => rmSync(standing, { recursive: true, force: true }))
  const platform = await startPlatformProcess({
    ...{ NODE_OPTIONS: `--import ${PRELOAD}`, GREENWAVE_TEST_STANDSTILL: standing },
  })
  cleanups.push(() => platform.stop())
  const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  const device = await api.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ' }, LOGIN)
  await api.writeAttributes(device.id.id, 'SHARED_SCOPE', { Mode: 4 })
  const pid = platform.pid()
  writeFileSync(join(standing, `main-${pid}`), '')
  await until('the process to end', () => !isRunning(pid), PATIENCE_MS)
  expect(platform.output()).toMatch(/The main thread has stood still for \d+ s: this process ends/)
  await platform.restart()
  expect(await api.attributes(device.id.id, 'SHARED_SCOPE')).toEqual({ Mode: 4 })
})
