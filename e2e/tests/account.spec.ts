import { expectBothLooks } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

/** Returns the e-mail and password of a user for one test. */
function person(name: string): { email: string; password: string } {
  return { email: `${name}@signal.vn`, password: 'first-password' }
}

test('the profile is checked and saved [spec 2 account] [spec 4 renewal] [spec 5 profile] [spec 8 success]', async ({
  page,
  system,
}) => {
  const me = person('profile')
  await system.api.createCustomerUser(system.district, me.email, me.password)
  await signIn(page, me.email, me.password)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Save changes' }).click()
  for (const words of ['Phone number is required', 'First name is required', 'Last name is required'])
    await expect(page.getByText(words)).toBeVisible()
  await page.getByLabel('Phone number').fill('0901234567')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Phone number must be in E.164 format (e.g., +84901234567)')).toBeVisible()
  await page.getByLabel('Phone number').fill('+84901234567')
  await page.getByLabel('First name').fill('Trúc')
  await page.getByLabel('Last name').fill('Ban')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.getByLabel('First name').fill('Trúc Mai')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Profile updated successfully').last()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Trúc Mai')
})

test('a new password keeps this session, ends the others, and is the one to sign in with [spec 2 account] [spec 4 new tokens] [spec 5 change password] [spec 8 success] [spec 8 401]', async ({
  page,
  system,
  browser,
  browserLog,
}) => {
  browserLog.expect(/status of 400/)
  const me = person('secret')
  await system.api.createCustomerUser(system.district, me.email, me.password)
  const elsewhere = await browser.newContext({ baseURL: system.url })
  const other = await elsewhere.newPage()
  await signIn(other, me.email, me.password)
  await signIn(page, me.email, me.password)
  await page.goto('/account?tab=security')

  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm new password').fill('123456')
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('second-password')
  await page.getByLabel('Confirm new password').fill('second-password')
  await change.click()
  await expect(page.getByRole('alert')).toHaveText("Current password doesn't match!")
  await page.getByLabel('Current password').fill(me.password)
  await change.click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()

  // A token issued in the same second as the change stays valid, so this session makes a call first.
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await expect(async () => {
    await other.goto('/devices')
    await expect(other).toHaveURL(/\/login/, { timeout: 1_000 })
  }).toPass()
  await other.getByLabel('Account').fill(me.email)
  await other.getByLabel('Password', { exact: true }).fill('second-password')
  await other.getByRole('button', { name: 'Sign In' }).click()
  await expect(other.getByRole('button', { name: /secret@signal\.vn/ })).toBeVisible()
  await elsewhere.close()
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('both tabs are accessible [spec 2 account]', async ({ page, system }) => {
    await page.goto('/account')
    await expect(page.getByLabel('Email')).toHaveValue(system.districtEmail)
    await expectBothLooks(page)
    await page.getByRole('tab', { name: 'Security' }).click()
    await expect(page.getByLabel('Current password')).toBeVisible()
    await expectBothLooks(page)
  })
})

test('where the account is signed in is listed, and elsewhere is signed out, which the page there notices @behindAFront @greenwaveOnly', async ({
  page,
  system,
  browser,
}) => {
  const me = person('sessions')
  await system.api.createCustomerUser(system.district, me.email, me.password)
  const elsewhere = await browser.newContext({ baseURL: system.url })
  const other = await elsewhere.newPage()
  await signIn(other, me.email, me.password)
  await signIn(page, me.email, me.password)
  await page.goto('/account?tab=security')
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'This one' })).toHaveCount(1)
  await expect(sessions.first()).toContainText(/Chrome \d+.*127\.0\.0\.1/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.getByRole('button', { name: 'Sign out elsewhere' }).click()
  await expectAccessible(page.getByRole('dialog'))
  await page.getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  // The next call there gets 401, and signs that page out.
  await other.goto('/devices')
  await expect(other).toHaveURL(/\/login/)
  await page.reload()
  await expect(sessions).toHaveCount(1)
  await elsewhere.close()
})
