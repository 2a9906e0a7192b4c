/** What a console says in front of a platform that limits the calls of a tenant, and how it goes on. */
import { TENANT_LIMITS } from '../fixtures/system.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** No call passes until the limits are the usual ones again. */
const NONE = '0:1'

test.use({ signedInAs: 'admin' })

test('beyond the limit a list says so and is asked for again; a form keeps what was typed, and is saved later @behindAFront', async ({
  page,
  system,
  browserLog,
}) => {
  browserLog.expect(/status of 429/)
  await page.goto('/customers')
  await expect(page.getByRole('row').filter({ hasText: system.district.title })).toBeVisible()
  await page.getByRole('button', { name: 'Add Customer' }).click()
  const dialog = page.getByRole('dialog')
  const title = 'Quận vượt giới hạn'
  await dialog.getByLabel('Title').fill(title)
  system.limitCalls(NONE)
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog.getByText(/Too many requests for current tenant!/)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expectAccessible(dialog)
  system.limitCalls(TENANT_LIMITS)
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()

  system.limitCalls(NONE)
  await page.goto(`/customers?textSearch=${title}`)
  await expect(page.getByText(/Too many requests for current tenant!/)).toBeVisible()
  system.limitCalls(TENANT_LIMITS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  // One call too many does not end a session.
  await expect(page).toHaveURL(/\/customers/)
})
