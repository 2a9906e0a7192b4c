import { LIVE_PATH } from '@greenwave/contract/wire/live'
import type { Page } from '@playwright/test'
import { forgeToken } from '../fixtures/forgedToken.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const links = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

const PAGES = ['Now', 'Dashboard', 'Devices', 'Corridors', 'Changes', 'Reports', 'Customers']
const PAGES_IN_VIETNAMESE = ['Hiện tại', 'Tổng quan', 'Thiết bị', 'Tuyến', 'Thay đổi', 'Báo cáo', 'Khách hàng']

test.describe('as tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('the top bar leads to the pages; the footer has the contact details that the installation gives [spec 2 shell] [spec 6 tenant admin] @behindAFront', async ({
    page,
    system,
  }) => {
    await page.goto('/account')
    await expect(links(page)).toHaveText(PAGES)
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Công ty Tín hiệu Thử nghiệm')
    await expect(footer.getByRole('link', { name: 'contact@greenwave.test' })).toHaveAttribute(
      'href',
      'mailto:contact@greenwave.test',
    )
    await links(page).nth(6).click()
    await expect(page).toHaveURL(`${system.url}/customers`)
    await expect(links(page).nth(6)).toHaveAttribute('aria-current', 'page')
    await links(page).nth(2).click()
    await expect(page).toHaveURL(`${system.url}/devices`)
    await page.getByRole('banner').getByRole('link', { name: 'Greenwave' }).click()
    await expect(page).toHaveURL(`${system.url}/`)
  })

  test('the user menu shows e-mail and role, leads to the account, and changes theme and language [spec 2 shell]', async ({
    page,
    system,
  }) => {
    await page.goto('/devices')
    const trigger = page.getByRole('button', { name: `User menu: ${system.adminEmail}, Tenant Admin` })
    await trigger.click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page).toHaveURL(`${system.url}/account`)
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()

    await trigger.click()
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await trigger.click()
    await page.getByRole('menuitemradio', { name: 'Tiếng Việt', exact: true }).click()
    await expect(links(page)).toHaveText(PAGES_IN_VIETNAMESE)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
    await expect(links(page)).toHaveText(PAGES_IN_VIETNAMESE)
  })

  test('an address that is none says so inside the shell and leads home [spec 2 shell]', async ({ page, system }) => {
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(links(page)).toHaveText(PAGES)
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL(`${system.url}/`)
  })

  test('a device that does not exist says so and stays signed in [spec 2 device]', async ({ page, browserLog }) => {
    browserLog.expect(/status of 404 .*\/api\/device\/info\//)
    await page.goto('/devices/5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10')
    await expect(page.getByRole('alert')).toContainText('is not found')
    await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
  })
})

test.describe('as customer user', () => {
  test.use({ signedInAs: 'district' })

  test('there is no link Customers, and the role reads User [spec 2 shell] [spec 6 customer user]', async ({
    page,
    system,
  }) => {
    await page.goto('/devices')
    await expect(links(page)).toHaveText(['Now', 'Dashboard', 'Devices', 'Reports'])
    await expect(page.getByRole('button', { name: `User menu: ${system.districtEmail}, User` })).toBeVisible()
  })

  test('the pages of customers say "no permission", ask for nothing, and keep the session [spec 6 customer user]', async ({
    page,
    scene,
    system,
  }) => {
    const customer = await scene.customer('Khách hàng bí mật')
    const calls: string[] = []
    page.on('request', (request) => {
      if (/\/api\/customers?\b(?!\/[^/]+\/assetInfos)/.test(request.url())) calls.push(request.url())
    })
    for (const address of ['/customers', `/customers/${customer.id.id}/users`]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible()
      await expect(page).toHaveURL(system.url + address)
      await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
    }
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Go to the dashboard' }).click()
    await expect(page).toHaveURL(`${system.url}/`)
  })

  test('a device of somebody else is refused in place [spec 6 customer user]', async ({ page, scene, browserLog }) => {
    browserLog.expect(/status of 403 .*\/api\/device\/info\//)
    const device = await scene.device({ label: 'Ngã tư của người khác' })
    await page.goto(`/devices/${device.id}`)
    await expect(page.getByRole('alert')).toContainText("You don't have permission to perform this operation!")
    await expect(page.getByText('Ngã tư của người khác')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
  })
})

test('any other scope is answered so, on both lists of devices [spec 6 other scope]', async ({ page }) => {
  // The platform has no such user. The token is forged, and the live socket, where it would be refused, never answers.
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  await page.goto('/login')
  await page.evaluate(
    (token) => localStorage.setItem('token', token),
    forgeToken({ scope: 'SYS_ADMIN', expiresInSeconds: 9000 }),
  )
  for (const address of ['/', '/devices']) {
    await page.goto(address)
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load devices' })
    await expect(alert.getByRole('paragraph')).toHaveText([
      'Unauthorized: Invalid user scope',
      'Failed to load devices',
    ])
    if (address !== '/') continue
    const colour = await alert.evaluate((text) => getComputedStyle(text).color)
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number)
    expect(red, `${colour} of the side panel is red`).toBeGreaterThan(2 * Math.max(green, blue))
  }
  await expect(links(page)).toHaveText(['Now', 'Dashboard', 'Devices', 'Reports'])
})
