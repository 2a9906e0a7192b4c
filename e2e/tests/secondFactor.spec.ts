import { issueTokens } from '@greenwave/harness/api'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { DISTRICT_PASSWORD } from '../fixtures/system.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const signedIn = (page: Page) => expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()

/** Fills in account and password, and stops at the next step of the sign-in. */
async function passPassword(page: Page, account: string, secret: string, base = ''): Promise<void> {
  await page.goto(`${base}/login`)
  await page.getByLabel('Account').fill(account)
  await password(page).fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
}

/**
 * Returns the code that an authenticator app shows the given number of half minutes from now. Each code is accepted
 * once.
 */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })

/** Returns the secret that is shown for typing. */
const secretIn = async (shown: Locator) => ((await shown.textContent()) ?? '').replaceAll(' ', '')

/** Sets up an authenticator app on the account page, which uses up the code of this half minute. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/account?tab=security')
  await page.getByRole('button', { name: 'Set up: Authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Current password').fill(DISTRICT_PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(dialog)
  const secret = await secretIn(dialog.locator('code'))
  await dialog.getByLabel(/Six digits/).fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Verify and turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Keep these recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(shown)
  const codes = await shown.getByRole('listitem').allInnerTexts()
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()
  return { secret, codes }
}

test('an authenticator app is set up with a QR code, and asked for at the next sign-in; a recovery code stands in for it once', async ({
  page,
  system,
  browserLog,
}) => {
  browserLog.expect(/status of 400 .*\/verification\/check/)
  const me = 'totp@signal.vn'
  await system.api.createCustomerUser(system.district, me, DISTRICT_PASSWORD)
  await signIn(page, me, DISTRICT_PASSWORD)
  const { secret, codes } = await setUpApp(page)
  await signOut(page)

  await passPassword(page, me, DISTRICT_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await code(page).fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('Verification code is incorrect')
  await expect(code(page)).toHaveValue('000000')
  await code(page).fill(codeOf(secret))
  await code(page).press('Enter')
  await signedIn(page)
  await expect(page).toHaveURL(`${system.url}/`)
  await signOut(page)

  await passPassword(page, me, DISTRICT_PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await signedIn(page)
  await page.goto('/account?tab=security')
  await expect(page.getByText('9 codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Remove: Authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the authenticator app' })
  await dialog.getByLabel('Current password').fill(DISTRICT_PASSWORD)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Set up: Authenticator app' })).toBeVisible()
  await signOut(page)
  await signIn(page, me, DISTRICT_PASSWORD)
})

test('an administrator lets in a user who lost the phone', async ({ page, system, browser }) => {
  const me = 'lost@signal.vn'
  await system.api.createCustomerUser(system.district, me, DISTRICT_PASSWORD)
  const elsewhere = await browser.newContext({ baseURL: system.url })
  const theirs = await elsewhere.newPage()
  await signIn(theirs, me, DISTRICT_PASSWORD)
  await setUpApp(theirs)

  await signIn(page, ADMIN_EMAIL, system.adminPassword)
  await page.goto(`/customers/${system.district.id.id}/users`)
  await page
    .getByRole('row', { name: new RegExp(me) })
    .getByRole('button', { name: /Edit/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove the second factor' }).click()
  await expect(dialog.getByRole('button', { name: 'Hủy' })).toBeFocused()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: 'Remove the second factor' }).click()
  await expect(page.getByText('The second factor is removed')).toBeVisible()
  expect(await issueTokens(system.platform.url, me, DISTRICT_PASSWORD)).toHaveProperty('refreshToken')
  await elsewhere.close()
})

// A page that is still open when its platform stops would log errors, so each test leaves it.
test.describe('an installation of its own', () => {
  test('a passkey is made and used where the address has a name that browsers trust', async ({ page }) => {
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: false,
        hasUserVerification: false,
        isUserVerified: false,
      },
    })
    const platform = await startPlatformProcess()
    try {
      const local = platform.url.replace('127.0.0.1', 'localhost')
      await passPassword(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
      await signedIn(page)
      await page.goto(`${platform.url}/account?tab=security`)
      await expect(page.getByText('Browsers allow passkeys at https addresses with a name only.')).toBeVisible()

      await passPassword(page, ADMIN_EMAIL, platform.adminPassword, local)
      await signedIn(page)
      await page.goto(`${local}/account?tab=security`)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
      await expectAccessible(dialog)
      await dialog.getByLabel('Name').fill('Key on my ring')
      await dialog.getByLabel('Current password').fill(platform.adminPassword)
      await dialog.getByRole('button', { name: 'Go on' }).click()
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await expect(page.getByText('Not used yet')).toBeVisible()
      await expectAccessible(page)
      await signOut(page)

      await passPassword(page, ADMIN_EMAIL, platform.adminPassword, local)
      await expect(page.getByText('Your browser asks for your passkey or security key.')).toBeVisible()
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await signedIn(page)
      await page.goto(`${local}/account?tab=security`)
      await expect(page.getByText(/Last used/)).toBeVisible()
      await page.goto('about:blank')
    } finally {
      await platform.stop()
    }
  })

  test('asks for another password in place of the printed one before anything else', async ({ page, browserLog }) => {
    browserLog.expect(/status of 40[01] .*\/api\/(auth\/login|noauth\/resetPassword)/)
    const platform = await startPlatformProcess({}, true)
    try {
      await passPassword(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
      await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Change and go on' }).click()
      await expect(page.getByText('A new password is required')).toBeVisible()
      await page.getByLabel('New password', { exact: true }).fill('qwertyuiop')
      await page.getByLabel('Confirm new password').fill('qwertyuio')
      await page.getByRole('button', { name: 'Change and go on' }).click()
      await expect(page.getByText('New passwords do not match')).toBeVisible()
      await page.getByLabel('Confirm new password').fill('qwertyuiop')
      await page.getByRole('button', { name: 'Change and go on' }).click()
      await expect(page.getByRole('alert')).toContainText('among the most common ones')
      await page.getByLabel('New password', { exact: true }).fill('lamps at every crossing')
      await page.getByLabel('Confirm new password').fill('lamps at every crossing')
      await page.getByRole('button', { name: 'Change and go on' }).click()
      await signedIn(page)
      await signOut(page)
      await passPassword(page, ADMIN_EMAIL, 'lamps at every crossing', platform.url)
      await signedIn(page)
      await page.goto('about:blank')
    } finally {
      await platform.stop()
    }
  })

  test('that asks everyone for a second factor leads there after the password', async ({ page }) => {
    const platform = await startPlatformProcess({ GREENWAVE_SECOND_FACTOR: 'everyone' })
    try {
      await passPassword(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
      await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Authenticator app' }).click()
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
      await expectAccessible(page)
      const secret = await secretIn(page.locator('code'))
      await page.getByLabel(/Six digits/).fill(codeOf(secret))
      await page.getByRole('button', { name: 'Verify and turn on' }).click()
      await expect(page.getByRole('listitem')).toHaveCount(10)
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'I have kept them' }).click()
      await signedIn(page)
      await page.goto('about:blank')
    } finally {
      await platform.stop()
    }
  })
})
