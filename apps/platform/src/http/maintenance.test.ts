import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf } from '@greenwave/client/callRequest'
import { Api } from '@greenwave/harness/api'
import { expect, it, onTestFinished } from 'vitest'
import { MAINTENANCE_FILE, MaintenanceStop } from '../store/maintenance.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'
import { makeFolder } from '../testing/testStore.ts'

const PATH = addressOf('startMaintenance')
const HOUR_MS = 3_600_000
const TEXT = 'The database is moved until noon'

it('during maintenance people read and sign in, and each write of theirs is refused with the sentence, until its end', async () => {
  const platform = await createTestPlatform()
  const { admin } = platform
  const customer = await platform.customer('District')
  const { caller: reader } = await platform.customerUser(customer, 'reader@city.vn')
  const device = await platform.device('TLC-1')
  const until = Date.now() + HOUR_MS
  expect((await admin.post(PATH, { text: ` ${TEXT} `, until })).json()).toEqual({ text: TEXT, until })

  const refused = await admin.post('/api/customer', { title: 'Another' })
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({
    ...{ status: 503, errorCode: 2, message: `Writing is stopped for maintenance: ${TEXT}` },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
  const attributes = `/api/plugins/telemetry/DEVICE/${device.id.id}/SHARED_SCOPE`
  const asText = await admin.post(attributes, { Mode: 1 })
  expect([asText.statusCode, asText.body]).toEqual([503, `Writing is stopped for maintenance: ${TEXT}`])
  expect((await admin.delete(`/api/device/${device.id.id}`)).statusCode).toBe(503)

  for (const caller of [admin, reader]) {
    expect((await caller.get('/api/system/info')).json()).toMatchObject({ maintenance: { text: TEXT, until } })
  }
  expect((await admin.get('/api/customers?page=0&pageSize=10')).statusCode).toBe(200)
  // A question by POST writes nothing.
  const found = await admin.post(addressOf('countEntities'), {
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  })
  expect(found.statusCode).toBe(200)
  const session = await platform.signIn('reader@city.vn', 'correct horse')
  expect((await session.post(addressOf('logout'))).statusCode).toBe(200)
  const tenantId = platform.store.users.byEmail(admin.email)?.tenantId.id ?? ''
  const watcher = platform.caller({
    'x-authorization': `Bearer ${await platform.access.tokens.issueToWatcher(tenantId)}`,
  })
  const state = `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`
  expect((await watcher.post(state, { gw_level: 0 })).statusCode).toBe(200)

  platform.advance(HOUR_MS)
  expect((await reader.get('/api/system/info')).json()).not.toHaveProperty('maintenance')
  expect((await admin.post('/api/customer', { title: 'Another' })).statusCode).toBe(200)
  await platform.close()
})

const isTenant = (entity: unknown): boolean => (entity as { entityType: string }).entityType === 'TENANT'

it('only administrators stop writing, with a sentence and an end within 7 days, and end it before its time', async () => {
  const platform = await createTestPlatform()
  const { admin } = platform
  const { caller: reader } = await platform.customerUser(await platform.customer('District'), 'reader@city.vn')
  const until = Date.now() + HOUR_MS
  expect((await reader.post(PATH, { text: TEXT, until })).statusCode).toBe(403)
  for (const [body, message] of [
    [{ text: TEXT, until: Date.now() - 1 }, /has passed/],
    [{ text: TEXT, until: until + 200 * HOUR_MS }, /within 7 days/],
    [{ text: '  ', until }, /text/],
    [{ text: 'x'.repeat(301), until }, /text/],
    [{ text: TEXT }, /until/],
  ] as const) {
    const answer = await admin.post(PATH, body)
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(message)])
  }
  expect((await admin.post(PATH, { text: TEXT, until })).statusCode).toBe(200)
  expect((await admin.post(PATH, { text: 'Longer', until: until + HOUR_MS })).statusCode).toBe(200)
  expect((await reader.delete(PATH)).statusCode).toBe(403)
  expect((await admin.delete(PATH)).statusCode).toBe(200)
  expect((await admin.post('/api/customer', { title: 'Another' })).statusCode).toBe(200)
  const { data } = (await admin.get('/api/audit/logs?pageSize=10&page=0')).json<{ data: Record<string, unknown>[] }>()
  const recorded = data.filter(({ actionType, entityId }) => actionType === 'UPDATED' && isTenant(entityId))
  const acts = recorded.map(({ actionData }) => actionData)
  expect(acts).toHaveLength(3)
  expect(acts).toEqual(
    expect.arrayContaining([
      { maintenance: null },
      { maintenance: { text: 'Longer', until: until + HOUR_MS } },
      { maintenance: { text: TEXT, until } },
    ]),
  )
  await platform.close()
})

it('maintenance continues after a restart, and values of controllers are stored meanwhile', async () => {
  const dataDir = makeFolder()
  const first = await startPlatform({ dataDir })
  const before = await Api.signIn(first.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const device = await before.call('saveDeviceWithCredentials', {
    body: {
      device: { name: 'TLC-1' },
      credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: 'token-of-tlc-1' },
    },
  })
  await before.call('startMaintenance', { body: { text: TEXT, until: Date.now() + HOUR_MS } })
  await first.close()

  expect(existsSync(join(dataDir, MAINTENANCE_FILE))).toBe(true)
  const platform = await startPlatform({ dataDir })
  onTestFinished(() => platform.close())
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  await expect(api.createCustomer('District')).rejects.toMatchObject({ status: 503 })
  const sent = await fetch(`${platform.url}/api/v1/token-of-tlc-1/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ T_D1: 12 }),
  })
  expect(sent.status).toBe(200)
  expect(platform.store.data.latest(device.id.id).get('T_D1')?.value).toBe(12)
  await api.call('endMaintenance')
  await api.createCustomer('District')
  expect(existsSync(join(dataDir, MAINTENANCE_FILE))).toBe(false)
})

it('a stop that cannot be kept over a restart is not in force, nor is one that cannot be read', () => {
  const stop = new MaintenanceStop(join(makeFolder(), 'gone', 'maintenance.json'), Date.now)
  expect(() => stop.start({ text: TEXT, until: Date.now() + HOUR_MS })).toThrow('ENOENT')
  expect(stop.current).toBeUndefined()
  const file = join(makeFolder(), 'maintenance.json')
  writeFileSync(file, '{')
  expect(new MaintenanceStop(file, Date.now).current).toBeUndefined()
})
