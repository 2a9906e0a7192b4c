import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../testing/startGateway.ts'

let system: TestGateway
beforeAll(async () => {
  system = await startGateway()
})
afterAll(() => system.close())

test('a sample without a time gets the time of its arrival, and is acknowledged [contract 10.3]', async () => {
  const { made, device } = await system.online()
  const id = device.publish('v1/devices/me/telemetry', { T_D1: 27, T_V1: 0, T_X1: 0 })
  expect(await device.next('puback')).toMatchObject({ messageId: id })
  expect(system.store.data.latest(made.id).get('T_D1')).toEqual({ ts: system.clock.now, value: 27 })
})
