import { addressOf } from '@greenwave/client/callRequest'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { Api } from '@greenwave/harness/api'
import type { Page } from '@playwright/test'
import { openDevice } from '../fixtures/devicePage.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard what you typed?' })

/**
 * Ends the session on the platform, as an administrator or a restart may do, at the moment of a save: any other call of the
 * page would notice it before.
 */
async function endSessionAtSave(page: Page, platformUrl: string, save: RegExp): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  let ended = false
  await page.route(save, async (route) => {
    if (ended || route.request().method() !== 'POST') return route.fallback()
    ended = true
    await Api.withToken(platformUrl, token ?? '').call('logout')
    await route.continue()
  })
}

async function signInAgain(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('Account').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('Escape, Back and a click outside a form with typed text ask first; a clean form closes at once', async ({
  page,
}) => {
  await page.goto('/devices')
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  const title = dialog(page).getByLabel('Title')
  await title.fill('Quận dở dang')
  const ways: (() => Promise<unknown>)[] = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 500),
    () => page.evaluate(() => window.history.back()),
  ]
  for (const leave of ways) {
    await leave()
    await expect(question(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(title).toHaveValue('Quận dở dang')
    await expect(title).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/customers$/)
})

test('a session that ends in the middle of a form keeps what was typed for its user, and says why [spec 8 401]', async ({
  page,
  system,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 401 .*\/api\//)
  // The live connection might notice the end of the session, too.
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  const customer = await scene.customer('Quận trước')
  await page.goto('/customers?sortProperty=title')
  await page.getByRole('button', { name: `Edit ${customer.title}` }).click()
  await dialog(page).getByLabel('City').fill('Thủ Đức')
  await endSessionAtSave(page, system.platform.url, /\/api\/customer$/)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your session ended. Sign in again; what you typed is kept.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => sessionStorage.getItem('greenwave.keptForm'))).toContain('Thủ Đức')

  await signInAgain(page, system.adminEmail, system.adminPassword)
  await expect(page).toHaveURL(`${system.url}/`)
  await expect(page.getByText('What you typed in “Edit Customer” when your session ended is kept.')).toBeVisible()
  // A dashboard that is still loading has no heading yet.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue what you were editing' }).click()
  await expect(page).toHaveURL(`${system.url}/customers?sortProperty=title`)
  await expect(dialog(page).getByLabel('City')).toHaveValue('Thủ Đức')
  await expect(dialog(page).getByLabel('Title')).toHaveValue(customer.title)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: customer.title })).toContainText('Thủ Đức')
})

test('a plan that was being edited when the session ended opens with what was typed; another user sees nothing of it', async ({
  page,
  system,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 401 .*\/api\//)
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  const device = await scene.device()
  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Edit plan 2', exact: true }).click()
  await dialog(page).getByLabel('Hour').fill('7')
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Xác nhận' })).toBeVisible()
  for (const box of await dialog(page).getByRole('checkbox').all()) await box.check()
  await endSessionAtSave(page, system.platform.url, /\/DEVICE\/[^/]+\/(attributes\/)?(SERVER|SHARED)_SCOPE$/)
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('Your session ended. Sign in again; what you typed is kept.')).toBeVisible()

  const somebody = await scene.user(system.district)
  await signInAgain(page, somebody.email, somebody.password)
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
  await expect(page.getByText(/when your session ended is kept/)).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await signInAgain(page, system.adminEmail, system.adminPassword)
  await page.getByRole('button', { name: 'Continue what you were editing' }).click()
  await expect(page).toHaveURL(`${system.url}/devices/${device.id}`)
  await expect(dialog(page).getByLabel('Hour')).toHaveValue('7')
})

test('credentials are never kept', async ({ page, system, browserLog }) => {
  browserLog.expect(/status of 401 .*\/api\//)
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add Device' }).first().click()
  await dialog(page).getByLabel('Name', { exact: false }).first().fill('TLC-kept')
  await dialog(page).getByLabel('Label').fill('Ngã tư')
  await dialog(page).getByRole('textbox', { name: 'Client ID' }).fill('client-secret-1')
  await dialog(page).getByRole('textbox', { name: 'Username' }).fill('user-secret-2')
  await dialog(page)
    .getByLabel(/^Password/)
    .fill('password-secret-3')
  await endSessionAtSave(page, system.platform.url, /\/api\/device/)
  await dialog(page).getByRole('button', { name: 'Add Device' }).click()
  await expect(page.getByText('what you typed is kept', { exact: false })).toBeVisible()
  const kept = await page.evaluate(() => sessionStorage.getItem('greenwave.keptForm'))
  expect(kept).toContain('TLC-kept')
  expect(kept).not.toContain('secret')
  await signInAgain(page, system.adminEmail, system.adminPassword)
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await page.evaluate(() => sessionStorage.getItem('greenwave.keptForm'))).toBeNull()
})

test('a save that gives no answer can be left, and its late answer closes nothing else', async ({ page, scene }) => {
  const customer = await scene.customer('Quận chờ lâu')
  await page.clock.install()
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${addressOf('saveCustomer')}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/customers')
  await page.getByRole('button', { name: `Edit ${customer.title}` }).click()
  await dialog(page).getByLabel('City').fill('Huế')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Đang lưu...' })).toBeDisabled()
  await page.clock.fastForward(9000)
  await expect(dialog(page).getByText(/it may be saved or not/)).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Leave' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  await dialog(page).getByLabel('Title').fill('Quận khác')
  letGo()
  await expect(page.getByText('Customer updated successfully')).toBeVisible()
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Quận khác')
})

test('a profile that is typed and not saved asks before its page is left, and is kept when the session ends', async ({
  page,
  system,
  browserLog,
}) => {
  browserLog.expect(/status of 401 .*\/api\//)
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  await page.goto('/account')
  await expect(page.getByLabel('Email')).not.toHaveValue('')
  await page.getByLabel('First name').fill('Dở dang')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(dialog(page).getByText('What you typed on this page is not saved.')).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Hủy' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByLabel('First name')).toHaveValue('Dở dang')
  await endSessionAtSave(page, system.platform.url, /\/api\/user(\?|$)/)
  await page.getByLabel('Last name').fill('Tên')
  await page.getByLabel('Phone number').fill('+84901234567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your session ended. Sign in again; what you typed is kept.')).toBeVisible()
  await signInAgain(page, system.adminEmail, system.adminPassword)
  await page.getByRole('button', { name: 'Continue what you were editing' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Dở dang')
  await page.getByRole('link', { name: 'Devices' }).click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/devices$/)
})
