import { systemOfTests } from '@greenwave/harness/ofTest'
import { addressOf } from '@greenwave/client/callRequest'
import { expect, it } from 'vitest'
import { WriteQuota } from '../limits/writeQuota.ts'
import { createTestPlatform } from '../testing/testPlatform.ts'

// The clock stands still, so that nothing drains.
const platform = systemOfTests(await createTestPlatform({ http: { writes: new WriteQuota(() => 0) } }))

it('a customer user who writes without end gets 429 with the time to wait, and nobody else does', async () => {
  const customer = await platform.customer('District 1')
  const [first, second] = await Promise.all([
    platform.customerUser(customer, 'much@city.vn'),
    platform.customerUser(customer, 'little@city.vn'),
  ])
  const device = await platform.device('TLC-0001')
  await platform.admin.post(
    addressOf('assignDevice', { params: { customerId: customer.id.id, deviceId: device.id.id } }),
  )
  const alarm = { originator: device.id, type: 'Note', severity: 'MINOR' }
  const alarmId = (await platform.admin.post(addressOf('saveAlarm'), alarm)).json().id.id
  const path = addressOf('saveAlarmComment', { params: { alarmId } })
  const comment = (text: string) => ({ comment: { text } })
  const statuses: number[] = []
  while (statuses.length < 990 && statuses.at(-1) !== 429) {
    statuses.push((await first.caller.post(path, comment('x'.repeat(10_000)))).statusCode)
  }
  expect(statuses.length).toBeGreaterThan(700)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const refused = await first.caller.post(path, comment('short'))
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused.body).toContain('Too many bytes written: 8 MiB in a minute and 64 MiB in a day are allowed.')
  // Reading goes on.
  expect((await first.caller.get(addressOf('currentUser'))).statusCode).toBe(200)
  expect((await second.caller.post(path, comment('short'))).statusCode).toBe(200)
  expect((await platform.admin.post(path, comment('of an administrator'))).statusCode).toBe(200)
})
