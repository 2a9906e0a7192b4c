/** @file The clicks of common tasks, as docs/ten-tasks.md has them; other tests count the four that are not here. */
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { clicksOf } from '../fixtures/clicks.ts'
import { changesIn, dialog, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { DARK, raise } from '../fixtures/incidents.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('extending a hold takes two clicks, a start of a plan and a clock three, last night two, comparing four, acknowledging three', async ({
  page,
  system: { api, adminEmail: by },
  scene,
}) => {
  const [device, other] = [await scene.device(), await scene.device()]
  await scene.controller(device)
  const gw_hold = { mode: 1, until: Date.now() + 600_000, back: 4, by, why: '' }
  await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_hold })
  await api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
  await raise(api, other.id, DARK)
  const send = () => dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  const closed = () => expect(dialog(page)).toHaveCount(0)

  await openDevice(page, device.id)
  const clicks = await clicksOf(page)
  await page.getByRole('button', { name: 'Extend' }).click()
  await send()
  await closed()
  expect(await clicks()).toBe(2)
  expect((await api.attributes(device.id, 'SERVER_SCOPE')).gw_hold).not.toMatchObject({ until: gw_hold.until })

  const ofPlan = await clicksOf(page)
  await page.getByRole('button', { name: 'Edit plan 2', exact: true }).click()
  await page.keyboard.type('7')
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  expect(await changesIn(page)).toEqual([expect.stringMatching(/^Plan 2 hour \d+ → 7$/)])
  await send()
  await closed()
  await expect(settingRow(page, 'Edit plan 2')).toContainText('07:')
  expect(await ofPlan()).toBe(3)

  const ofClock = await clicksOf(page)
  await page.getByRole('button', { name: 'Set Device Time' }).click()
  await dialog(page).getByRole('button', { name: 'Set Time' }).click()
  await send()
  await closed()
  expect(await api.attributes(device.id, 'SHARED_SCOPE')).toMatchObject({ Year: localTimeAt(Date.now()).year })
  expect(await ofClock()).toBe(3)

  const ofNight = await clicksOf(page)
  await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).click()
  const night = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE')
  await page.getByLabel('Day and time').click()
  await page.getByLabel('Day and time').fill(`${night}T02:00:00`)
  await expect(page.getByRole('heading', { name: 'REPLAY 02:00:00' })).toBeVisible()
  expect(await ofNight()).toBe(2)
  await page.goBack()

  const ofTwo = await clicksOf(page)
  await page.getByRole('main').getByRole('link', { name: 'Changes', exact: true }).click()
  await page.getByRole('link', { name: 'Compare settings', exact: true }).click()
  const right = page.getByRole('group', { name: 'Right side' })
  const choice = right.getByRole('combobox', { name: 'Junction' })
  await expect(choice).not.toHaveValue(/^…?$/)
  await choice.click()
  await page.keyboard.type(other.label)
  await expect(choice).toHaveValue(other.label)
  await page.getByRole('option', { name: other.label }).click()
  await expect(page.getByRole('table').getByRole('row').first()).toContainText(other.label)
  expect(await ofTwo()).toBe(4)

  const ofIncident = await clicksOf(page)
  await page.getByRole('link', { name: 'Now', exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: other.label })
  await row.getByText('Phase 2 is dark').click()
  await page.getByRole('region', { name: other.label }).getByRole('button', { name: 'Acknowledge' }).click()
  await expect(row).toContainText(/acknowledged by /)
  expect(await ofIncident()).toBe(3)
})
