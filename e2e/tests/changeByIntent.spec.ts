import { changesIn, confirmation, dialog, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { expectNoOverhang } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('five seconds more green take four clicks, a start is dragged, and a danger is ended or sent with code and reason [spec 2 program dialog] [spec 2 plan dialog]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  const stored = () => system.api.attributes(device.id, 'SHARED_SCOPE')
  await openDevice(page, device.id)
  const edit = page.getByRole('button', { name: 'Edit program 1', exact: true })

  await edit.click()
  await dialog(page).getByRole('button', { name: 'Phase 1: 5 s more green' }).click()
  await dialog(page).getByRole('button', { name: 'Save Program' }).click()
  const asked = confirmation(page)
  expect(await changesIn(page)).toEqual([
    'Program 1 phase 1 green 30 s → 35 s',
    'Program 1 phase 2 start 35 s → 40 s',
    'Program 1 phase 3 start 60 s → 65 s',
  ])
  await asked.getByRole('button', { name: 'Xác nhận' }).click()
  await expect(settingRow(page, 'Edit program 1')).toContainText('Green 35 · 20 · 15 s')
  expect(await stored()).toMatchObject({ Pr1_X1: 35, Start_Pr1_X2: 40, Start_Pr1_X3: 65 })

  await page.getByRole('button', { name: 'Edit plan 2', exact: true }).click()
  const handle = await dialog(page).getByRole('slider', { name: 'Start of plan 2' }).boundingBox()
  const day = await dialog(page).getByRole('group', { name: 'Schedule of the day' }).boundingBox()
  if (!handle || !day) throw new Error('the day is not drawn')
  const y = handle.y + handle.height / 2
  await page.mouse.move(handle.x + handle.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(day.x + (day.width * 7.25) / 24, y, { steps: 4 })
  await page.mouse.up()
  await expect(dialog(page)).toContainText('Begins at 07:15')
  await expect(dialog(page).getByLabel('Hour')).toHaveValue('7')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()

  await edit.click()
  await dialog(page).getByText('Keep cycle', { exact: true }).click()
  await dialog(page).getByLabel('Green Phase 1').fill('40')
  const fix = dialog(page).getByRole('button', { name: 'Move phases 2 and 3 by 5 s' })
  await expect(fix).toBeVisible()
  await expectAccessible(dialog(page))
  await fix.click()
  await expect(dialog(page).getByLabel('Start Phase 3')).toHaveValue('70')
  await dialog(page).getByLabel('Start Phase 3').fill('69')
  await dialog(page).getByRole('button', { name: 'Save Program' }).click()
  const confirm = asked.getByRole('button', { name: 'Xác nhận' })
  await asked.getByRole('checkbox').check()
  await expect(confirm).toBeDisabled()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 800 })
  await expectAccessible(dialog(page))
  await expectNoOverhang(page)
  await asked.getByLabel(`Type ${device.name} to send it in spite of the danger`).fill(device.name)
  await asked.getByLabel('Why (needed because of the danger)').fill('Detour')
  await confirm.click()
  await expect(settingRow(page, 'Edit program 1')).toContainText('Green 40 · 20 · 15 s')
  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  await expect(page.getByRole('list', { name: 'Changes' }).locator('> li').first()).toContainText('Detour')
})
