import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Api } from '@greenwave/harness/api'
import { expect, onTestFinished, test } from 'vitest'
import { parseSettings } from '../start/settings.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'
import { createOwnInstallation, newsOf, variablesIn } from './ownInstallation.ts'

/** Starts a platform that reports on itself, with these settings, and signs its administrator in. */
async function startReporting(environment: Record<string, string> = {}) {
  const dataDir = makeFolder()
  const given = { flags: { dataDir }, environment, defaults: {} }
  const settings = parseSettings(given.environment, given.flags)
  const platform = await startPlatform({
    dataDir,
    installation: (running) => createOwnInstallation({ settings, given }, running),
  })
  onTestFinished(() => platform.close())
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  return { platform, api, dataDir }
}

test('an administrator reads the state of the installation, and the results of its checks with what to do', {
  timeout: 60_000,
}, async () => {
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
  expect(found.get('platform')).toMatchObject({ level: 'ok', says: `it is ready at ${platform.url}` })
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
  for (const call of ['systemReport', 'systemFindings'] as const) {
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
