/** What stands whole on a narrow screen: times, names and the words of tables. */
import type { Locator, Page } from '@playwright/test'
import { DARK, pulse, raise } from '../fixtures/incidents.ts'
import { expectNoOverhang } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', viewport: { width: 360, height: 780 } })

/** Returns on how many lines an element's words stand. */
const linesOf = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

test('the time of the last check stands whole in the ribbon, or not at all', async ({ page, system: { api } }) => {
  const ribbon = page.getByRole('region', { name: 'State of all junctions' })
  const time = ribbon.getByText(/\d\d:\d\d:\d\d/)
  for (const levels of [
    [984, 0, 0, 0, 0, 0],
    [9984, 0, 0, 0, 0, 1],
    [9984, 12, 0, 123, 0, 1],
    [9984, 12, 113, 123, 234, 345],
  ]) {
    await pulse(api, levels)
    await page.goto('/devices')
    await expect(ribbon.getByRole('link', { name: `${levels[0]} healthy` })).toBeAttached()
    await expect(time).toBeAttached()
    const [frame, shown] = [await ribbon.boundingBox(), await time.boundingBox()]
    if (!frame || !shown) throw new Error('both are laid out')
    const isLeftOut = shown.y >= frame.y + frame.height
    if (!isLeftOut) expect(shown.x + shown.width).toBeLessThanOrEqual(frame.x + frame.width)
    // With one count there is room.
    if (levels[5] === 0) expect(isLeftOut).toBe(false)
  }
})

test('the fields of a comparison show the whole name of a junction and what of it is compared', async ({
  page,
  scene,
}) => {
  const label = 'Nguyễn Thị Minh Khai - Cách Mạng'
  const device = await scene.device({ label })
  await page.goto(`/changes/compare?left=${device.id}.now&right=${device.id}.reported`)
  const junctions = page.getByRole('combobox', { name: 'Junction' })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 780 })
    for (const nth of [0, 1]) {
      await expect(junctions.nth(nth)).toHaveValue(label)
      const hidden = await junctions.nth(nth).evaluate((input) => input.scrollWidth - input.clientWidth)
      expect(hidden, `what is cut off at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('names of fields stay whole beside the problems of a file, and a field keeps away from the hint above it', async ({
  page,
}) => {
  await page.goto('/files/devices')
  const buffer = Buffer.from('name,latitude,longitude\nTLC-1,10.5,1067\nTLC-2,10.5,\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'wrong.csv', mimeType: 'text/csv', buffer })
  const fields = page.getByRole('rowheader', { name: 'longitude' })
  await expect(fields).toHaveCount(2)
  for (const nth of [0, 1]) expect(await linesOf(fields.nth(nth))).toBe(1)

  await page.goto('/rollouts/new')
  const junctions = page.getByRole('region', { name: 'Junctions' })
  const [hint, label] = [
    await junctions.locator('p').first().boundingBox(),
    await junctions.getByText('Add a junction').boundingBox(),
  ]
  if (!hint || !label) throw new Error('both are shown')
  expect(label.y - (hint.y + hint.height)).toBeGreaterThanOrEqual(8)
})

/** Opens pages in a language and a theme. */
const choose = (page: Page, language: string, theme: string) =>
  page.addInitScript(
    ([pack, sun]) => {
      // A frame without an address has no storage.
      if (window.origin === 'null') return
      localStorage.setItem('greenwave.language', String(pack))
      if (sun) localStorage.setItem('greenwave.sun', 'on')
    },
    [language, theme === 'sun'] as const,
  )

for (const language of ['default', 'vi'])
  for (const theme of ['light', 'sun'])
    test(`the head of Now has two lines, its title with shifts and wall, and the choice (${language}, ${theme})`, async ({
      page,
      scene,
      system: { api },
    }) => {
      const device = await scene.device()
      await raise(api, device.id, DARK)
      await choose(page, language, theme)
      await page.goto('/now')
      await expect(page.getByRole('listitem').filter({ hasText: device.label })).toBeVisible()
      const head = page.getByRole('region', { name: /^(Incidents|Sự cố)$/ }).locator('header')
      const parts = head.locator('h2, a')
      await expect(parts).toHaveCount(6)
      const middles = await parts.evaluateAll((all) =>
        all.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
      )
      const spread = (of: readonly number[]) => Math.max(...of) - Math.min(...of)
      expect(spread(middles.slice(0, 3)), 'title, shifts and wall').toBeLessThanOrEqual(2)
      expect(spread(middles.slice(3)), 'open, acknowledged and past').toBeLessThanOrEqual(2)
      const [headBox, choice] = [await head.boundingBox(), await parts.last().boundingBox()]
      if (!headBox || !choice) throw new Error('both are shown')
      expect(choice.y + choice.height, 'the choice ends above the list').toBeLessThanOrEqual(headBox.y + headBox.height)
    })

test('in Vietnamese and large type nothing is wider than the screen, and choices stand whole', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await choose(page, 'vi', 'sun')
  const main = page.getByRole('main')
  for (const [address, last] of [
    [`/devices/${device.id}/sheet`, main.getByRole('table').first()],
    ['/account?tab=notifications', main.getByRole('combobox', { name: 'Ngôn ngữ của tin' })],
    ['/rollouts/new', main.getByRole('radiogroup').first()],
    ['/changes', main.getByRole('combobox', { name: 'Khách hàng' })],
  ] as const) {
    await page.goto(address)
    await expect(last).toBeVisible()
    await expectNoOverhang(page)
    const cut = await page
      .locator('main select, main .mantine-SegmentedControl-root')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
    expect(cut, address).toEqual([])
  }
})

test('a dialog shows its beginning when it opens, and a hint stands clear of the map above it', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await page.goto(`/devices/${device.id}`)
  await page.getByRole('button', { name: 'Nháy vàng' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Hủy' })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'Nháy vàng' })).toBeInViewport()
  expect(await dialog.evaluate((of) => of.scrollTop)).toBe(0)
  await dialog.getByRole('button', { name: 'Hủy' }).click()
  await page.getByRole('button', { name: 'Set location' }).click()
  const map = dialog.locator('.leaflet-container')
  await expect(map).toBeVisible()
  const [frame, hint] = [await map.boundingBox(), await dialog.getByText('Click the map').boundingBox()]
  if (!frame || !hint) throw new Error('both are shown')
  expect(hint.y).toBeGreaterThanOrEqual(frame.y + frame.height)
})

test('values of settings are not broken into single letters', async ({ page }) => {
  await page.goto('/system')
  const row = page.getByRole('row').filter({ hasText: 'GREENWAVE_COMPANY_EMAIL' })
  await expect(row).toContainText('Environment')
  expect(await linesOf(row.getByRole('cell'))).toBeLessThanOrEqual(2)
})
