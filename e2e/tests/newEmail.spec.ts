import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures/test.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')

test('a new e-mail address wants the password, waits for an administrator without a mail server, and shows then at once', async ({
  page,
  system,
  browser,
  browserLog,
}) => {
  browserLog.expect(/status of 400/)
  const [email, password] = ['before@signal.vn', 'first-password']
  await system.api.createCustomerUser(system.district, email, password)
  await signIn(page, email, password)
  await page.goto('/account')
  for (const [label, value] of [
    ['Phone number', '+84901234567'],
    ['First name', 'Trúc'],
    ['Last name', 'Ban'],
    ['Email', 'after@signal.vn'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog(page).getByLabel('Current password').fill('wrong')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page).getByText("Current password doesn't match!")).toBeVisible()
  await dialog(page).getByLabel('Current password').fill(password)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('after@signal.vn will take effect when an administrator has confirmed it.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByRole('button', { name: /before@signal\.vn, User/ })).toBeVisible()

  const office = await browser.newContext({ baseURL: system.url })
  const admin = await office.newPage()
  await signIn(admin, system.adminEmail, system.adminPassword)
  await admin.goto(`/customers/${system.district.id.id}/users?textSearch=before`)
  await expect(admin.getByText('Requested: after@signal.vn')).toBeVisible()
  await admin.getByRole('button', { name: `Edit ${email}` }).click()
  await dialog(admin).getByRole('button', { name: 'Confirm the address' }).click()
  await expect(admin.getByText('The user signs in with after@signal.vn from now on')).toBeVisible()
  await office.close()

  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('after@signal.vn')
  await expect(page.getByText(/will take effect/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: /after@signal\.vn, User/ })).toBeVisible()
})
