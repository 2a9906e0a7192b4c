import { addressOf } from '@greenwave/client/callRequest'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'district' })

test('an API key that is created in the account opens the calls of its user, until it is deleted there', async ({
  page,
  system,
  request,
}) => {
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly report')
  await dialog.getByRole('button', { name: 'Create a key' }).click()
  await expect(dialog.getByText('Copy the key now')).toBeVisible()
  await expectAccessible(page)
  const value = await dialog.locator('pre').textContent()
  await dialog.getByRole('button', { name: 'I have kept it' }).click()
  const me = () =>
    request.get(system.url + addressOf('currentUser'), { headers: { 'X-Authorization': `ApiKey ${value}` } })
  expect((await (await me()).json()).email).toBe(system.districtEmail)
  await page.getByRole('button', { name: 'Delete Nightly report' }).click()
  await dialog.getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('API key deleted')).toBeVisible()
  expect((await me()).status()).toBe(401)
})
