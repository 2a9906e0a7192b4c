/** The documents as pages of the console. */
import { expectEveryLook, expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'district' })

test('a user reads the documents from the list of keys on, follows their links, in Vietnamese, and prints them @behindAFront', async ({
  page,
}) => {
  await page.goto('/now')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^All documents/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the documents' }).fill('disk full')
  await page.getByRole('link', { name: /^Runbook › Greenwave$/ }).click()
  await expect(page.getByRole('heading', { name: 'Greenwave', level: 2 })).toBeInViewport()
  await page.goBack()
  await page.getByRole('link', { name: 'settings and reports' }).click()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('settings')
  await page.goto('/help/device-firmware#read-all-settings')
  await expect(page.getByRole('heading', { name: 'Read all settings' })).toBeInViewport()
  await expectEveryLook(page, (name) => savePicture(page, `firmware-${name}`))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  for (const wide of await page.getByRole('article').locator('pre, [data-wide]').all())
    expect(await wide.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 360, height: 740 })

  await page.evaluate(() => localStorage.setItem('greenwave.language', 'vi'))
  await page.goto('/help')
  await page.getByRole('link', { name: 'lắp một tủ điều khiển' }).click()
  await expect(title).toHaveText('Lắp một tủ điều khiển')
  await expectNoOverhang(page)
  await savePicture(page, 'installing-vi', { fullPage: true })
})
