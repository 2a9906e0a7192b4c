/** @file The timing sheet: one page of paper for the door of a junction's cabinet. */
import type { Page } from '@playwright/test'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { SOUND_SETTINGS } from '../fixtures/soundSettings.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** Prints the page as its own style says, and returns how many pages that takes. */
async function printedPages(page: Page, path: string): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, path })
  const text = pdf.toString('latin1')
  // 210 x 297 mm in points.
  for (const [, width, height] of text.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)) {
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842])
  }
  return text.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('six plans and six programs with long names are one A4 page, in both languages and without colours', async ({
  page,
  scene,
  system: { api },
}) => {
  const customer = await scene.customer(`Ban quản lý giao thông ${'quận trung tâm '.repeat(6)}`.trim())
  const plans = [1, 2, 3, 4, 5, 6].map((nth) => ({ [`P${nth}_ENT`]: 1, [`P${nth}_Pr`]: nth }))
  const device = await scene.device({
    customer,
    label: `Ngã tư ${'đường Nguyễn Thị Minh Khai '.repeat(4)}`.trim(),
    settings: Object.assign({}, SOUND_SETTINGS, { Plan_total: 6 }, ...plans),
  })
  const name = 'Nguyễn Thị Minh Khai rẽ trái và đi thẳng'
  await api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_site: { phases: { 1: { name }, 2: { name }, 3: {} } } })
  await scene.controller(device)
  await page.goto(`/devices/${device.id}`)
  await page.getByRole('link', { name: 'Sheet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Timing sheet: Ngã tư đường')
  await expect(page.getByRole('figure')).toHaveCount(6)
  await expect(page.getByText('reports all these settings')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Code to scan: the page of this junction' })).toBeVisible()
  // Narrow, the numbers still stand beside their units.
  await expectEveryLook(page, async (look) => {
    if (look.endsWith('360'))
      await expect(page.getByRole('cell', { name: / s$/ }).last()).toHaveCSS('white-space', 'nowrap')
  })
  expect(await printedPages(page, test.info().outputPath('sheet.pdf')), 'in the language of the default').toBe(1)
  // Its words are the longest ones.
  await page.evaluate(() => localStorage.setItem('greenwave.language', 'vi'))
  await page.reload()
  await expect(page.getByRole('figure')).toHaveCount(6)
  await expect(page.getByText('báo cáo đúng toàn bộ cấu hình này')).toBeVisible()
  expect(await printedPages(page, test.info().outputPath('sheet-vi.pdf')), 'in Vietnamese').toBe(1)
  await page.emulateMedia({ media: 'print' })
  // The width of an A4 sheet between its margins, as a copier without colours shows it.
  await page.setViewportSize({ width: 711, height: 1054 })
  await page.evaluate(() => {
    document.documentElement.style.filter = 'grayscale(1)'
  })
  await savePicture(page, 'sheet-grey', { fullPage: true })
  expect(await page.evaluate(() => document.documentElement.scrollHeight), 'height of one page').toBeLessThanOrEqual(
    1054,
  )
  const heights = await page
    .getByRole('figure')
    .first()
    .locator('[data-kind]')
    .evaluateAll((bars) => bars.map((bar) => `${bar.getAttribute('data-kind')} ${bar.clientHeight}`))
  const distinct = [...new Set(heights)]
  expect(new Set(distinct.map((one) => one.split(' ')[0]))).toEqual(new Set(['allRed', 'green', 'red', 'yellow']))
  expect(new Set(distinct.map((one) => one.split(' ')[1])).size, 'lamps differ by their height').toBe(4)
})
