import { confirm, confirmation, dialog, fact, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// Long tests: on a busy machine they take more than the usual minute.

test('saved is not done: waiting, applied, not confirmed, differs and no report, the same after a reload and in a second browser [spec 4 configuration]', async ({
  page,
  context,
  browser,
  scene,
  system,
}) => {
  const away = await scene.device()
  const deaf = await scene.device()
  const stubborn = await scene.device()
  const refusing = await scene.device()
  const mute = await scene.device()
  const controllers = {
    away: await scene.controller(away),
    deaf: await scene.controller(deaf),
    stubborn: await scene.controller(stubborn),
    refusing: await scene.controller(refusing),
  }
  await scene.controller(mute, 'no-report')
  const second = await context.newPage()
  await openDevice(second, deaf.id)
  await expect(fact(second, 'Yellow · red clearance')).toContainText('Applied')
  controllers.deaf.setFaults('ignore-settings')
  await system.api.writeAttributes(deaf.id, 'SHARED_SCOPE', { Vang: 4 })
  await expect(fact(second, 'Yellow · red clearance')).toContainText('Saved')
  const savedAtMs = await system.api.attributeTime(deaf.id, 'SHARED_SCOPE', 'Vang')
  controllers.stubborn.setFaults('wrong-settings')
  await system.api.writeAttributes(stubborn.id, 'SHARED_SCOPE', { Vang: 5 })
  controllers.refusing.setFaults('refuse-settings')

  await openDevice(page, away.id)
  await expect(settingRow(page, 'Edit plan 1')).toContainText('Applied')
  controllers.away.setFaults('offline')
  await page.getByRole('button', { name: 'Edit plan 1', exact: true }).click()
  await dialog(page).getByLabel('Hour').fill('4')
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  await expect(confirmation(page)).toContainText('The controller is offline.')
  await expect(confirmation(page)).toContainText('The controller is offline: what is sent waits until it comes back.')
  await confirm(page)
  await expect(page.getByText('Plan 1: saved. The controller is offline and gets it when it comes back.')).toBeVisible()
  await expect(settingRow(page, 'Edit plan 1')).toContainText('Waiting')
  await page.reload()
  await expect(settingRow(page, 'Edit plan 1')).toContainText('Waiting')
  await expect(page.getByText('Plan 1 hour: 4 saved, waiting for the controller.')).toBeVisible()
  controllers.away.setFaults()
  await expect(settingRow(page, 'Edit plan 1')).toContainText('Applied')

  const { cookies, origins } = await context.storageState()
  const elsewhere = await browser.newContext({ storageState: { cookies, origins }, baseURL: system.url })
  const third = await elsewhere.newPage()
  await third.emulateMedia({ reducedMotion: 'reduce' })
  await third.goto('/')
  const panelRow = (name: string) =>
    third.getByRole('complementary', { name: 'Devices' }).getByRole('button', { name: new RegExp(name) })
  const choose = async (name: string) => {
    await third.getByRole('searchbox').fill(name)
    await panelRow(name).click()
  }
  await choose(stubborn.name)
  await expect(panelRow(stubborn.name)).toContainText('1 setting not taken')
  await expect(fact(third, 'Yellow · red clearance')).toContainText('Differs: 6 s')
  await expect(third.getByText('Yellow: 5 s saved, the controller reports 6 s.')).toBeVisible()
  await choose(refusing.name)
  await expect(fact(third, 'Yellow · red clearance')).toContainText('Applied')
  await system.api.writeAttributes(refusing.id, 'SHARED_SCOPE', { Vang: 44 })
  await expect(fact(third, 'Yellow · red clearance')).toContainText('Differs: 3 s')
  await expect(third.getByText('Yellow: 44 s saved, the controller reports 3 s.')).toBeVisible()

  await expect(fact(second, 'Yellow · red clearance')).toContainText('Not confirmed')
  expect(Date.now() - savedAtMs, 'milliseconds that the controller had to report').toBeGreaterThanOrEqual(10_000)
  await second.reload()
  await expect(fact(second, 'Yellow · red clearance')).toContainText('Not confirmed')
  await choose(mute.name)
  await expect(settingRow(third, 'Edit plan 1')).toContainText('No report')
  await expect(third.getByText(/^No report from this controller/)).toBeVisible()
  await choose(deaf.name)
  await expect(panelRow(deaf.name)).toContainText('1 setting not taken')
  await expect(fact(third, 'Yellow · red clearance')).toContainText('Not confirmed')
  const unconfirmed = 'Yellow: 4 s saved, not confirmed by the controller, which last reported 3 s.'
  await expect(third.getByText(unconfirmed)).toBeVisible()
  controllers.deaf.setFaults()
  await third.getByRole('button', { name: 'Send again' }).click()
  await expect(confirmation(third)).toBeVisible()
  await expectAccessible(third)
  await confirm(third)
  for (const window of [second, third])
    await expect(fact(window, 'Yellow · red clearance')).toContainText(/4 s · 2 s\s*Applied/)
  await elsewhere.close()
})
