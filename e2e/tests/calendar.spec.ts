/** @file The calendar: made, edited and looked at; a kind of day by hand, on real junctions with a watcher. */
import { clicksOf } from '../fixtures/clicks.ts'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// Both have the one calendar of their installation.
test.describe.configure({ mode: 'serial' })

test.beforeEach(async ({ system: { api } }) => {
  const { data } = await api.call('tenantAssets', { query: { type: 'calendar', pageSize: 10, page: 0 } })
  for (const { id } of data) await api.call('deleteAsset', { params: { assetId: id.id } })
})

test('a calendar begins with presets; rules are added, ordered and saved; a day shows why it is of its kind', async ({
  page,
  system: { api },
}) => {
  await page.goto('/calendar?day=2026-02-17')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create a calendar' }).click()
  await expect(page.locator('[data-day]')).toHaveCount(365)
  await expect(page.getByRole('region', { name: '17/02/2026: Lunar new year' })).toContainText(
    'Tuesday, lunar 1/1 · Tết',
  )
  await expectEveryLook(page)

  await page.getByRole('button', { name: 'Add a rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByLabel('Kind of day').selectOption('Holiday')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog.getByText('This is not valid.')).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).fill('24/12/2026')
  await dialog.getByLabel('Name').fill('Giáng sinh')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take over' }).click()
  const rules = page.getByRole('list', { name: 'Rules, the first that matches' }).getByRole('listitem')
  await expect(rules.first()).toContainText('Giáng sinh · Holiday')
  await page.getByRole('button', { name: 'Move down: Giáng sinh' }).click()
  await expect(rules.nth(1)).toContainText('Giáng sinh')
  await page.getByRole('button', { name: '17/02/2026, Tuesday, lunar 1/1, Lunar new year' }).press('ArrowDown')
  await expect(page.getByRole('button', { name: /^24\/02\/2026/ })).toBeFocused()
  await page.getByRole('button', { name: '24/12/2026, Thursday, lunar 16/11, Holiday' }).press('Enter')
  await expect(page.getByRole('region', { name: '24/12/2026: Holiday' })).toContainText('Giáng sinh: 24/12/2026')
  const chooseDates = (rows: string) =>
    page.locator('input[type=file]').setInputFiles({
      ...{ name: 'dates.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`date,kind,name\n${rows}`),
    })
  const dates = page.getByRole('dialog', { name: 'Import dates' })
  const lines = dates.getByRole('list', { name: 'Lines that cannot be used' }).getByRole('listitem')
  await chooseDates('2026-13-01,holiday,Odd\n2026-12-31,,Year end\n')
  await expect(lines).toHaveText([/^Line 2 · date: “2026-13-01”/, /^Line 3 · kind: /])
  await dates.getByLabel('Kind of days that state none').selectOption('Holiday')
  await expect(lines).toHaveText([/^Line 2 · date/])
  await expect(dates.getByRole('button', { name: /^Take over/ })).toBeDisabled()
  await expectAccessible(page)
  await dates.getByRole('button', { name: 'Cancel' }).click()
  await chooseDates('2026-12-31,holiday,Year end\n')
  await dates.getByRole('button', { name: 'Take over 1 rule' }).click()
  await expect(rules.first()).toContainText('Year end · Holiday31/12/2026')
  await page
    .getByRole('region', { name: /not saved yet/ })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(page.getByRole('region', { name: /not saved yet/ })).toHaveCount(0)
  const { data } = await api.call('tenantAssets', { query: { type: 'calendar', pageSize: 10, page: 0 } })
  expect(JSON.stringify(data[0]?.additionalInfo)).toContain('"2026-12-24"')
})

test('a district runs another kind by hand with four clicks, its junction shows it, and it is ended with two', async ({
  page,
  system: { api },
  scene,
}) => {
  const district = await scene.customer()
  const device = await scene.device({ customer: district })
  await scene.controller(device)
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Create a calendar' }).click()
  await page.getByRole('button', { name: 'Set a kind at a junction' }).click()
  const take = page.getByRole('dialog', { name: 'Set a kind at a junction' })
  await take.getByRole('combobox', { name: 'Junction' }).fill(device.label)
  await page.getByRole('option', { name: device.label }).click()
  await take.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(take).toHaveCount(0)
  const { gw_kinds: written } = (await api.attributes(device.id, 'SERVER_SCOPE')) as {
    gw_kinds: { calendar: string; kinds: Record<string, Record<string, number>> }
  }
  expect(Object.keys(written.kinds)).toEqual(['working', 'saturday', 'sunday', 'holiday', 'tet'])
  const { holiday: _, ...kinds } = written.kinds
  const tet = { ...kinds.tet, P6_MM: 7 }
  await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_kinds: { ...written, kinds: { ...kinds, tet } } })
  await page.goto('/calendar?day=2027-02-05')
  await expect(page.getByRole('list', { name: 'What is sent' })).toContainText(`${device.label}Working day → Lunar`)
  await page.getByRole('button', { name: 'Set a kind at a junction' }).click()
  await take.getByRole('combobox', { name: 'Junction' }).fill(device.label)
  await page.getByRole('option', { name: device.label }).click()
  await expect(take.getByRole('list', { name: 'Differences between the kinds' })).toContainText('Lunar new year: 07')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.goto('/calendar')

  const hand = page.getByRole('dialog', { name: 'By hand' })
  const start = hand.getByRole('button', { name: 'Start', exact: true })
  await page.getByRole('button', { name: 'By hand' }).click()
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription('Choose a kind of day.')
  await hand.getByRole('radio', { name: 'Holiday' }).click()
  await expect(start).toHaveAccessibleDescription('No junction there has settings of this kind.')
  await expect(start).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()

  const clicks = await clicksOf(page)
  await page.getByRole('button', { name: 'By hand' }).click()
  await hand.getByRole('radio', { name: 'Lunar new year' }).click()
  await hand.getByRole('radio', { name: district.title }).click()
  await expectAccessible(page)
  await hand.getByRole('button', { name: 'Start at 1 junction' }).click()
  await expect(hand).toHaveCount(0)
  expect(await clicks()).toBe(4)
  const minute = async () => (await api.attributes(device.id, 'SHARED_SCOPE')).P6_MM
  await expect.poll(minute).toBe(7)
  await page.goto(`/devices/${device.id}`)
  await expect(page.getByText(/^Kind of day: Lunar new year since .* · by hand, /)).toBeVisible()

  await page.goto('/now')
  await expect(page.getByText('Today: Lunar new year (1 junction) · 1 as planned')).toBeVisible()
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await expect(page).toHaveURL(/\/calendar$/)
  const ending = await clicksOf(page)
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await ending()).toBe(2)
  await expect.poll(minute).not.toBe(7)
})
