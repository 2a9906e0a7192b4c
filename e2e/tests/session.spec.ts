import { addressOf } from '@greenwave/client/callRequest'
import { API_ROOT } from '@greenwave/contract/wire/calls/calls'
import { LIVE_PATH } from '@greenwave/contract/wire/live'
import { Api } from '@greenwave/harness/api'
import type { Page } from '@playwright/test'
import { forgeToken } from '../fixtures/forgedToken.ts'
import { DISTRICT_PASSWORD } from '../fixtures/system.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const atLogin = (page: Page) => expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
const signedIn = (page: Page) => expect(page.getByRole('button', { name: /User menu/ })).toBeVisible()
const live = (page: Page) => expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible()
const storedTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('refreshToken')])

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('a stored token is taken up, and the live connection opens [spec 4 stored token] [spec 4 realtime] @behindAFront', async ({
  page,
}) => {
  await page.goto('/devices')
  await signedIn(page)
  await live(page)
})

test('a stored token that has expired removes both tokens, and nothing of the page is shown [spec 4 expired token] [spec 2 guard]', async ({
  page,
}) => {
  await page.goto('/login')
  await signedIn(page)
  await page.evaluate(
    (token) => localStorage.setItem('token', token),
    forgeToken({ scope: 'TENANT_ADMIN', expiresInSeconds: -1 }),
  )
  const calls: string[] = []
  let isNewPage = false
  page.on('framenavigated', () => {
    isNewPage = true
  })
  page.on('request', (request) => {
    // The page before may still ask until it is gone.
    if (!isNewPage) return
    const { pathname } = new URL(request.url())
    // The sign-in page asks without a token which ways to sign in there are.
    if (pathname.startsWith(API_ROOT) && pathname !== addressOf('signInClients')) calls.push(request.url())
  })
  await page.goto('/devices')
  await atLogin(page)
  expect(await storedTokens(page)).toEqual([null, null])
  expect(calls, 'nothing is asked for with an expired token').toEqual([])
})

test('signing out removes both tokens, voids them on the platform, and the way back is closed [spec 4 logout] @behindAFront', async ({
  page,
  system,
}) => {
  await page.goto('/account')
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveURL(`${system.url}/devices`)
  const [token = ''] = await storedTokens(page)
  const loggedOut = page.waitForResponse(`**${addressOf('logout')}`)
  await signOut(page)
  await atLogin(page)
  expect(await storedTokens(page)).toEqual([null, null])
  await loggedOut
  const call = Api.withToken(system.platform.url, token ?? '').call('currentUser')
  await expect(call).rejects.toMatchObject({ status: 401 })
  await page.goBack()
  await atLogin(page)
})

test('a call that is answered 401 signs out [spec 8 401]', async ({ page, system, browserLog }) => {
  browserLog.expect(/status of 401 .*\/api\//)
  // The live connection might notice the end of the session before the call does.
  await page.routeWebSocket(`**${LIVE_PATH}`, () => undefined)
  await page.goto('/account')
  await signedIn(page)
  await expect(page.getByLabel('Email')).not.toHaveValue('')
  const [token = ''] = await storedTokens(page)
  await Api.withToken(system.platform.url, token ?? '').call('logout')
  await page.getByRole('link', { name: 'Devices' }).click()
  await atLogin(page)
  await expect(page.getByText('Your session ended. Sign in again.')).toBeVisible()
  expect(await storedTokens(page)).toEqual([null, null])
})

test('two tabs agree: signed out in one is signed out in the other, and signed in too [spec 4 logout] [spec 4 login]', async ({
  page,
  context,
  system,
}) => {
  await page.goto('/devices')
  const other = await context.newPage()
  await other.goto('/account')
  await signedIn(other)
  await signOut(page)
  await atLogin(page)
  await atLogin(other)

  await page.getByLabel('Account').fill(system.districtEmail)
  await page.getByLabel('Password', { exact: true }).fill(DISTRICT_PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await signedIn(page)
  await expect(other).toHaveURL(`${system.url}/`)
  await expect(other.getByRole('button', { name: `User menu: ${system.districtEmail}` })).toBeVisible()
})

test('a console that stays open renews its token in good time, once for all tabs [spec 4 renewal] @behindAFront', async ({
  page,
  context,
}) => {
  await context.clock.install()
  const renewals: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith(addressOf('refreshToken'))) renewals.push(request.url())
  })
  await page.goto('/account')
  const other = await context.newPage()
  await other.goto('/account')
  // A connection that is still opening would time out when the clock jumps.
  await live(page)
  await live(other)
  const before = await storedTokens(page)
  // More than nine tenths of a token's lifetime. In two steps, because the tabs' clocks move one after the other, which
  // no real computer does: a tab that learns of the new token before its own clock has moved must not find that token
  // old, too.
  await context.clock.fastForward(8000_000)
  await context.clock.fastForward(500_000)
  await expect.poll(() => storedTokens(page)).not.toEqual(before)
  await expect.poll(() => storedTokens(other)).toEqual(await storedTokens(page))
  await context.clock.fastForward(5000)
  await page.getByRole('link', { name: 'Devices' }).click()
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await signedIn(other)
  expect(renewals).toHaveLength(1)
})
