import { addressOf } from '@greenwave/client/callRequest'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAsAdmin, signInAsDistrict, test } from '../fixtures/test.ts'

const account = (page: Page) => page.getByLabel('Account')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Sign In' })
const remember = (page: Page) => page.getByRole('checkbox', { name: 'Remember The Password' })

async function trySignIn(page: Page, name: string, secret: string): Promise<void> {
  await account(page).fill(name)
  await password(page).fill(secret)
  await submit(page).click()
}

test('the sign-in page has its words, fields and footer [spec 2 login]', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Sign In · Greenwave')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('Sign in to your account to continue')).toBeVisible()
  await expect(account(page)).toHaveAttribute('placeholder', 'Enter your username')
  await expect(account(page)).toBeFocused()
  await expect(remember(page)).not.toBeChecked()
  await expect(page.getByRole('contentinfo')).toContainText('Công ty Tín hiệu Thử nghiệm')
})

test('the sign-in page loads no code of the pages behind it', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/login')
  await expect(account(page)).toBeFocused()
  expect(loaded.filter((path) => /\/(?:start|everyPage)-[^/]*\.js$/.test(path))).toHaveLength(2)
  expect(loaded.filter((path) => /\/(?:signedIn|deviceLists)-[^/]*\.js$/.test(path))).toEqual([])
})

test('the password can be shown and hidden again [spec 2 login]', async ({ page }) => {
  await page.goto('/login')
  await password(page).fill('bí mật')
  await expect(password(page)).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(password(page)).toHaveValue('bí mật')
})

test('the button says so and cannot be pressed twice while busy; then the dashboard opens [spec 2 login] @behindAFront', async ({
  page,
  system,
}) => {
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const logins: string[] = []
  await page.route(`**${addressOf('login')}`, async (route) => {
    logins.push(route.request().postData() ?? '')
    await held
    await route.continue()
  })
  await page.goto('/login')
  await trySignIn(page, system.adminEmail, system.adminPassword)
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  await password(page).press('Enter')
  letGo()
  await expect(page).toHaveURL(`${system.url}/`)
  expect(logins).toHaveLength(1)
})

test('remembering keeps the account name on this computer, and nothing else [spec 4 remember]', async ({
  page,
  system,
}) => {
  await page.goto('/login')
  await remember(page).check()
  await trySignIn(page, system.adminEmail, system.adminPassword)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(account(page)).toHaveValue(system.adminEmail)
  await expect(remember(page)).toBeChecked()
  await expect(password(page)).toHaveValue('')
  expect(JSON.stringify(await page.context().storageState())).not.toContain(system.adminPassword)

  await remember(page).uncheck()
  await trySignIn(page, system.adminEmail, system.adminPassword)
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(account(page)).toHaveValue('')
})

test("a wrong password shows the platform's words and keeps what was typed; so do empty fields [spec 8 login] [spec 5 login] @behindAFront", async ({
  page,
  system,
  browserLog,
}) => {
  browserLog.expect(/status of 401 .*\/api\/auth\/login\)$/)
  await page.goto('/login')
  await submit(page).click()
  await expect(page.getByRole('alert')).toHaveText('Authentication failed')
  await trySignIn(page, system.adminEmail, 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password')
  await expect(account(page)).toHaveValue(system.adminEmail)
  await expect(password(page)).toHaveValue('not-the-password')
  await expect(submit(page)).toBeEnabled()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

/** Returns the style sheets of a page that could not be loaded: their rules cannot be read. */
function unreadableSheets(): readonly (string | null)[] {
  return [...document.styleSheets].flatMap((sheet) => {
    try {
      void sheet.cssRules
      return []
    } catch {
      return [sheet.href]
    }
  })
}

test('a platform that does not answer is a network error, and signing in works when it is back [spec 8 login] @behindAFront', async ({
  page,
  system,
  browserLog,
}) => {
  browserLog.expect(/ERR_CONNECTION_REFUSED .*\/api\/auth\/login\)$/)
  // Typing requests the pages behind the sign-in.
  browserLog.expect(/ERR_CONNECTION_REFUSED .*\/assets\//)
  // The page asks this once it is shown.
  const askedForWays = page.waitForResponse((response) => response.url().includes(addressOf('signInClients')))
  await page.goto('/login')
  await askedForWays
  await expect(submit(page)).toBeVisible()
  // The page is shown before its fonts are loaded, and an aborted font would be an error of its own.
  await page.waitForLoadState('networkidle')
  await system.entrance.kill()
  await trySignIn(page, system.adminEmail, system.adminPassword)
  await expect(page.getByRole('alert')).toHaveText('Network error. Please check your connection.')
  await system.entrance.restart()
  await submit(page).click()
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await expect.poll(() => page.evaluate(unreadableSheets), 'style sheets that are missing').toEqual([])
  await expect(page).toHaveURL(`${system.url}/`)
})

test('a token that has expired on arrival is refused [spec 4 login] [spec 8 login]', async ({ page, system }) => {
  // This browser's clock is a day ahead of the platform's.
  await page.clock.install({ time: Date.now() + 86_400_000 })
  await page.goto('/login')
  await trySignIn(page, system.adminEmail, system.adminPassword)
  await expect(page.getByRole('alert')).toHaveText('Token is expired')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('whoever is signed in already is led from the sign-in page to the dashboard [spec 2 login]', async ({
  page,
  system,
}) => {
  await signInAsAdmin(page, system)
  await expect(page).toHaveURL(`${system.url}/`)
  await page.goto('/login')
  await expect(page).toHaveURL(`${system.url}/`)
})

test('signing in leads to the dashboard whatever address was asked for, also a customer user [spec 2 login] [spec 2 guard]', async ({
  page,
  system,
}) => {
  await page.goto('/devices?page=3')
  await expect(page).toHaveURL(`${system.url}/login`)
  await signInAsDistrict(page, system)
  await expect(page).toHaveURL(`${system.url}/`)
})

test('language and theme are chosen on the sign-in page and hold after the sign-in [spec 2 login]', async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Tiếng Việt')
  await expect(page.getByRole('heading', { name: 'Chào mừng trở lại' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByLabel('Tài khoản', { exact: true }).fill(system.adminEmail)
  await page.getByLabel('Mật khẩu', { exact: true }).fill(system.adminPassword)
  await page.getByRole('button', { name: 'Đăng nhập' }).click()
  await expect(page.getByRole('navigation', { name: 'Điều hướng chính' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
