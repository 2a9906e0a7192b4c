/** @file An upgrade: today's platform with the data folder that the first release left. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { entityRef, ofDevice } from '@greenwave/contract/wire/ids'
import { Api } from '@greenwave/harness/api'
import { expect, onTestFinished, test } from 'vitest'
import { hashPassword } from '../access/passwords.ts'
import { checkFolder } from '../doctor/folderChecks.ts'
import { formatCredentials } from '../entities/deviceCredentials.ts'
import { FIRST_RELEASE_DEVICE, FIRST_RELEASE_TENANT, makeFirstRelease } from '../testing/firstReleaseFolder.ts'
import { dialDevice } from '../testing/rawDevice.ts'
import { silentLog } from '../testing/silentLog.ts'
import { makeFolder } from '../testing/testStore.ts'
import { createPlatform, type Platform } from './platform.ts'

const EMAIL = 'engineer@city.vn'
const PASSWORD = 'set in the first release'
const LOGIN = { clientId: 'c-7', userName: 'u-7', password: 'p-7' }
const CUSTOMER = '6a1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const WEEK_MS = 7 * 86_400_000

/** Adds what people and controllers sign in with, and a customer of whom the device is, as the first release wrote it. */
async function addAccounts(folder: string): Promise<void> {
  const db = new DatabaseSync(join(folder, 'greenwave.db'))
  const tenantId = entityRef('TENANT', FIRST_RELEASE_TENANT)
  const made = { createdTime: 1_767_225_600_000, tenantId, version: 1 }
  const customer = { ...made, id: entityRef('CUSTOMER', CUSTOMER), title: 'Quận 1' }
  db.prepare(
    `INSERT INTO customers (id, tenant_id, created_time, title, title_key, title_search, version, body)
     VALUES (?, ?, ?, 'Quận 1', 'quan 1', 'quan 1', 1, ?)`,
  ).run(CUSTOMER, FIRST_RELEASE_TENANT, made.createdTime, JSON.stringify(customer))
  const userId = '7b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
  const customerId = entityRef('CUSTOMER', '13814000-1dd2-11b2-8080-808080808080')
  const user = { ...made, id: entityRef('USER', userId), customerId, email: EMAIL, authority: 'TENANT_ADMIN' }
  db.prepare(
    `INSERT INTO users (id, tenant_id, customer_id, created_time, authority, email, email_key, email_search, version, body)
     VALUES (?, ?, ?, ?, 'TENANT_ADMIN', ?, '', '', 1, ?)`,
  ).run(userId, FIRST_RELEASE_TENANT, customerId.id, made.createdTime, EMAIL, JSON.stringify(user))
  db.prepare('INSERT INTO user_credentials VALUES (?, 1, ?, NULL, NULL, 0, NULL, NULL)').run(
    userId,
    await hashPassword(PASSWORD),
  )
  const credentialsId = '8b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
  const credentials = {
    ...{ id: { id: credentialsId }, createdTime: made.createdTime, version: 1 },
    deviceId: entityRef('DEVICE', FIRST_RELEASE_DEVICE.id),
    ...formatCredentials({ credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify(LOGIN) }),
  }
  db.prepare('INSERT INTO device_credentials VALUES (?, ?, ?, 1, ?)').run(
    ...([credentialsId, FIRST_RELEASE_DEVICE.id, credentials.credentialsId, JSON.stringify(credentials)] as const),
  )
  db.prepare(`UPDATE devices SET customer_id = ?, body = json_set(body, '$.customerId.id', ?)`).run(CUSTOMER, CUSTOMER)
  db.close()
}

async function start(dataDir: string): Promise<Platform> {
  const platform = await createPlatform({
    ...{ dataDir, host: '127.0.0.1', port: 0, mqttHost: '127.0.0.1', mqttPort: 0, log: silentLog },
    ...{ telemetryRetentionMs: WEEK_MS, recordRetentionMs: 52 * WEEK_MS, inactivityTimeoutMs: 600_000 },
  })
  onTestFinished(() => platform.close())
  return platform
}

test('with the data of the first release everything is there: accounts, customers, controllers, settings, history', async () => {
  const folder = makeFolder()
  makeFirstRelease(folder)
  await addAccounts(folder)
  const first = await start(folder)
  const api = await Api.signIn(first.url, EMAIL, PASSWORD)
  const { id, name } = FIRST_RELEASE_DEVICE
  expect(await api.call('deviceInfo', { params: { deviceId: id } })).toMatchObject({ name, customerTitle: 'Quận 1' })
  expect(await api.attributes(id, 'SHARED_SCOPE')).toEqual({ Mode: 0, Vang: 3 })
  const range = { startTs: '0', endTs: String(Date.now()), orderBy: 'ASC', useStrictDataTypes: 'true' }
  const history = () => api.call('timeseries', { params: ofDevice(id), query: { keys: 'T_D1', ...range } })
  expect((await history()).T_D1?.map(({ value }) => value)).toEqual([28, 27, 26])

  const { clientId, userName: username, password } = LOGIN
  const device = await dialDevice(Number(new URL(first.mqttUrl).port))
  expect((await device.connect({ clientId, username, password: Buffer.from(password) })).returnCode).toBe(0)
  device.publish('v1/devices/me/telemetry', { T_D1: 25 })
  await device.next('puback')
  // What the first release knew nothing of works on its data.
  await api.call('saveAlarm', { body: { type: 'Dark', severity: 'MAJOR', originator: entityRef('DEVICE', id) } })
  await first.close()

  const again = await start(folder)
  const later = await Api.signIn(again.url, EMAIL, PASSWORD)
  const latest = await later.call('timeseries', { params: ofDevice(id), query: { keys: 'T_D1' } })
  expect(latest.T_D1?.[0]?.value).toBe('25')
  const alarms = await later.call('entityAlarmsV2', { params: ofDevice(id), query: { pageSize: 10, page: 0 } })
  expect(alarms.data.map(({ type }) => type)).toEqual(['Dark'])
  const retention = { samplesMs: WEEK_MS, recordsMs: 52 * WEEK_MS }
  const findings = checkFolder(folder, retention, { isThorough: true, nowMs: Date.now() })
  expect(findings.filter(({ check, level }) => level !== 'ok' && check !== 'privacy')).toEqual([])
  for (const { check, says } of findings) if (check.startsWith('database ')) expect(says).toContain('the current one')
})
