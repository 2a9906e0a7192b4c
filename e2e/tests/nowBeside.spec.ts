/** @file The incident that is open beside the list of *Now*: a danger is ended there, on every width. */
import type { Locator } from '@playwright/test'
import { expectNoOverhang, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

const SCREENS = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1920, height: 1080 },
  { colorScheme: 'dark', width: 390, height: 844 },
  { colorScheme: 'light', width: 360, height: 740 },
] as const

test('a danger opens beside the list with its live lamps, its samples and its end, on every width', async ({
  page,
  scene,
}) => {
  const bad = await scene.device()
  await scene.controller(bad, 'two-greens')
  await page.goto('/now')
  const row = page.getByRole('listitem').filter({ hasText: bad.label })
  await expect(row).toContainText('have the road at the same time')
  const beside = page.getByRole('region', { name: bad.label })
  const dialog = page.getByRole('dialog')
  for (const screen of SCREENS) {
    const { colorScheme, width, height } = screen
    await test.step(`${width} px wide`, async () => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      await row.getByRole('link', { name: bad.label, exact: true }).click()
      await expect(beside.getByRole('heading', { level: 2, name: bad.label })).toBeFocused()
      const heads = beside.getByRole('figure', { name: /: (Green|Red|Yellow)/ })
      await expect(heads.first()).toBeVisible()
      // The lamps are live: their seconds pass.
      const seconds = () => heads.first().textContent()
      const before = await seconds()
      await expect.poll(seconds).not.toBe(before)
      await expect(heads.first()).toBeInViewport({ ratio: 0.5 })
      await expect(beside.getByRole('link', { name: /last ten minutes/ })).toBeVisible()
      await expect(beside.getByText(/^Raised when: /)).toBeVisible()
      expect(await beside.getByRole('table').getByRole('row').count()).toBeGreaterThan(1)
      await expectAccessible(page)
      await expectNoOverhang(page)
      await savePicture(page, `beside-${width}`)

      // What the address names is open again, and the list is the way back.
      await page.reload()
      await expect(beside.getByRole('heading', { level: 2, name: bad.label })).toBeVisible()
      await expect(row).toHaveCount(width < 1000 ? 0 : 1)

      await beside.getByRole('button', { name: 'Flashing yellow…' }).click()
      await expect(dialog.getByRole('radio', { name: 'Nháy vàng' })).toBeChecked()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      // Escape closed the dialog alone.
      await expect(beside).toBeVisible()
      // It is acknowledged for good, so the other screens only try whether it could be.
      const isLast = screen === SCREENS.at(-1)
      await beside.getByRole('button', { name: 'Acknowledge' }).click({ trial: !isLast })
      if (isLast) await expect(beside).toContainText(/acknowledged by /)
      await beside.getByRole('button', { name: 'Close the incident' }).click()
      if (isLast) await expect(row).toContainText(/acknowledged by /)
      await expect(row.getByRole('link', { name: bad.label, exact: true })).toBeFocused()
      await expect(page).toHaveURL(/\/now$/)
    })
  }
})

test('a hold is extended or ended beside the list, and the list is grouped by customer', async ({
  page,
  scene,
  system: { api, district },
}) => {
  const [held, other] = [await scene.device({ customer: district }), await scene.device()]
  await scene.controller(held)
  await scene.controller(other, 'dark-phase:2')
  const until = Date.now() + 600_000
  await api.writeAttributes(held.id, 'SHARED_SCOPE', { Mode: 1 })
  await api.writeAttributes(held.id, 'SERVER_SCOPE', {
    gw_hold: { mode: 1, until, back: 4, by: 'admin@greenwave.test', why: 'road works' },
  })
  await page.goto('/now')
  const rows = page.getByRole('list', { name: 'Incidents' }).getByRole('link', { name: /^Ngã tư/ })
  const labels = [other.label, held.label]
  await expect(rows).toHaveText(labels)
  await page.getByRole('link', { name: 'By customer' }).click()
  await expect(page).toHaveURL(/group=customer/)
  await expect(rows).toHaveText(labels)
  await expect(page.getByRole('heading', { level: 3, name: 'Without a customer' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: held.label, exact: true }).click()
  const beside = page.getByRole('region', { name: held.label })
  await expect(beside.getByRole('button', { name: 'Extend' })).toBeVisible()
  await beside.getByRole('button', { name: 'End now' }).click()
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Tự động' })).toBeChecked()
})

test('settings that were not taken are one row of Now and one line of every page, also beside another problem', async ({
  page,
  scene,
  system: { api },
}) => {
  const [alone, late] = [await scene.device(), await scene.device()]
  await scene.controller(alone, 'wrong-settings')
  await scene.controller(late, 'wrong-settings', 'clock-off:-40')
  for (const { id } of [alone, late]) await api.writeAttributes(id, 'SHARED_SCOPE', { Vang: 5 })
  const said = async (element: Locator) =>
    (await element.textContent())?.match(/settings? (?:(?:was|were) )?not taken/gi)
  await page.goto('/now')
  for (const { label } of [alone, late]) {
    const row = page.getByRole('list', { name: 'Incidents' }).locator('> [data-row]').filter({ hasText: label })
    await expect(row).toContainText('not taken')
    await expect(row).toHaveCount(1)
    expect(await said(row)).toHaveLength(1)
    await row.getByRole('link', { name: label, exact: true }).click()
    const beside = page.getByRole('region', { name: label })
    await expect(beside.getByText('Yellow: 5 s saved, the controller reports 6 s.')).toBeVisible()
    expect(await said(beside)).toHaveLength(1)
    await expect(beside.getByRole('button', { name: 'Send again' })).toHaveCount(1)
    await savePicture(page, `not-taken-${label}`)
    await beside.getByRole('button', { name: 'Close the incident' }).click()
  }
  for (const { id, name } of [alone, late]) {
    await page.goto(`/?device=${id}`)
    await page.getByRole('searchbox').fill(name)
    const panel = page.getByRole('complementary', { name: 'Devices' }).getByRole('button', { name: new RegExp(name) })
    await expect(panel).toContainText('1 setting not taken')
    expect(await said(panel)).toHaveLength(1)
    const strip = page.getByRole('main').getByText('Yellow: 5 s saved, the controller reports 6 s.')
    await expect(strip).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(1)
    await savePicture(page, `not-taken-dashboard-${name}`)
  }
})
