import type { Locator, Page } from '@playwright/test'
import { expectBothLooks } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const row = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })
const dialog = (page: Page): Locator => page.getByRole('dialog')

test('a customer is added, edited, sorted, searched, opened and deleted [spec 2 customers] [spec 2 users] [spec 5 customer] [spec 5 confirmations] [spec 6 tenant admin]', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('button', { name: 'Add Customer' }).click()
  await dialog(page).getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog(page).getByText('Title is required')).toBeVisible()
  await dialog(page).getByLabel('Title').fill('Quận Thử Nghiệm')
  await dialog(page).getByLabel('City').fill('Hồ Chí Minh')
  await dialog(page).getByLabel('Country').fill('Việt Nam')
  await dialog(page).getByLabel('Email').fill('thu@signal.vn')
  await dialog(page).getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Quận Thử Nghiệm')).toContainText('Hồ Chí Minh, Việt Nam')

  await page.getByRole('button', { name: 'Edit Quận Thử Nghiệm' }).click()
  await dialog(page).getByLabel('State').fill('Miền Nam')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'Quận Thử Nghiệm')).toContainText('Hồ Chí Minh, Miền Nam, Việt Nam')

  for (const [label, address] of [
    ['Created', /\?sortOrder=DESC/],
    ['Email', /sortProperty=email/],
    ['Title', /sortProperty=title/],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click()
    await expect(page).toHaveURL(address)
  }
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('searchbox').fill('THU@SIGNAL')
  await expect(page.getByRole('row')).toHaveCount(2)

  await row(page, 'Quận Thử Nghiệm').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Users of Quận Thử Nghiệm' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to Customers' }).click()
  await page.getByRole('button', { name: 'Delete Quận Thử Nghiệm' }).click()
  await expect(
    dialog(page).getByText('Are you sure you want to delete this customer? This action cannot be undone.'),
  ).toBeVisible()
  await expect(dialog(page).getByText(/Its users are deleted with it/)).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, 'Quận Thử Nghiệm')).toHaveCount(0)
})

test('list and form are accessible [spec 2 customers] [spec 2 dialogs]', async ({ page, system }) => {
  await page.goto('/customers')
  await expect(row(page, system.district.title).first()).toBeVisible()
  await expectBothLooks(page)
  await page.getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog(page).getByLabel('Title')).toBeFocused()
  await expectBothLooks(page, dialog(page))
})
