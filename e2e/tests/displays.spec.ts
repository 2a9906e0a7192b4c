/** @file Junctions whose lamps do not count every second: what an administrator sets of them, and how they are drawn. */
import type { Page } from '@playwright/test'
import { changesIn, confirm, dialog, fact, openDevice } from '../fixtures/devicePage.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** Two phases of 5 s green, 1 s yellow and 1 s all-red each: a cycle of 14 s. */
const QUICK = {
  ...{ Mode: 4, Plan_total: 1, Vang: 1, Do_cong: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 5, Pr1_X2: 5, Pr1_X3: 0, Start_Pr1_X1: 0, Start_Pr1_X2: 7, Start_Pr1_X3: 0 },
}

/** A lit lamp of which no seconds are sent, whatever its program lets expect. */
const LIT = /^Phase \d: (Red|Green), (seconds unknown|about \d+ s by program 1)$/

const openForm = (page: Page) => page.getByRole('button', { name: 'Edit displays and control' }).click()

test('a display that hides its lamps looks dark until an administrator sets it; then it is not shown', async ({
  page,
  scene,
  system: { api },
}) => {
  const device = await scene.device({ settings: QUICK, display: 'last-2-0' })
  await scene.controller(device)
  await openDevice(page, device.id)
  await expect(page.getByRole('figure', { name: /^Phase \d: Dark/ }).first()).toBeVisible()
  await expect(fact(page, 'Displays count')).toContainText('every second learned')

  await openForm(page)
  const form = dialog(page)
  await form.getByLabel('All lamps count').selectOption('the last seconds')
  await form.getByLabel('Last seconds').fill('2')
  await form.getByLabel('Before (0: no lamp)').fill('0')
  await form.getByText('Each lamp by itself').click()
  await expectEveryLook(page, (look) => savePicture(page, `form-${look}`))
  await form.getByRole('button', { name: 'Save' }).click()
  expect(await changesIn(page)).toContain('Phase 2: display of green nothing → the last 2 s, no lamp before')
  await confirm(page)

  await expect(page.getByRole('figure', { name: /^Phase \d: Not shown/ }).first()).toBeVisible()
  await expect(page.getByRole('figure', { name: /Dark/ })).toHaveCount(0)
  await expect(fact(page, 'Displays count')).toContainText('the last 2 s, no lamp before set')
  // The scene says that every second was learned.
  await expect(fact(page, 'Displays count')).toContainText('Observed: every second')
  const styles = { red: 'last-2-0', yellow: 'last-2-0', green: 'last-2-0' }
  const { gw_site } = await api.attributes(device.id, 'SERVER_SCOPE')
  expect(gw_site).toEqual({ display: { 1: styles, 2: styles, 3: styles } })
  await expectEveryLook(page, (look) => savePicture(page, `hidden-${look}`))
})

test('a lamp without a number is lit; what its program lets expect has a mark, which goes when the lamps are old', async ({
  page,
  scene,
  system: { api },
}) => {
  const device = await scene.device({ settings: QUICK, display: 'none' })
  const styles = { red: 'none', yellow: 'none', green: 'none' }
  const gw_site = { display: { 1: styles, 2: styles, 3: styles }, control: { kind: 'fixed' } }
  await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_site })
  const controller = await scene.controller(device)
  await openDevice(page, device.id)
  await expect(page.getByRole('figure', { name: /seconds unknown/ }).first()).toBeVisible()
  await savePicture(page, 'unknown')
  // A change of settings settles for two cycles; then a change of lamp confirms them.
  const expected = page.getByRole('figure', { name: /^Phase 2: (Red|Green), about \d+ s by program 1$/ })
  await expect(expected).toBeVisible()
  await expect(expected.getByText(/^≈\d+$/)).toBeVisible()
  await expectEveryLook(page, (look) => savePicture(page, `expected-${look}`))
  controller.setFaults('silent')
  await expect(page.getByRole('figure', { name: /, last known$/ }).first()).toBeVisible()
  await expect(page.getByText(/^≈\d+$/)).toHaveCount(0)
  await savePicture(page, 'old')
})

test('the dashboard draws each display and an actuated junction as they are: lit without seconds, not shown, neither dark [spec 2 dashboard]', async ({
  page,
  scene,
  system: { api },
}) => {
  const lamps = (style: string) => ({ red: style, yellow: style, green: style })
  const displays = (style: string) => ({ 1: lamps(style), 2: lamps(style), 3: lamps(style) })
  const kinds = [
    { display: 'last-2', control: 'fixed', shown: LIT },
    { display: 'last-2-0', control: 'fixed', shown: /^Phase \d: Not shown/ },
    { display: 'none', control: 'fixed', shown: LIT },
    { display: 'last-2', control: 'actuated', shown: LIT },
  ]
  for (const { display, control, shown } of kinds) {
    const device = await scene.device({ settings: QUICK, display })
    const gw_site = { display: displays(display), control: { kind: control } }
    await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_site })
    await scene.controller(device)
    await page.goto(`/?device=${device.id}`)
    await expect(page.getByRole('figure', { name: shown }).first()).toBeVisible()
    await expect(page.getByRole('figure', { name: /Dark/ })).toHaveCount(0)
    await expectEveryLook(page, (look) => savePicture(page, `dashboard-${display}-${control}-${look}`))
  }
})
