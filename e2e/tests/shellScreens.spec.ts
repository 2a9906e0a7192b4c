import type { Page } from '@playwright/test'
import { expectBothLooks } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Returns how far the page is wider than the window, pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.use({ signedInAs: 'admin' })

test('the shell around the dashboard, what is not found, what is refused and what failed is accessible and fits a phone [spec 2 shell] [spec 2 dashboard]', async ({
  page,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 404 .*\/api\/device\/info\//)
  browserLog.expect(/AccountRoute/)
  await page.route('**/assets/AccountRoute-*.js', (route) => route.abort())
  const device = await scene.device()
  const screens: [address: string, ready: () => Promise<void>][] = [
    [`/?device=${device.id}`, () => expect(page.getByRole('figure', { name: /^Phase 1/ })).toBeVisible()],
    ['/no/such/page', () => expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()],
    ['/devices/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10', () => expect(page.getByRole('alert')).toBeVisible()],
    ['/account', () => expect(page.getByRole('heading', { name: 'A part of the console is missing' })).toBeVisible()],
  ]
  for (const [address, ready] of screens) {
    await page.goto(address)
    await ready()
    await expectBothLooks(page)
  }
})

test.describe('without a session', () => {
  test.use({ signedInAs: 'nobody', viewport: { width: 360, height: 640 } })

  test('the sign-in page is accessible, and it fits a phone [spec 2 login]', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/login')
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
      await expectAccessible(page)
      expect(await overhang(page)).toBe(0)
    }
  })
})

test('whoever wants less motion sees none [spec 2 device]', async ({ page, scene }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const device = await scene.device()
  await scene.controller(device)
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByRole('figure', { name: /^Phase 1: (Red|Yellow|Green)/ })).toBeVisible()
  await page.getByRole('button', { name: 'Set Device Time' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1)
      .map((animation) => (animation.effect instanceof KeyframeEffect ? animation.effect.target?.className : '')),
  )
  expect(moving).toEqual([])
})
