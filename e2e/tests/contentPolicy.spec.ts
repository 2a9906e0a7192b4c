import { addressOf } from '@greenwave/client/callRequest'
import type { Page } from '@playwright/test'
import { dialog, openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

declare global {
  interface Window {
    /** What the page's policy blocked, as `directive address`. */
    violations: string[]
  }
}

const violations = (page: Page) => page.evaluate(() => window.violations)

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      window.violations.push(`${effectiveDirective} ${blockedURI}`),
    )
  })
})

test.describe('as tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('the policy of the page forbids inline styles, and the whole console does without @behindAFront', async ({
    page,
    scene,
  }) => {
    const device = await scene.device({ location: true })
    await scene.controller(device)
    await openDevice(page, device.id)
    await expect(page.getByRole('figure', { name: /^Timing of program/ })).toBeVisible()
    await expect(page.getByRole('img', { name: `Position of ${device.label}` })).toBeVisible()
    for (const open of [
      'Tuyến 1',
      'Edit plan 2',
      'Edit program 1',
      'Times',
      'Set Device Time',
      'Set location',
      'Add image',
    ]) {
      await page.getByRole('button', { name: open, exact: true }).first().click()
      await expect(dialog(page)).toBeVisible()
      // The component library blocks scrolling of the page behind a dialog with a style element.
      expect(await page.evaluate(() => getComputedStyle(document.body).overflow), open).toContain('hidden')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
    }
    expect(await violations(page)).toEqual([])
    for (const path of ['/', '/devices', '/customers', '/account']) {
      await page.goto(path)
      await page.getByRole('button', { name: /^User menu/ }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      expect(await violations(page), path).toEqual([])
    }
  })

  test('an image may lie elsewhere; a style, a script, a frame and a call may not @behindAFront', async ({
    page,
    browserLog,
  }) => {
    browserLog.expect(/Content Security Policy|Refused to/)
    await page.route('https://cameras.city.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    )
    await page.goto('/account')
    await page.evaluate(() => {
      const add = (html: string) => document.body.insertAdjacentHTML('beforeend', html)
      add('<img src="https://cameras.city.example/junction.svg" alt="">')
      add('<style>body { color: red }</style>')
      add('<p style="color: red">x</p>')
      add('<iframe src="https://evil.example/"></iframe>')
      const script = document.createElement('script')
      script.src = 'https://evil.example/x.js'
      document.body.append(script)
      fetch('https://evil.example/x').catch(() => undefined)
      new WebSocket('wss://evil.example/x')
    })
    await expect.poll(() => violations(page)).toHaveLength(6)
    const forbidden = (await violations(page)).map((one) => one.split(' ')[0])
    expect(new Set(forbidden)).toEqual(
      new Set(['connect-src', 'frame-src', 'script-src-elem', 'style-src-attr', 'style-src-elem']),
    )
    expect(forbidden.filter((one) => one === 'connect-src')).toHaveLength(2)
    await expect.poll(() => page.evaluate(() => document.querySelector('img')?.complete)).toBe(true)
  })

  test('the documentation of the calls reads with the token of the console @behindAFront', async ({ page, behind }) => {
    await page.goto('/account')
    const shown = behind !== 'embedded' ? 'Page not found' : addressOf('login')
    await page.goto('/docs/')
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
})

test('the documentation of the calls asks who is not signed in to do so @behindAFront', async ({
  page,
  behind,
  browserLog,
}) => {
  browserLog.expect(/status of 401 .*\/docs\/json/)
  await page.goto('/login')
  // This page has no heading to wait for.
  await page.evaluate(() => location.assign('/docs/'))
  const shown = behind !== 'embedded' ? page.getByLabel('Account') : page.getByText(/Sign in to the console first/)
  await expect(shown.first()).toBeVisible()
})
