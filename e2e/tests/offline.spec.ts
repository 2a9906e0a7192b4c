import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', loadsAhead: true })

/** Resolves when the console has preloaded a file whose address matches. */
const preloaded = (page: Page, file: RegExp) => page.waitForResponse((response) => file.test(response.url()))

test('a page that nobody has opened yet opens without a network, since its program was loaded when there was time', async ({
  page,
  context,
  scene,
  browserLog,
}) => {
  browserLog.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource/)
  await scene.device()
  const loaded = Promise.all(
    [/AccountRoute-/, /CustomersPage|CustomerRoutes/, /DeviceMap-[^/]*\.js$/].map((file) => preloaded(page, file)),
  )
  await page.goto('/devices')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await loaded
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
})

test.describe('when nothing could be loaded ahead', () => {
  test.use({ loadsAhead: false })
  test.beforeEach(async ({ browserLog }) => {
    browserLog.expect(
      /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket|Failed to load resource|AccountRoute|TextsMissingError|load preload assets|preload CSS/,
    )
  })

  test('a page says that there is no connection, and opens by itself when it is back', async ({ page, context }) => {
    await page.goto('/devices')
    await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: /User menu/ }).click()
    // The menu itself is loaded when it opens.
    await expect(page.getByRole('menuitem', { name: 'Account' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByText('Something unexpected happened')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('a page opens by itself when a platform that was stopped is there again @behindAFront', async ({
    page,
    system,
  }) => {
    await page.goto('/devices')
    await page.getByRole('button', { name: /User menu/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Account' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await system.entrance.kill()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await system.entrance.restart()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  })

  test('after an upgrade, when the old part is gone, a reload is offered and helps', async ({ page }) => {
    await page.route('**/assets/AccountRoute-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.goto('/devices')
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { name: 'A part of the console is missing' })).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/assets/AccountRoute-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  })
})
