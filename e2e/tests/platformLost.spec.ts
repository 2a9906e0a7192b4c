import { ofDevice } from '@greenwave/contract/wire/ids'
import { mosquittoPublish } from '../fixtures/mosquitto.ts'
import { expect, test } from '../fixtures/test.ts'

// Parts of the page that appear when something is wrong are loaded ahead, and so there when the platform is not.
test.use({ signedInAs: 'admin', loadsAhead: true })

test('a killed platform is noticed, and nothing acknowledged is lost [spec 4 realtime] @behindAFront', async ({
  page,
  system,
  scene,
  browserLog,
}) => {
  browserLog.expect(
    /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|Failed to load resource|Connection closed/,
  )
  const device = await scene.device()
  await scene.controller(device)
  const parts = [/FindingList-[^/]*\.js$/, /AttributeTable-[^/]*\.js$/]
  const loaded = Promise.all(parts.map((file) => page.waitForResponse((response) => file.test(response.url()))))
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('figure', { name: /^Phase 1: (Red|Yellow|Green)/ })).toBeVisible()
  await expect(page.locator('figure[data-old]')).toHaveCount(0)

  await loaded

  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Vang: 4 })
  const other = await scene.device()
  await mosquittoPublish(system.mqttUrl, other.login, 'v1/devices/me/telemetry', { T_D1: 33 })
  await system.platform.kill()
  await expect(page.getByText(/Live data is lost/)).toBeVisible()
  await expect(page.locator('figure[data-old]')).toHaveCount(3)

  await system.platform.restart()
  // A start of a busy machine may take longer than the console tries by itself.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText(/Live data is lost/)).toHaveCount(0)
  await expect(page.locator('figure[data-old]')).toHaveCount(0)
  expect((await system.api.attributes(device.id, 'SHARED_SCOPE')).Vang).toBe(4)
  const latest = await system.api.call('timeseries', { params: ofDevice(other.id), query: { keys: 'T_D1' } })
  expect(latest.T_D1?.[0]?.value).toBe('33')
})
