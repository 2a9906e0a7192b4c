/** The theme *Sun*: every page of a phone in white and black, with 7:1 for all text, large type and large targets. */
import type { Page, Request } from '@playwright/test'
import { DARK, raise } from '../fixtures/incidents.ts'
import { expectTouchable } from '../fixtures/legibility.ts'
import { expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 }, signedInAs: 'admin' })

/**
 * Returns a function that opens a page of the console as a link does. It resolves when the page has requested nothing for
 * half a second. Loading the console anew for each page takes several times as long.
 */
function visitor(page: Page): (address: string) => Promise<void> {
  const underWay = new Set<Request>()
  let lastMs = 0
  page.on('request', (request) => underWay.add(request))
  const end = (request: Request): void => {
    underWay.delete(request)
    lastMs = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async (address) => {
    lastMs = Date.now()
    await page.evaluate((to) => history.pushState({}, '', to), address)
    await expect.poll(() => underWay.size === 0 && Date.now() - lastMs > 500, { intervals: [100] }).toBe(true)
  }
}

async function expectSunny(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize))).toBeCloseTo(17)
  await expectAccessible(page)
  await expectNoOverhang(page)
  await expectTouchable(page, 48)
  await savePicture(page, name, { fullPage: true })
}

/** All pages of a phone by name. */
const pagesOf = (deviceId: string, customerId: string) => ({
  card: '/',
  dashboard: `/?device=${deviceId}`,
  junction: `/devices/${deviceId}`,
  history: `/devices/${deviceId}/history`,
  sheet: `/devices/${deviceId}/sheet`,
  commissioning: `/devices/${deviceId}/commissioning`,
  evidence: `/devices/${deviceId}/evidence`,
  now: '/now',
  past: '/now?show=past',
  devices: '/devices',
  changes: '/changes',
  compare: '/changes/compare',
  reports: '/reports',
  corridors: '/corridors',
  profile: '/account',
  security: '/account?tab=security',
  notifications: '/account?tab=notifications',
  settingsFile: '/files/settings',
  devicesFile: '/files/devices',
  rollouts: '/rollouts',
  newRollout: '/rollouts/new',
  shifts: '/shifts',
  system: '/system',
  works: '/changes/works',
  calendar: '/calendar',
  routes: '/routes',
  customers: '/customers',
  users: `/customers/${customerId}/users`,
  nowhere: '/nowhere',
})

test('one toggle on the bar of a phone turns it on, it stays over a reload, and every page can be read in it', async ({
  page,
  scene,
  system: { api, url },
}) => {
  const customer = await scene.customer()
  await scene.user(customer)
  const device = await scene.device({ customer })
  await scene.controller(device)
  await raise(api, device.id, DARK)
  await page.goto('/')
  const toggle = page.getByRole('button', { name: 'Sun: white and black' })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.tap()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const pages = pagesOf(device.id, customer.id.id)
  const visit = visitor(page)
  const titles = new Set<string>()
  for (const [name, address] of Object.entries(pages)) {
    await test.step(name, async () => {
      await visit(address)
      await expectSunny(page, name)
      titles.add(await page.title())
    })
  }
  expect(titles.size, 'pages that were really shown').toBeGreaterThan(20)
  await page.goto(`/devices/${device.id}`)
  // A lit lamp has its letter.
  const lit = page.locator('[data-lamp=green][data-lit]').first()
  expect(await lit.evaluate((lamp) => getComputedStyle(lamp, '::after').content)).toBe('"G"')
  for (const opener of ['Edit plan 1', 'Edit program 1', 'Nháy vàng']) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expectAccessible(page)
    await savePicture(page, opener)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Cancel|Hủy/ })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /User menu/ }).tap()
  await expect(page.getByRole('menuitemradio', { name: 'Sun' })).toHaveAttribute('aria-checked', 'true')
  await expectSunny(page, 'menu')
  await page.getByRole('menuitem', { name: 'Sign out' }).tap()
  await expect(page).toHaveURL(`${url}/login`)
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expectSunny(page, 'signIn')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Light')
  await expect(page.locator('html[data-sun]')).toHaveCount(0)
})

for (const language of ['vi', 'en'])
  test(`no page of a phone is wider than its screen, in ${language}`, async ({ page, scene, system: { api } }) => {
    const customer = await scene.customer()
    const device = await scene.device({ customer })
    await scene.controller(device)
    await raise(api, device.id, DARK)
    await page.goto('/')
    await page.evaluate((tag) => localStorage.setItem('greenwave.language', tag), language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    const visit = visitor(page)
    // Links in the text of documents are as high as its lines, so these pages are not among those of *Sun*.
    const pages = { ...pagesOf(device.id, customer.id.id), help: '/help', helpPage: '/help/device-settings' }
    for (const [name, address] of Object.entries(pages)) {
      await test.step(name, async () => {
        await visit(address)
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 740 })
          await expectNoOverhang(page)
        }
        await savePicture(page, `${name}-${language}`, { fullPage: true })
      })
    }
  })
