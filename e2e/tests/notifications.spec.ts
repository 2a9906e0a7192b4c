import { Api } from '@greenwave/harness/api'
import { MailServer } from '@greenwave/harness/mailServer'
import { ADMIN_EMAIL, type PlatformProcess, startPlatformProcess } from '@greenwave/harness/platformProcess'
import { createController } from '@greenwave/simulator/controller'
import type { Page } from '@playwright/test'
import { expectBothLooks } from '../fixtures/looks.ts'
import { KNOWN_DISPLAYS } from '../fixtures/scene.ts'
import { SOUND_SETTINGS } from '../fixtures/soundSettings.ts'
import { expect, signIn, test } from '../fixtures/test.ts'

// An installation with a watcher and a mail server of its own, in which an incident is raised in the street's time.

declare global {
  interface Window {
    /** In a page of these tests: the notices that it showed. */
    shownNotices: (EventTarget & { readonly title: string })[]
    /** In the service worker: itself, and title, text and path of what was pushed. */
    registration: ServiceWorkerRegistration
    pushed: unknown[][]
  }
}

let platform: PlatformProcess
let mail: MailServer
let api: Api
test.beforeAll(async () => {
  mail = await MailServer.start()
  platform = await startPlatformProcess({
    GREENWAVE_WATCHER: 'on',
    GREENWAVE_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    GREENWAVE_SMTP_FROM: 'Greenwave <tells@city.example>',
    GREENWAVE_PUBLIC_URL: 'https://signals.example',
  })
  api = await Api.signIn(platform.url, ADMIN_EMAIL, platform.adminPassword)
})
test.afterAll(async () => {
  await platform?.stop()
  await mail?.stop()
})

async function openRules(page: Page): Promise<void> {
  await signIn(page, ADMIN_EMAIL, platform.adminPassword, platform.url)
  await page.goto(`${platform.url}/account?tab=notifications`)
  await expect(page.getByRole('button', { name: 'Save rules' })).toBeVisible()
}

test('rules are saved, a test arrives by e-mail, an incident is told by e-mail and by the browser, and the click leads to it', async ({
  page,
}) => {
  // A browser without a screen allows no notices, and nobody could see them.
  await page.addInitScript(() => {
    const shown: Seen[] = []
    class Seen extends EventTarget {
      static permission = 'granted'
      readonly title: string
      constructor(title: string) {
        super()
        this.title = title
        shown.push(this)
      }
      close() {}
    }
    Object.assign(window, { Notification: Seen, shownNotices: shown })
  })
  const titles = () => page.evaluate(() => window.shownNotices.map(({ title }) => title))

  const login = { clientId: 'ctl-01', userName: 'ctl-01', password: 'controller-secret' }
  const device = await api.createDevice({ name: 'TLC-0001', label: 'Nguyễn Huệ – Lê Lợi' }, login)
  await api.writeAttributes(device.id.id, 'SHARED_SCOPE', SOUND_SETTINGS)
  await api.writeAttributes(device.id.id, 'SERVER_SCOPE', { gw_learned: KNOWN_DISPLAYS })
  const controller = createController({ url: platform.mqttUrl, login: { name: 'TLC-0001', ...login, faults: [] } })
  try {
    await openRules(page)
    await page.getByRole('checkbox', { name: /^In this browser/ }).check()
    await page.getByRole('checkbox', { name: `By e-mail to ${ADMIN_EMAIL}` }).check()
    await page.getByRole('button', { name: 'Save rules' }).click()
    await expect(page.getByText('Rules saved')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test to this browser' }).click()
    await expect.poll(titles).toEqual(['Test notice'])

    // The first pulse says that there is a mail server.
    const tryMail = page.getByRole('button', { name: 'Send a test by e-mail' })
    await expect(tryMail).toBeVisible()
    await tryMail.click()
    await expect(page.getByText(/The test was sent/)).toBeVisible()
    expect(mail.subjects(ADMIN_EMAIL)).toEqual(['[Greenwave] Test message'])
    await expect(page.getByText(/^Last sent/)).toBeVisible()

    const stateOf = async () => (await api.attributes(device.id.id, 'SERVER_SCOPE')).gw_state
    await expect.poll(stateOf).toBe('ok')
    controller.setFaults('dark-phase:2')
    await expect.poll(() => mail.subjects(ADMIN_EMAIL).at(-1)).toBe('[Greenwave] Fault: Dark, Nguyễn Huệ – Lê Lợi')
    await expect.poll(titles).toContain('Dark: Nguyễn Huệ – Lê Lợi')
    await page.evaluate(() => window.shownNotices.at(-1)?.dispatchEvent(new Event('click')))
    await expect(page).toHaveURL(new RegExp(`/devices/${device.id.id}`))
  } finally {
    await controller.stop()
  }
  await page.goto('about:blank')
})

test.describe('where the service worker is installed', () => {
  test.use({ keepsFiles: true })

  test('the service worker shows what is pushed, and nothing that leads elsewhere', async ({ page, context }) => {
    // The console itself registers it.
    const worker = context.waitForEvent('serviceworker')
    await openRules(page)
    const scope = await page.evaluate(async () => {
      const { scope } = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      await navigator.serviceWorker.ready
      return scope
    })
    const running = await worker
    expect([scope, running.url()]).toEqual([`${platform.url}/`, `${platform.url}/sw.js`])
    // A browser without a screen allows no notices.
    await running.evaluate(() => {
      self.pushed = []
      self.registration.showNotification = async (title, { body, data } = {}) => {
        self.pushed.push([title, body, Object(data).path])
      }
    })
    const browser = await context.newCDPSession(page)
    let registrationId = ''
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations.at(-1)?.registrationId ?? registrationId
    })
    await browser.send('ServiceWorker.enable')
    await expect.poll(() => registrationId).not.toBe('')
    const push = (data: unknown) =>
      browser.send('ServiceWorker.deliverPushMessage', {
        ...{ origin: platform.url, registrationId, data: typeof data === 'string' ? data : JSON.stringify(data) },
      })
    const shown = () => running.evaluate(() => self.pushed)
    await push({
      title: 'Danger: Conflicting green, Ngã tư',
      body: 'Phases 1 and 2',
      tag: 'a',
      path: '/devices/1',
      urgent: true,
    })
    await push({ title: 'Elsewhere', body: '', tag: 'b', path: 'https://evil.example/', urgent: false })
    await push('not what was agreed')
    await expect.poll(shown).toEqual([
      ['Danger: Conflicting green, Ngã tư', 'Phases 1 and 2', '/devices/1'],
      ['Elsewhere', '', '/'],
      ['Greenwave', '', '/'],
    ])
    await page.goto('about:blank')
  })
})

test('the form of rules can be read and used by everybody', async ({ page }) => {
  await api.createCustomer(`Quận 1 với một cái tên rất dài để xuống dòng`)
  await openRules(page)
  await page.getByLabel('Junctions', { exact: true }).selectOption({ label: 'Junctions of chosen customers' })
  await page.getByRole('checkbox', { name: 'At any time of day' }).uncheck()
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('22:00')
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    await page.getByRole('checkbox', { name: day, exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('Choose at least one day')).toBeVisible()
  await expect(page.getByText('Choose at least one customer')).toBeVisible()
  await expectBothLooks(page)
  await page.goto('about:blank')
})
