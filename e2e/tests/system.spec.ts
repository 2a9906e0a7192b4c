/** @file The page of the installation. */
import { expectLegible } from '../fixtures/legibility.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.describe('an administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('opens System from the menu: state, checks with what to do, settings without secrets; light, dark, on a phone', async ({
    page,
    system,
  }) => {
    await page.goto('/devices')
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'System' }).click()
    await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'Greenwave 0.' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'GB are free' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'GREENWAVE_BACKUP_TO is not set' })).toBeVisible()
    const problems = page.getByRole('list', { name: 'What to do' })
    await expect(problems.getByRole('listitem').filter({ hasText: 'backups' })).toContainText('Make one each night')
    const row = page.getByRole('row').filter({ hasText: 'GREENWAVE_COMPANY_EMAIL' })
    await expect(row).toContainText('contact@greenwave.test')
    await expect(row).toContainText('Environment')
    await page.getByText('What is new').click()
    for (const [colorScheme, width] of [
      ['light', 1440],
      ['dark', 1440],
      ['light', 360],
      ['dark', 360],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 780 })
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await expectLegible(page)
    expect(system.unknownCalls()).toEqual([])
  })

  test('finds System by its name, also where another platform is behind the console, of which it says no more than it knows', async ({
    page,
    browserLog,
  }) => {
    browserLog.expect(/status of 404/)
    await page.route(/\/api\/(?:greenwave\/|system\/info)/, (route) =>
      route.fulfill({ status: 404, json: { status: 404, message: 'Not found', errorCode: 32, timestamp: 0 } }),
    )
    await page.goto('/devices')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('System')
    await page.getByRole('option', { name: 'System' }).click()
    await expect(page.getByText('reports nothing about its machine')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'Greenwave 0.' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Checks' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Settings in force' })).toHaveCount(0)
    await expectAccessible(page)
  })
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('may not open System', async ({ page }) => {
    await page.goto('/system')
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible()
  })
})
