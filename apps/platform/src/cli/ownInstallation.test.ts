import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Api } from '@greenwave/harness/api'
import { expect, onTestFinished, test } from 'vitest'
import { parseSettings } from '../start/settings.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'
import { createOwnInstallation, newsOf, variablesIn } from './ownInstallation.ts'

/** Starts a platform that reports on itself, with these settings, and signs its administrator in. */
async function startReporting(environment: Record<string, string> = {}, newestLines?: () => string) {
  const dataDir = makeFolder()
  const given = { flags: { dataDir }, environment, defaults: {} }
  const settings = parseSettings(given.environment, given.flags)
  const platform = await startPlatform({
    dataDir,
    installation: (running) => createOwnInstallation({ settings, given, ...(newestLines && { newestLines }) }, running),
  })
  onTestFinished(() => platform.close())
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  return { platform, api, dataDir }
}

test('an administrator reads the state of the installation, and the results of its checks with what to do', async () => {
  const { api, dataDir, platform } = await startReporting({ GREENWAVE_BACKUPS: '/nowhere/backups' })
  const before = Date.now()
  await api.createDevice({ name: 'TLC-1', label: 'One' }, { clientId: 'c', userName: 'u', password: 'p' })
  const report = await api.call('systemReport')
  expect(report).toMatchObject({
    controllers: { connected: 0, all: 1 },
    messagesPerSecond: 0,
    disk: { daysLeft: null, isForecast: false },
  })
  expect(report.startedMs).toBeLessThanOrEqual(before)
  expect(report.disk?.totalBytes).toBeGreaterThan(report.disk?.freeBytes ?? Infinity)
  expect(report.disk?.usedBytes).toBeGreaterThan(0)
  expect(report.news.length).toBeGreaterThan(0)
  const { findings } = await api.call('systemFindings')
  const found = new Map(findings.map((finding) => [finding.check, finding]))
  // A busy machine may not answer within the time of this check; the address shows whom it asked.
  expect(found.get('platform')?.says).toContain(` at ${platform.url}`)
  expect(found.get('databases')?.says).toContain(dataDir)
  expect(found.get('backups')).toMatchObject({ level: 'warning', fix: expect.stringContaining('each night') })
})

test('customer users read nothing of the installation, and a platform without one does not know the calls', async () => {
  const { api, platform } = await startReporting()
  const customer = await api.createCustomer('District')
  await api.createCustomerUser(customer, 'reader@city.test', 'correct horse')
  const reader = await Api.signIn(platform.url, 'reader@city.test', 'correct horse')
  const plain = await startPlatform()
  onTestFinished(() => plain.close())
  const other = await Api.signIn(plain.url, TEST_ADMIN.email, TEST_ADMIN.password)
  for (const call of ['systemReport', 'systemFindings', 'supportBundle'] as const) {
    await expect(reader.call(call)).rejects.toMatchObject({ status: 403 })
    await expect(other.call(call)).rejects.toMatchObject({ status: 404 })
  }
})

test('settings are listed with where each comes from, and secrets are never shown', async () => {
  const secret = 'smtps://user:Ka7-secret@mail.city.example:465'
  const environment = {
    GREENWAVE_COMPANY_NAME: 'City',
    GREENWAVE_SMTP_URL: secret,
    GREENWAVE_SMTP_FROM: 'a@city.example',
  }
  const { api, dataDir } = await startReporting(environment)
  const { settings } = await api.call('systemReport')
  const of = (name: string) => settings.find((setting) => setting.name === name)
  expect(of('GREENWAVE_DATA_DIR')).toMatchObject({ value: dataDir, from: 'flag' })
  expect(of('GREENWAVE_COMPANY_NAME')).toMatchObject({ value: 'City', from: 'environment', isSecret: false })
  expect(of('GREENWAVE_TELEMETRY_RETENTION')).toMatchObject({ value: '7 days', from: 'default' })
  expect(of('GREENWAVE_METRICS_PORT')).toMatchObject({ value: null, from: 'default', isSecret: false })
  expect(of('GREENWAVE_SMTP_URL')).toMatchObject({ value: null, from: 'environment', isSecret: true })
  expect(of('GREENWAVE_BACKUP_TO')).toMatchObject({ value: null, from: 'default', isSecret: false })
  expect(JSON.stringify(settings)).not.toContain('Ka7-secret')
})

test('the bundle for support holds checks, state, settings and the newest lines of the log, and no secret', async () => {
  const secrets = ['Ka7-mail', 'Ka7-oidc', 'Ka7-push', 'Ka7-tiles', 'Ka7-bearer']
  const environment = {
    GREENWAVE_SMTP_URL: 'smtps://user:Ka7-mail@mail.city.example:465',
    GREENWAVE_SMTP_FROM: 'a@city.example',
    GREENWAVE_OIDC_ISSUER: 'https://id.city.invalid',
    GREENWAVE_OIDC_CLIENT_ID: 'greenwave',
    GREENWAVE_OIDC_CLIENT_SECRET: 'Ka7-oidc',
    GREENWAVE_PUSH_KEY: 'Ka7-push',
    GREENWAVE_TILE_URL: 'https://tiles.example/{z}/{x}/{y}?key=Ka7-tiles',
  }
  const log = () => 'sent Bearer Ka7-bearer\nfailed for Ka7-mail, Ka7-oidc and Ka7-push\nnewest\n'
  const { api, dataDir } = await startReporting(environment, log)
  const { name, bytes } = await api.call('supportBundle')
  expect(name).toMatch(/^greenwave-support-[\dT-]+Z\.tar\.gz$/)
  const text = gunzipSync(await new Response(bytes).bytes()).toString()
  for (const secret of secrets) expect(text).not.toContain(secret)
  for (const part of [
    '"check": "data folder"',
    dataDir,
    'GREENWAVE_SMTP_URL',
    '"startedMs"',
    'newest\n',
    '"version"',
  ]) {
    expect(text).toContain(part)
  }
})

test('variables of a file of settings are found; one that cannot be read has none', () => {
  const file = join(makeFolder(), 'greenwave.env')
  writeFileSync(file, '# GREENWAVE_HOST=::\nGREENWAVE_PORT=8080\n#GREENWAVE_MQTT_PORT=1\nOTHER=1\n')
  expect([...variablesIn(file)]).toEqual(['GREENWAVE_PORT'])
  expect([...variablesIn(`${file}.missing`)]).toEqual([])
})

test('what is new is the newest part of the changelog, as plain text by heading', () => {
  const changelog = [
    ...['# Changelog', '', '## Second (unreleased)', '', '**Lamps**', '', '- `A` is [told](docs/a.md).'],
    ...['- B works ([docs/b.md](docs/b.md)).', '', '**Empty**', '', '**Console**', '', '- C.', ''],
    ...['## First', '', '**Lamps**', '', '- Old.', ''],
  ].join('\n')
  expect(newsOf(changelog)).toEqual([
    { title: 'Lamps', lines: ['A is told.', 'B works.'] },
    { title: 'Console', lines: ['C.'] },
  ])
  expect(newsOf('')).toEqual([])
})
