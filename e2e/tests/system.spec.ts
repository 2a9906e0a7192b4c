/** @file The page of the installation. */
import type { Locator } from '@playwright/test'
import { expectLegible } from '../fixtures/legibility.ts'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Returns the words of an element that are divided onto two lines. */
function wordsInPieces(element: Locator): Promise<readonly string[]> {
  return element.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const divided: string[] = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      if (range.getClientRects().length > 1) divided.push(range.toString())
    }
    return divided
  })
}

test.describe('an administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('opens System from the menu: state, checks with what to do, settings without secrets; light, dark, on a phone @greenwaveOnly', async ({
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
    await page.getByText(/checks? found nothing/).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'clock' })).toContainText(/it shows \d\d\/\d\d\/\d{4}, /)
    const row = page.getByRole('row').filter({ hasText: 'GREENWAVE_COMPANY_EMAIL' })
    await expect(row).toContainText('contact@greenwave.test')
    await expect(row).toContainText('Environment')
    await page.getByText('What is new').click()
    await expectEveryLook(page)
    await expectLegible(page)
    await page.getByText(/settings at their defaults/).click()
    const settings = page.getByRole('row').filter({ hasText: 'GREENWAVE_' }).getByRole('rowheader')
    expect(await settings.count()).toBeGreaterThan(20)
    expect((await Promise.all((await settings.all()).map(wordsInPieces))).flat()).toEqual([])
    expect(system.unknownCalls()).toEqual([])
  })

  test('saves a bundle for support, and stops writing for maintenance: every page shows the sentence, forms keep what was typed @greenwaveOnly', async ({
    page,
    browserLog,
  }) => {
    browserLog.expect(/status of 503/)
    await page.goto('/system')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Bundle for support' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^greenwave-support-.*\.tar\.gz$/)

    await page.getByRole('button', { name: 'Stop writing…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stop writing' })
    await dialog.getByRole('button', { name: 'Stop writing' }).click()
    await expect(dialog.getByText('Tell users why')).toBeVisible()
    await dialog.getByLabel('Sentence for everybody').fill('The disk is replaced')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stop writing' }).click()
    await expect(dialog).toHaveCount(0)

    await page.goto('/customers')
    const banner = page.getByRole('banner')
    await expect(banner).toContainText('Writing is stopped for maintenance until')
    await expect(banner).toContainText('The disk is replaced')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('Quận bảo trì')
    await form.getByRole('button', { name: 'Add Customer' }).click()
    await expect(form.getByText('Writing is stopped for maintenance: The disk is replaced')).toBeVisible()
    await expect(form.getByLabel('Title')).toHaveValue('Quận bảo trì')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toHaveCount(0)

    await page.goto('/system')
    await page.setViewportSize({ width: 360, height: 780 })
    await page.getByRole('button', { name: 'End now' }).click()
    await expect(page.getByText('Users write as usual.')).toBeVisible()
    await expect(page.getByText('The disk is replaced')).toHaveCount(0)
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

  test('reads the sentence of the maintenance, and may not open System @greenwaveOnly', async ({
    page,
    system: { api },
  }) => {
    await api.call('startMaintenance', { body: { text: 'The disk is replaced', until: Date.now() + 600_000 } })
    await page.goto('/devices')
    await expect(page.getByRole('banner')).toContainText('The disk is replaced')
    await api.call('endMaintenance')
    await page.goto('/system')
    await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible()
  })
})
