/** @file One change for many junctions, from the list of devices to the report. */
import { clicksOf } from '../fixtures/clicks.ts'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('eight junctions flash for an hour with five clicks: one first, and the others when the street shows it there', async ({
  page,
  system,
  scene,
}, { parallelIndex }) => {
  const street = `Hàng-${parallelIndex}-${Date.now()}`
  const devices = []
  for (let nth = 1; nth <= 8; nth += 1) devices.push(await scene.device({ name: `${street}-${nth}` }))
  await Promise.all(devices.map((device) => scene.controller(device)))
  await page.goto(`/devices?textSearch=${street}&sortProperty=name&sortOrder=ASC`)
  const clicks = await clicksOf(page)
  await page.getByRole('checkbox', { name: `Choose ${street}-1`, exact: true }).click()
  await page.getByRole('checkbox', { name: `Choose ${street}-8`, exact: true }).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: 'Chosen junctions' })
  await expect(bar).toContainText('8 junctions chosen')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Set mode' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New rollout')
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('row')
  await expect(preview).toHaveCount(9)
  await expect(preview.nth(1)).toContainText('goes first')
  await expect(preview.nth(8)).toContainText('Tự động → Nháy vàng')
  // The card is round where its last row ends.
  await expect(preview.nth(8).getByRole('rowheader')).toHaveCSS('border-bottom-left-radius', '9px')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send to 8 junctions' }).click()
  expect(await clicks()).toBeLessThanOrEqual(5)

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mode Nháy vàng until')
  await expect(page.getByRole('status').filter({ hasText: 'Over' })).toBeVisible()
  const rows = page.getByRole('region', { name: 'Junctions' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Seen on the street' })).toHaveCount(8)
  await expectAccessible(page)
  const rolloutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  for (const { id } of devices) {
    expect(await system.api.attributes(id, 'SHARED_SCOPE')).toMatchObject({ Mode: 0 })
    expect(await system.api.attributes(id, 'SERVER_SCOPE')).toMatchObject({ gw_hold: { mode: 0, back: 4 } })
  }
  await page.getByRole('link', { name: 'All rollouts' }).click()
  await expect(page.getByRole('list', { name: 'Rollouts' })).toContainText('8 · Seen on the street')
  await expectAccessible(page)

  await page.goto('/changes')
  const rowsOfStreet = page
    .getByRole('list', { name: 'Changes', exact: true })
    .locator('> li')
    .filter({ hasText: 'Nháy vàng' })
  const group = rowsOfStreet.filter({ has: page.getByRole('heading', { name: '8 junctions' }) })
  await expect(group).toContainText('and 5 more')
  await expect(group).toContainText('Mode Tự động → Nháy vàng')
  const opener = group.getByRole('button', { name: /^Each junction: 8 junctions/ })
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  for (const { label } of devices) await expect(group.getByRole('link', { name: label, exact: true })).toBeVisible()
  await expectEveryLook(page)
  await opener.press('Enter')
  await expect(group.getByRole('listitem').filter({ hasText: 'Compare with now' })).toHaveCount(0)
  await group.getByRole('link', { name: 'Outcome at each junction' }).click()
  await expect(page).toHaveURL(new RegExp(`/rollouts/${rolloutId}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mode Nháy vàng until')
  await system.api.call('deleteAsset', { params: { assetId: rolloutId } })
})

test('values of eight junctions change with four clicks: a start of a plan for all, and five seconds more than each has', async ({
  page,
  system: { api },
  scene,
}, { parallelIndex }) => {
  const street = `Hàng Đào-${parallelIndex}-${Date.now()}`
  const devices = []
  for (let nth = 1; nth <= 8; nth += 1) devices.push(await scene.device({ name: `${street}-${nth}` }))
  const [first, second] = devices
  if (!first || !second) throw new Error('there are eight')
  const before = await api.attributes(first.id, 'SHARED_SCOPE')
  const green = Number(before.Pr1_X1)
  await api.writeAttributes(second.id, 'SHARED_SCOPE', { Pr1_X1: 0 })
  await Promise.all(devices.map((device) => scene.controller(device)))
  await page.goto(`/devices?textSearch=${encodeURIComponent(street)}&sortProperty=name&sortOrder=ASC`)
  const clicks = await clicksOf(page)
  await page.getByRole('checkbox', { name: `Choose ${street}-1`, exact: true }).click()
  await page.getByRole('checkbox', { name: `Choose ${street}-8`, exact: true }).click({ modifiers: ['Shift'] })
  await page.getByRole('group', { name: 'Chosen junctions' }).getByRole('button', { name: 'Change values' }).click()
  const choice = page.getByRole('combobox', { name: 'Value' })
  await expect(choice).toBeFocused()
  await page.keyboard.type('Plan 2 start')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const start = page.getByRole('textbox', { name: 'New value of Plan 2 start' })
  await expect(start).toBeFocused()
  await page.keyboard.type('6')
  await expect(page.getByText('“6” is no time. Type hours and minutes, such as 06:45')).toBeVisible()
  await page.keyboard.type(':45')
  const rows = page.getByRole('region', { name: 'Preview' }).getByRole('row')
  await expect(rows).toHaveCount(9)
  await expect(rows.nth(1)).toContainText('30 → 45')
  await choice.fill('Program 1 phase 1 green')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'New value of Program 1 phase 1 green' })).toBeFocused()
  await page.keyboard.type('+5')
  // One junction does not serve the phase.
  await expect(rows).toHaveCount(8)
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(
    /1 junction skipped: a value is out of range or missing there/,
  )
  await expect(rows.nth(1)).toContainText(`${green} s → ${green + 5} s`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send to 7 junctions' }).click()
  expect(await clicks()).toBe(4)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Plan 2 start → 06:45')
  const rolloutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await expect
    .poll(async () => await api.attributes(first.id, 'SHARED_SCOPE'))
    .toMatchObject({ P2_HH: 6, P2_MM: 45, Pr1_X1: green + 5 })
  // The window goes on sending to the others.
  await page.goto('/changes')
  await api.call('deleteAsset', { params: { assetId: rolloutId } })
})

test('on a phone settings are copied: only what differs is shown, a danger asks for the number and a reason, and a failure stops it', async ({
  page,
  system,
  scene,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const source = await scene.device()
  await system.api.writeAttributes(source.id, 'SHARED_SCOPE', { Start_Pr1_X2: 33 })
  const good = await scene.device()
  const bad = await scene.device()
  await scene.controller(good)
  await scene.controller(bad, 'wrong-settings')
  await page.goto('/devices')
  await page.evaluate((ids) => sessionStorage.setItem('greenwave.chosen', ids), `${bad.id},${good.id}`)
  await page.goto(`/rollouts/new?from=${source.id}&parts=program1`)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('columnheader')).toHaveText(['Junction', 'Program 1 phase 2 start'])
  const send = page.getByRole('button', { name: 'Send to 2 junctions' })
  await page
    .getByRole('group', { name: /^Danger/ })
    .getByRole('checkbox')
    .check()
  await page.getByLabel('Type 2 to send it').fill('2')
  await expect(send).toBeDisabled()
  await page.getByLabel('Why (needed').fill('Works on the bridge')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await send.click()

  const rows = page.getByRole('region', { name: 'Junctions' }).getByRole('row')
  await expect(rows.filter({ hasText: bad.label })).toContainText('The controller reports another value.')
  await expect(rows.filter({ hasText: good.label })).toContainText('Not sent yet')
  // The date keeps its comma where the time of day has no room beside it.
  await expect(rows.getByText(/^\d\d\/\d\d\/\d{4},$/)).toHaveCSS('text-wrap-mode', 'nowrap')
  await expect(page.getByRole('status').filter({ hasText: 'Stopped' })).toBeVisible()
  expect(await system.api.attributes(good.id, 'SHARED_SCOPE')).not.toMatchObject({ Start_Pr1_X2: 33 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const rolloutId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await system.api.call('deleteAsset', { params: { assetId: rolloutId } })
})
