import type { Page } from '@playwright/test'
import { openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** Shows the page as it is printed, after the browser's print event. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  // The width of an A4 sheet between its margins.
  await page.setViewportSize({ width: 717, height: 1000 })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

test('lists and a device print without buttons, with date, time and account [spec 2 devices] [spec 2 customers] [spec 2 device]', async ({
  page,
  system,
  scene,
}) => {
  const customer = await scene.customer('Quận in giấy')
  await scene.user(customer)
  const device = await scene.device({ customer })
  await scene.controller(device)
  const pages: [name: string, open: () => Promise<unknown>][] = [
    ['devices', () => page.goto('/devices')],
    ['customers', () => page.goto('/customers')],
    ['users', () => page.goto(`/customers/${customer.id.id}/users`)],
    ['device', () => openDevice(page, device.id)],
  ]
  for (const [name, open] of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open()
    if (name !== 'device') await expect(page.getByRole('row').nth(1)).toBeVisible()
    await print(page)
    const foot = page.getByText(/^Printed \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00 \(Asia\/Ho_Chi_Minh\) by \S+$/)
    await expect(foot).toBeVisible()
    await expect(foot).toContainText(` by ${system.adminEmail}`)
    await expect(
      page.getByRole('button', { name: /^(Add|Edit|Delete|Assign|Unassign|Set|Previous|Next|Clear)/ }),
    ).toHaveCount(0)
    await expect(page.getByRole('searchbox')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(717)
    if (name === 'device') await expect(page.getByRole('button', { name: 'Tự động', exact: true })).toBeVisible()
    else {
      const cells = page.getByRole('row').nth(1).getByRole('cell')
      const tops = await cells.evaluateAll((all) => new Set(all.map((cell) => cell.getBoundingClientRect().top)).size)
      expect(tops, `${name} is a table on paper`).toBe(1)
    }
  }
})
