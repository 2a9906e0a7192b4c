import { changesIn, confirm, dialog, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('a change is in the history with its reason, also one that was made outside, and is undone with three clicks, bit for bit @behindAFront', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  const stored = () => system.api.attributes(device.id, 'SHARED_SCOPE')
  const before = await stored()
  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Edit program 6' }).click()
  await dialog(page).getByLabel('Green Phase 3').fill('20')
  await dialog(page).getByRole('button', { name: 'Save Program' }).click()
  await dialog(page).getByLabel('Why (optional)').fill('Market day')
  await confirm(page)
  await expect(settingRow(page, 'Edit program 6')).toContainText('Green 30 · 20 · 20 s')
  expect(await stored()).toEqual({ ...before, Pr6_X3: 20 })
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { P6_MM: 45 })

  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  const rows = page.getByRole('list', { name: 'Changes' }).locator('> li')
  const change = rows.filter({ hasText: 'Market day' })
  await expect(change).toContainText('Program 6 phase 3 green 15 s → 20 s')
  await expect(change).toContainText(device.label)
  await expect(change).not.toContainText('audit log')
  await expect(rows.filter({ hasText: 'Plan 6 minute 45' })).toContainText('Changed outside Greenwave')
  const topOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y
  await expectEveryLook(page, async (look) => {
    expect(await topOf('Show all'), `one line of buttons, ${look}`).toBe(await topOf('Save as CSV'))
  })

  await change.getByRole('link', { name: 'Compare with now' }).click()
  const table = page.getByRole('table')
  await expect(page.getByText('1 difference')).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByRole('row').last()).toContainText('Plan 6 minute')
  await expect(page.getByRole('button', { name: 'Bring these settings back' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Show equal values').check()
  await expect(table.getByRole('row').filter({ hasText: 'Program 6 phase 3 green' })).toContainText('20 s')
  await page.goBack()
  await page.goBack()

  await change.getByRole('button', { name: /^Undo/ }).click()
  expect(await changesIn(page)).toEqual(['Program 6 phase 3 green 20 s → 15 s'])
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(rows.first()).toContainText('brings back')
  expect(await stored()).toEqual({ ...before, P6_MM: 45 })
})

test('a change ticks by itself until the street shows it, and one that waits is listed for everybody, also after a reload', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  const away = await scene.device()
  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Tuyến 1' }).click()
  await confirm(page)
  const receipt = page.getByRole('region', { name: 'Last change' })
  await expect(receipt).toContainText('Mode Tự động → Tuyến 1')
  await expect(receipt.getByRole('listitem').filter({ hasText: 'Reported' })).toContainText('done')
  await expect(receipt.getByRole('listitem').filter({ hasText: 'Seen on the street' })).toContainText('done')
  await expectAccessible(page)

  await openDevice(page, away.id)
  await page.getByRole('button', { name: 'Tuyến 2' }).click()
  await confirm(page)
  await expect(receipt).toContainText('The controller is offline and gets it when it comes back.')
  await page.reload()
  const tray = page.getByRole('group').filter({ hasText: 'under way' })
  await tray.getByText(/under way/).click()
  await expect(tray.getByRole('link', { name: away.label })).toBeVisible()
  await expect(tray).toContainText('The controller is offline and gets it when it comes back.')
  await expect(tray).not.toContainText(device.label)
})
