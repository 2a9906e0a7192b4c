import { openDevice } from '../fixtures/devicePage.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 360 },
] as const) {
  test(`two greens are said in badge, strip and tab while they last, ${colorScheme}, ${width} px wide [spec 2 device]`, async ({
    page,
    scene,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    const device = await scene.device()
    const controller = await scene.controller(device)
    await openDevice(page, device.id)
    await expect(page.getByText(/^All \d+ settings applied$/)).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${device.label}`))
    controller.setFaults('two-greens')
    const strip = page.getByRole('status').filter({ hasText: /^Conflicting green/ })
    await expect(strip).toContainText('Two phases have the road at the same time.')
    await expect(strip).toContainText('Send a technician now.')
    await expect(page.getByText('Active · Conflicting green')).toBeVisible()
    await expect(page).toHaveTitle(/^◆ /)
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/)
    await expect(page.getByText(/settings applied$/)).toHaveCount(0)
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath(`health-${colorScheme}.png`) })
    controller.setFaults()
    await expect(strip).toHaveCount(0, { timeout: 30_000 })
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg')
  })
}
