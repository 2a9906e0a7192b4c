import { changesIn, confirm, confirmation, dialog, openDevice } from '../fixtures/devicePage.ts'
import { expectLegible, expectTouchable } from '../fixtures/legibility.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

test('what is noted of a junction names its phases, gives its checks their limits and the calculators their numbers, on a phone and on a desk', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Phases and geometry' }).click()
  const first = dialog(page).getByRole('group', { name: 'Phase 1' })
  await first.getByLabel('Name').fill('Lê Lợi')
  await first.getByLabel('Speed (km/h)').fill('60')
  await first.getByLabel('Width to clear (m)').fill('24,5')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  expect(await changesIn(page)).toContain('Phase 1: Width to clear (m) nothing → 24.5')
  await confirm(page)
  await expect(page.getByRole('figure', { name: /^Lê Lợi: / })).toBeVisible()
  const stored = await system.api.attributes(device.id, 'SERVER_SCOPE')
  expect(stored.gw_site).toEqual({ phases: { 1: { name: 'Lê Lợi', speedKmh: 60, widthM: 24.5 } } })

  await page.getByRole('button', { name: 'Times' }).click()
  await expect(dialog(page)).toContainText('below 4 s, which phase 1 (Lê Lợi) needs here at 60 km/h')
  await dialog(page).getByRole('button', { name: 'Calculate' }).click()
  const sheet = dialog(page).getByRole('region', { name: 'Calculators' })
  await expect(sheet).toContainText('= 1 + 16.67 / (2 × 3.05 + 2 × 9.81 × 0) = 3.73 s')
  await expectAccessible(page)
  await expectTouchable(page)
  await expectLegible(page)
  expect(await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Use 4 s as yellow' }).press('Enter')
  await expect(dialog(page).getByLabel('Vàng (s)')).toHaveValue('4')
  await expect(dialog(page)).not.toContainText('below 4 s')
  await expect(confirmation(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  const change = page.getByRole('list', { name: 'Changes' }).locator('> li').filter({ hasText: 'Lê Lợi' })
  await expect(change).toContainText('Phase 1: Speed (km/h) nothing → 60')
  await expect(change).not.toContainText('audit log')
})
