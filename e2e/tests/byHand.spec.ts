import { until } from '@greenwave/harness/until'
import { mosquittoPublish, mosquittoSubscribe } from '../fixtures/mosquitto.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const TELEMETRY = 'v1/devices/me/telemetry'
const LAMPS = { T_D1: 0, T_V1: 0, T_X1: 21, T_D2: 26, T_V2: 0, T_X2: 0, T_D3: 51, T_V3: 0, T_X3: 0 }

test('a message published by hand lights the lamps of an open browser [spec 2 device] [spec 3 telemetry] @behindAFront', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('figure', { name: /^Phase 1: No data/ })).toBeVisible()

  await mosquittoPublish(system.mqttUrl, device.login, TELEMETRY, LAMPS)
  const first = page.getByRole('figure', { name: /^Phase 1: Green/ })
  await expect(first).toBeVisible()
  await expect(first.locator('[data-lamp=green][data-lit]')).toHaveText('21')
  const second = page.getByRole('figure', { name: /^Phase 2: Red/ })
  await expect(second.locator('[data-lamp=red][data-lit]')).toHaveText('26')
})

test('a mode chosen in the browser arrives at a controller that is driven by hand [spec 4 mode] [spec 4 configuration]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  const controller = await mosquittoSubscribe(system.mqttUrl, device.login, 'v1/devices/me/attributes')
  await page.goto(`/devices/${device.id}`)
  await page.getByRole('button', { name: 'Nháy vàng' }).click()
  expect(controller.messages(), 'nothing is sent before it is confirmed').toEqual([])
  await page.getByRole('button', { name: 'Xác nhận' }).click()
  await until('the mode to arrive', () => controller.messages().length > 0)
  expect(controller.messages()).toEqual([{ Mode: 0 }])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Nháy vàng' })).toHaveAttribute('aria-pressed', 'true')
  await controller.stop()
})
