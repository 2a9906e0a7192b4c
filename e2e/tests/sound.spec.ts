/** @file The sound of incidents, and the mark of the tab, on an installation whose incidents the test raises itself. */
import { Api } from '@greenwave/harness/api'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import type { Page } from '@playwright/test'
import { CLOCK, CONFLICT, junction, pulse, raise } from '../fixtures/incidents.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

let platform: PlatformProcess
let api: Api

test.beforeEach(async ({ page }) => {
  platform = await startPlatformProcess({ GREENWAVE_TILE_URL: 'none' })
  api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
  await page.context().addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(AudioScheduledSourceNode.prototype, 'start')
    document.addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-tones', '0'))
    OscillatorNode.prototype.start = function (...when) {
      const root = document.documentElement
      root.setAttribute('data-tones', String(Number(root.getAttribute('data-tones')) + 1))
      Reflect.apply(own?.value, this, when)
    }
  })
})
test.afterEach(async ({ page }) => {
  // An open page would log errors when the platform stops.
  await page.goto('about:blank')
  await platform.stop()
})

/** Returns how many tones the page has started since it was loaded. */
const tones = async (page: Page) => Number(await page.locator('html').getAttribute('data-tones'))
/** Tones of one sound of a danger. */
const ONE_SOUND = 6
const sounding = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Sounds until the incident is acknowledged' })
const blocked = (page: Page) => page.getByRole('status').filter({ hasText: 'The browser plays it after one tap' })

test('a danger sounds again and again until it is acknowledged, also after a reload and on the wall; a deviation does not', async ({
  page,
}) => {
  const [first, second] = [await junction(api, 'TLC-1', 'Lê Lợi'), await junction(api, 'TLC-2', 'Hàm Nghi')]
  await raise(api, second, CLOCK)
  await pulse(api, [1, 0, 0, 1, 0, 0])
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await page.goto(`${platform.url}/now`)
  await expect(page.getByRole('list', { name: 'Incidents' })).toContainText('Hàm Nghi')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitemradio', { name: 'Danger only' }).click()
  await page.keyboard.press('Escape')
  await expect(sounding(page)).toHaveCount(0)

  const { id } = await raise(api, first, CONFLICT)
  await pulse(api, [0, 0, 0, 1, 0, 1])
  await expect(sounding(page)).toBeVisible()
  await expect.poll(() => tones(page)).toBeGreaterThan(ONE_SOUND)
  await expectAccessible(page)

  await page.reload()
  // The browser may ask for a press again, which any part of the page takes.
  await page.getByRole('heading', { name: 'Incidents', exact: true }).click()
  await expect.poll(() => tones(page)).toBeGreaterThan(0)

  // A browser that is started anew, as on a wall, waits for a tap. Chromium without a window does not, so the page plays that.
  const wall = await page.context().newPage()
  await wall.addInitScript(() => {
    const contexts: AudioContext[] = []
    let isTapped = false
    const own = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state')
    Object.defineProperty(AudioContext.prototype, 'state', {
      get(this: AudioContext) {
        if (!contexts.includes(this)) contexts.push(this)
        return isTapped ? own?.get?.call(this) : 'suspended'
      },
    })
    window.addEventListener(
      'pointerup',
      () => {
        isTapped = true
        for (const context of contexts) context.dispatchEvent(new Event('statechange'))
      },
      { capture: true },
    )
  })
  await page.goto('about:blank')
  await wall.goto(`${platform.url}/now?view=wall`)
  await expect(blocked(wall)).toBeVisible()
  expect(await tones(wall)).toBe(0)
  await expectAccessible(wall)
  await blocked(wall).getByRole('button', { name: 'Allow sound' }).click()
  await expect.poll(() => tones(wall)).toBeGreaterThan(0)
  await expect(sounding(wall)).toBeVisible()
  await wall.mouse.move(300, 300)
  await expect(wall.getByRole('combobox', { name: 'Sound of incidents' })).toHaveValue('danger')

  await api.call('acknowledgeAlarm', { params: { alarmId: id.id } })
  await expect(sounding(wall)).toHaveCount(0)
  await wall.close()
})

test('the tab shows a danger elsewhere while a junction without incidents is open', async ({ page }) => {
  const [first, second] = [await junction(api, 'TLC-1', 'Lê Lợi'), await junction(api, 'TLC-2', 'Hàm Nghi')]
  await raise(api, first, CONFLICT)
  await pulse(api, [1, 0, 0, 0, 0, 1])
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await page.goto(`${platform.url}/devices/${second}`)
  await expect(page.getByRole('heading', { name: 'Hàm Nghi' })).toBeVisible()
  await expect(page).toHaveTitle(/^◆ Hàm Nghi/)
})
