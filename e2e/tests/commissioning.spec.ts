/** Commissioning of a junction on a phone: from *Add Device* to the signature, with a controller that is wrong three times. */
import type { Locator, Page } from '@playwright/test'
import { createController } from '@greenwave/simulator/controller'
import { clicksOf } from '../fixtures/clicks.ts'
import { expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { KNOWN_DISPLAYS } from '../fixtures/scene.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** Two phases with a cycle of 20 s, so that each lamp is lit soon. */
const SETTINGS = {
  ...{ Mode: 4, Plan_total: 1, Vang: 3, Do_cong: 2, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 5, Pr1_X2: 5, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 10, Start_Pr1_X3: 0 },
}
const LAMPS_OF = [1, 2]

const step = (page: Page, name: string): Locator => page.locator(`[data-step=${name}]`)
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  await expectNoOverhang(page)
  await savePicture(page, name, { fullPage: true })
}

/** Waits until a reason is shown, and notes how long that took after the controller did it. */
async function expectReason(page: Page, name: string, reason: RegExp, sinceMs: number): Promise<void> {
  await expect(step(page, name)).toContainText(reason)
  test.info().annotations.push({ type: 'reason', description: `${name}: ${Date.now() - sinceMs} ms` })
}

test('a device is added, its controller is wrong three times and each reason is named, the lamps are walked, and another device signs [spec 3 device]', async ({
  page,
  context,
  system,
  scene,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 10.7723, longitude: 106.6987, accuracy: 8 })
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add Device' }).first().click()
  const fields = page.getByRole('dialog')
  await fields.getByRole('textbox', { name: 'Name', exact: true }).fill('TLC-commissioned')
  await fields.getByRole('textbox', { name: 'Label' }).fill('Ngã tư Hàng Xanh')
  for (const name of ['Client ID', 'Username', 'Password'])
    await fields.getByRole('button', { name: `Generate ${name}` }).click()
  await fields.getByRole('button', { name: 'Add Device' }).click()
  await expect(page).toHaveURL(/\/devices\/[0-9a-f-]+\/commissioning$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ngã tư Hàng Xanh: commissioning')
  const id = /devices\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
  scene.owns({ kind: 'device', id })
  await system.api.writeAttributes(id, 'SHARED_SCOPE', SETTINGS)
  await system.api.writeAttributes(id, 'SERVER_SCOPE', { gw_learned: KNOWN_DISPLAYS })

  await test.step('the credentials come on request, as code, text and command', async () => {
    await expect(page.getByText('mosquitto_pub')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show credentials' }).tap()
  })
  const access = region(page, 'Credentials for the controller')
  const factOf = (name: string) =>
    access
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
  const textOf = async (name: string) => (await factOf(name).textContent()) ?? ''
  await expect(factOf('Port')).toHaveText(new URL(system.mqttUrl).port)
  const login = {
    clientId: await textOf('Client ID'),
    userName: await textOf('Username'),
    password: await textOf('Password'),
  }
  expect(login.password).toMatch(/^[a-z0-9]{16}$/)
  await expect(access.getByText(/^mosquitto_pub -h 127\.0\.0\.1 -p \d+ -i /)).toContainText(`-P '${login.password}'`)
  await expect(access.getByRole('img', { name: 'Code with host, port and credentials' })).toBeVisible()
  await expectGood(page, 'credentials')
  await expect(step(page, 'reached')).toContainText('The platform accepts controllers from its own machine only.')

  await test.step('a wrong password', async () => {
    const sinceMs = Date.now()
    const wrong = createController({
      url: system.mqttUrl,
      login: { name: 'TLC-commissioned', ...login, password: 'wrong-password', faults: [] },
    })
    await expectReason(page, 'signedIn', /Wrong password \d+ s ago from 127\.0\.0\.1/, sinceMs)
    await expect(step(page, 'signedIn')).toContainText('Type the password again')
    await expectGood(page, 'wrongPassword')
    await wrong.stop()
  })

  const controller = await scene.controller({ id, name: 'TLC-commissioned', label: '', login }, 'clock-off:90')
  await test.step('a wrong clock', async () => {
    await expectReason(page, 'clock', /Clock offset: .*90 s/, Date.now())
    for (const done of ['reached', 'signedIn', 'subscribed', 'lamps', 'requested'])
      await expect(step(page, done)).toHaveAttribute('data-state', 'done')
    await step(page, 'clock').getByRole('button', { name: 'Set the clock' }).tap()
    await expect(page.getByRole('dialog')).toContainText('Set Device Time')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap()
    controller.setFaults()
    await expect(step(page, 'clock')).toHaveAttribute('data-state', 'done')
  })

  await test.step('a setting that is refused', async () => {
    await expect(step(page, 'taken')).toHaveAttribute('data-state', 'done')
    controller.setFaults('refuse-settings')
    const sinceMs = Date.now()
    await system.api.writeAttributes(id, 'SHARED_SCOPE', { Vang: 44 })
    await expectReason(page, 'taken', /Yellow: 44 s saved, the controller reports 3 s\./, sinceMs)
    await expectGood(page, 'refused')
    controller.setFaults()
    await system.api.writeAttributes(id, 'SHARED_SCOPE', { Vang: 3 })
    await expect(region(page, 'Connection')).toContainText('7 of 7')
  })

  let taps = 0
  const tap = async (target: Locator) => {
    await target.tap()
    taps += 1
  }
  await test.step('place, settings, lamps', async () => {
    await tap(page.getByRole('button', { name: 'Use my position' }))
    await expect(region(page, 'Place')).toContainText('10.77230, 106.69870 · ± 8 m')
    await tap(page.getByRole('button', { name: 'Checked', exact: true }))
    const walk = page.getByRole('list', { name: 'Lamps by phase' }).getByRole('listitem')
    await expect(walk.first()).toContainText(/Phase 1 is (green|yellow|red) now\. Do you see it\?/)
    await tap(page.getByRole('button', { name: 'No, phase 1' }))
    await expect(walk.first()).toContainText(/not seen \d\d:/)
    for (const phase of LAMPS_OF) {
      await tap(page.getByRole('button', { name: `Phase ${phase}: green, yellow and red seen` }))
      await expect(walk.nth(phase - 1)).toContainText(`Phase ${phase}: all lamps answered.`)
    }
    await expect(walk.first()).not.toContainText('not seen')
    await expectGood(page, 'walked')
  })

  await test.step('another device goes on where this one stopped, assigns and signs', async () => {
    const desk = await context.newPage()
    await desk.setViewportSize({ width: 1440, height: 900 })
    await desk.goto(page.url())
    await expect(region(desk, 'Place')).toContainText('± 8 m')
    await expect(desk.getByText('Phase 2: all lamps answered.')).toBeVisible()
    const clicks = await clicksOf(desk)
    await desk.getByRole('button', { name: 'Assign to a customer' }).click()
    await desk.getByRole('dialog').getByRole('combobox', { name: 'Customer' }).click()
    await desk.getByRole('option', { name: system.district.title, exact: true }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
    await expect(desk.getByText(`Assigned to ${system.district.title}.`)).toBeVisible()
    await desk.getByLabel('Name', { exact: true }).fill('Trần Văn Anh')
    await desk.getByLabel('Note').fill('Cabinet key at the ward')
    await desk.getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(desk.getByText(/^Signed by Trần Văn Anh, /).first()).toBeVisible()
    // Without the lamp that was not seen at first: from the place to the signature.
    expect(taps - 1 + (await clicks())).toBeLessThanOrEqual(9)
    const sheet = region(desk, 'Commissioning sheet')
    for (const text of ['TLC-commissioned', '± 8 m', '127.0.0.1', system.district.title, 'Cabinet key at the ward'])
      await expect(sheet).toContainText(text)
    await expect(sheet.getByRole('row')).toHaveCount(7)
    await expect(sheet).not.toContainText(login.password)
    for (const colorScheme of ['dark', 'light'] as const) {
      await desk.emulateMedia({ colorScheme })
      await expectGood(desk, `signed-${colorScheme}`)
    }
    await desk.emulateMedia({ media: 'print' })
    await expect(region(desk, 'Connection')).toBeHidden()
    await savePicture(desk, 'print', { fullPage: true })
    await desk.goto(`/changes?junction=${id}`)
    await expect(desk.getByText('Trần Văn Anh').first()).toBeVisible()
    await desk.close()
  })
  await expect(page.getByText(/^Signed by Trần Văn Anh, /).first()).toBeVisible()
  await page.getByRole('button', { name: /User menu/ }).tap()
  await page.getByRole('menuitemradio', { name: 'Tiếng Việt', exact: true }).tap()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ngã tư Hàng Xanh: nghiệm thu lắp đặt')
  await expect(page.getByText(/^Đã ký: Trần Văn Anh, /).first()).toBeVisible()
  await expectGood(page, 'vi')
  test.info().annotations.push({ type: 'taps', description: String(taps) })
})
