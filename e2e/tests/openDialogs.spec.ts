/** Two browsers with a dialog of settings open at one junction. */
import { WATCH_ASSET_TYPE } from '@greenwave/contract/records/watch'
import { issueTokens } from '@greenwave/harness/api'
import { confirm, dialog, openDevice } from '../fixtures/devicePage.ts'
import { savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('two users at one junction see each other, the second one is told when the first sends, and a browser that dies is gone', async ({
  page,
  browser,
  scene,
  system,
}) => {
  const { api } = system
  const { data } = await api.call('tenantAssets', { query: { type: WATCH_ASSET_TYPE, page: 0, pageSize: 1 } })
  if (data.length === 0) {
    const { id } = await api.call('saveAsset', { query: {}, body: { name: 'Greenwave', type: WATCH_ASSET_TYPE } })
    scene.owns({ kind: 'corridor', id: id.id })
  }
  const device = await scene.device()
  await scene.controller(device)
  const also = /^Also open here: (.+) \(you, in another window, since \d\d:\d\d\)\.$/

  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Edit program 1', exact: true }).click()
  await expect(dialog(page)).toBeVisible()

  const elsewhere = await browser.newContext({ baseURL: system.url, reducedMotion: 'reduce' })
  const tokens = Object.entries(await issueTokens(system.platform.url, system.adminEmail, system.adminPassword))
  await elsewhere.addInitScript((pairs) => {
    for (const [name, value] of pairs) localStorage.setItem(name, value)
  }, tokens)
  const second = await elsewhere.newPage()
  await openDevice(second, device.id)
  await second.getByRole('button', { name: 'Cấu hình thời gian vàng, đỏ' }).click()
  await expect(dialog(second).getByText(also)).toHaveText(/Program 1/)
  await expect(dialog(page).getByText(also)).toHaveText(/Cấu hình thời gian vàng, đỏ/)
  await expectAccessible(second)

  await dialog(page).getByLabel('Green Phase 1').fill('31')
  await dialog(page).getByRole('button', { name: 'Save Program' }).click()
  await confirm(page)
  await expect(dialog(second).getByText(/^Sent at .* by you, in another window:/)).toContainText('→ 31 s')
  await expect(dialog(second).getByText(also)).toHaveCount(0)
  await second.setViewportSize({ width: 360, height: 740 })
  await savePicture(second, 'told')

  await page.getByRole('button', { name: 'Edit program 1', exact: true }).click()
  await expect(dialog(page).getByText(also)).toBeVisible()
  await expect(dialog(second).getByText(also)).toBeVisible()
  // The cross stays in its corner.
  const [box, cross] = await Promise.all(
    [dialog(second), dialog(second).getByRole('button', { name: 'Close' })].map((part) => part.boundingBox()),
  )
  expect((cross?.y ?? Number.NaN) - (box?.y ?? 0)).toBeLessThan(24)
  await savePicture(second, 'both')
  await elsewhere.setOffline(true)
  await elsewhere.close()
  await expect(dialog(page).getByText(also)).toHaveCount(0)
})
