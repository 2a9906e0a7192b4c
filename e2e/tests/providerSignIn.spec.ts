import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { startSignInProvider } from '@greenwave/harness/signInProvider'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

/** Longer than a line of the button. */
const NAME = 'Tài khoản công vụ của Thành phố Hồ Chí Minh'

/** What the test started, to be stopped in reverse order. */
const stops: (() => Promise<void>)[] = []
test.afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

test('users come in with the account of their city, through a console in front; who has no customer here reads why', async ({
  page,
}) => {
  const provider = await startSignInProvider()
  stops.push(() => provider.stop())
  const platform = await startPlatformProcess({
    GREENWAVE_OIDC_ISSUER: provider.issuer,
    GREENWAVE_OIDC_CLIENT_ID: provider.clientId,
    GREENWAVE_OIDC_CLIENT_SECRET: provider.clientSecret,
    GREENWAVE_OIDC_NAME: NAME,
    GREENWAVE_OIDC_CREATE: 'customer',
    GREENWAVE_OIDC_CUSTOMER_CLAIM: 'district',
  })
  stops.push(() => platform.stop())
  const front = await startPlatformProcess({ GREENWAVE_PLATFORM_URL: platform.url })
  stops.push(() => front.stop())
  const button = page.getByRole('link', { name: `Sign in with ${NAME}` })
  const lan = { email: 'lan@city.vn', email_verified: true, given_name: 'Lan', district: 'Quận 1' }
  provider.person('lan', lan)
  await page.goto(`${front.url}/login`)
  const cut = await button
    .getByText(NAME)
    .evaluate((words) => [words.scrollWidth - words.clientWidth, words.scrollHeight - words.clientHeight])
  expect(Math.max(...cut), 'of the name').toBeLessThanOrEqual(1)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('names no customer that exists here')
  await expectAccessible(page)

  const api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  await api.createCustomer('Quận 1')
  await button.click()
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
  expect(page.url()).toBe(`${front.url}/`)
  await page.goBack()
  expect(page.url()).not.toContain('accessToken')
  await page.goto(`${front.url}/account`)
  await expect(page.getByLabel('First name')).toHaveValue('Lan')

  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(button).toBeVisible()
})
