/** @file A shift hands over what is open, and the next one takes it over. */
import { clicksOf } from '../fixtures/clicks.ts'
import { DARK, pulse, raise } from '../fixtures/incidents.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('a shift is handed over with three clicks, is kept with what was open, and is taken over by the next', async ({
  page,
  scene,
  system: { api, adminEmail },
  browserLog,
}) => {
  const device = await scene.device()
  await raise(api, device.id, DARK)
  const until = Date.now() + 3_600_000
  const gw_mute = { until, by: adminEmail, why: 'road works', at: Date.now() }
  await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_mute })
  await pulse(api, [0, 0, 0, 0, 1, 0])
  await page.goto('/now')
  await expect(page.getByRole('listitem').filter({ hasText: device.label })).toBeVisible()

  const clicks = await clicksOf(page)
  await page.getByRole('link', { name: 'Shifts', exact: true }).click()
  await page.getByRole('button', { name: 'Hand over…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over the shift' })
  const note = dialog.getByRole('textbox', { name: 'Note for the next shift' })
  await note.fill('Crew is on the way')
  await expect(dialog).toContainText('Phase 2 is dark')
  await expectAccessible(page)

  browserLog.expect(/status of 500 .*timeseries/)
  await page.route('**/timeseries/ANY', (route) =>
    route.fulfill({ status: 500, json: { status: 500, message: 'Disk full' } }),
  )
  const sign = dialog.getByRole('button', { name: 'Sign and hand over' })
  await sign.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Disk full')
  await expect(note).toHaveValue('Crew is on the way')
  await page.unroute('**/timeseries/ANY')
  await sign.click()
  await expect(dialog).toHaveCount(0)
  expect(await clicks()).toBe(3)

  const shift = page.getByRole('list', { name: 'Handed over' }).getByRole('listitem').first()
  await expect(shift).toContainText('Crew is on the way')
  await expect(shift).toContainText(device.label)
  await expect(shift).toContainText('Phase 2 is dark')
  await expect(shift).toContainText('road works')
  await expect(shift).toContainText('Not taken over yet')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)

  await page.goto('/now')
  await expect(page.getByText(/handed over at \d\d:\d\d\. Not taken over yet\./)).toBeVisible()
  await page.goto('/shifts')
  await shift.getByRole('button', { name: /^Take over/ }).click()
  await expect(shift).toContainText(`Taken over by ${adminEmail}`)
  await page.reload()
  await expect(shift).toContainText(`Taken over by ${adminEmail}`)
  await expect(shift.getByRole('button', { name: /^Take over/ })).toHaveCount(0)
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('has no shifts', async ({ page }) => {
    await page.goto('/now')
    await expect(page.getByRole('link', { name: 'Wall' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Shifts' })).toHaveCount(0)
  })
})
