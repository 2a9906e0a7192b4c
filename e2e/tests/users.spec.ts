import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const row = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email })
const dialog = (page: Page): Locator => page.getByRole('dialog')

test('a user is added, given a password, signs in, is edited and deleted [spec 2 users] [spec 4 activation] [spec 5 confirmations] [spec 5 user] [spec 5 set password] [spec 8 success] @behindAFront', async ({
  page,
  system,
  scene,
  browserLog,
}) => {
  const customer = await scene.customer('Quận Người Dùng')
  await page.goto(`/customers/${customer.id.id}/users`)
  await expect(page.getByText('No users yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add User' }).first().click()
  await dialog(page).getByRole('button', { name: 'Add User' }).click()
  await expect(dialog(page).getByText('Email is required')).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByLabel('Email').fill('truc.ban@signal.vn')
  await dialog(page).getByLabel('First name').fill('Trúc')
  await dialog(page).getByRole('button', { name: 'Add User' }).click()
  await expect(row(page, 'truc.ban@signal.vn')).toContainText('User')

  await expect(row(page, 'truc.ban@signal.vn').getByText('Set Password', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set Password of truc.ban@signal.vn' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill('12345')
  await dialog(page).getByRole('button', { name: 'Set User Password' }).click()
  await expect(dialog(page).getByText('Password must be between 6 and 72 characters')).toBeVisible()
  await expect(dialog(page).getByText('Passwords do not match')).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByLabel('Password', { exact: true }).fill('mật khẩu 1')
  await dialog(page).getByLabel('Confirm password').fill('mật khẩu 1')
  await dialog(page).getByRole('button', { name: 'Set User Password' }).click()
  await expect(page.getByText('Password set successfully')).toBeVisible()
  await expect(
    page.getByRole('button', { name: `User menu: ${system.adminEmail}` }),
    'the own session stays',
  ).toBeVisible()

  await expect(row(page, 'truc.ban@signal.vn'), 'the row says that no second one can be set').toContainText(
    'Has a password',
  )
  browserLog.expect(/status of 400 .*\/activationLinkInfo/)
  // In every row: for a user who has a password the platform refuses, and the page shows the next step.
  await page.getByRole('button', { name: 'Set Password of truc.ban@signal.vn' }).click()
  await expect(page.getByText(/^truc\.ban@signal\.vn has a password already/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit truc.ban@signal.vn' }).click()
  await dialog(page).getByLabel('Last name').fill('Ban')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'truc.ban@signal.vn')).toContainText('Trúc Ban')

  await page.getByRole('button', { name: 'Delete truc.ban@signal.vn' }).click()
  await expect(
    dialog(page).getByText('Are you sure you want to delete this user? This action cannot be undone.'),
  ).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('No users yet')).toBeVisible()
})

test('the sessions of a user are listed and ended, which the page there notices @behindAFront @greenwaveOnly', async ({
  page,
  system,
  scene,
  browser,
}) => {
  const customer = await scene.customer('Quận Phiên')
  const user = await scene.user(customer)
  await page.goto(`/customers/${customer.id.id}/users`)
  const other = await browser.newContext({ baseURL: system.url, storageState: { cookies: [], origins: [] } })
  const theirs = await other.newPage()
  await signIn(theirs, user.email, user.password)
  await expect(theirs.getByRole('button', { name: `User menu: ${user.email}, User` })).toBeVisible()
  await page.getByRole('button', { name: `Sessions of ${user.email}` }).click()
  await expect(dialog(page).getByRole('listitem').first()).toContainText('127.0.0.1')
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(dialog(page).getByText('Signed in nowhere.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await theirs.goto('/devices')
  await expect(theirs).toHaveURL(/\/login/)
  await other.close()
})

test('users are sorted, searched and paged with totals [spec 2 users]', async ({ page, system, scene }) => {
  const customer = await scene.customer('Quận Đông Người')
  for (let number = 10; number < 22; number++)
    await system.api.call('saveUser', {
      query: { sendActivationMail: 'false' },
      body: {
        email: `user${number}@crowd.vn`,
        firstName: `Tên ${31 - number}`,
        authority: 'CUSTOMER_USER',
        customerId: customer.id,
      },
    })
  await page.goto(`/customers/${customer.id.id}/users`)
  await expect(page.getByText('Showing 1 to 10 of 12 results')).toBeVisible()
  for (const [label, property] of [
    ['Email', 'email'],
    ['Authority', 'authority'],
    ['Name', 'firstName'],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`sortProperty=${property}`))
  }
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Tên 21')
  await page.getByRole('searchbox').fill('tên 20')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox').fill('user21@')
  await page.getByRole('button', { name: 'Search all 12' }).click()
  await expect(row(page, 'user21@crowd.vn')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
