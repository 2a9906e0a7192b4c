import { Api } from '@greenwave/harness/api'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Platform } from '../start/platform.ts'
import { startPlatform, TEST_ADMIN } from '../testing/startPlatform.ts'

let platform: Platform
beforeEach(async () => {
  platform = await startPlatform()
})
afterEach(() => platform.close())

it('administrators read how a controller failed to connect; customer users and other ids get nothing', async () => {
  const api = await Api.signIn(platform.url, TEST_ADMIN.email, TEST_ADMIN.password)
  const device = await api.createDevice(
    { name: 'TLC-1', label: '' },
    { clientId: 'tlc-1', userName: 'junction-1', password: 'secret' },
  )
  const params = { deviceId: device.id.id }
  const login = { clientId: 'tlc-1', username: 'junction-1', password: 'wrong', reconnectPeriod: 0 }
  await expect(connectAsync(platform.mqttUrl, login)).rejects.toThrow(/Not authorized/)
  const client = await connectAsync(platform.mqttUrl, { ...login, password: 'secret' })
  expect(await api.call('controllerAttempts', { params })).toMatchObject({
    isConnected: true,
    listens: { mqtt: Number(new URL(platform.mqttUrl).port) },
    attempts: [{ kind: 'wrongPassword', address: '127.0.0.1', count: 1 }, { kind: 'signedIn' }],
  })
  await client.endAsync(true)

  const customer = await api.createCustomer('District 1')
  await api.createCustomerUser(customer, 'user@city.vn', 'correct horse battery')
  await api.assign(customer, device.id.id)
  const user = await Api.signIn(platform.url, 'user@city.vn', 'correct horse battery')
  await expect(user.call('controllerAttempts', { params })).rejects.toMatchObject({ status: 403 })
  const unknown = { deviceId: '00000000-0000-4000-8000-000000000001' }
  await expect(api.call('controllerAttempts', { params: unknown })).rejects.toMatchObject({ status: 404 })
})
