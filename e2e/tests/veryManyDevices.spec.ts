/**
 * List and side panel of a platform with ten thousand devices: TLC-00000 to TLC-09999, every second one of the
 * district.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/test.ts'

test.use({ storedDevices: 10_000 })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Returns how far the page is wider than the window, pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Returns the devices that the page has subscribed to so far. */
function followedBy(page: Page): ReadonlySet<string> {
  const followed = new Set<string>()
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      for (const [, id = ''] of String(payload).matchAll(/"entityId":"([^"]+)"/g)) followed.add(id)
    }),
  )
  return followed
}

test.describe('as tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('the list of ten thousand is counted, paged to its end, sorted and searched, and follows only what is on screen [spec 2 devices] [spec 5 search]', async ({
    page,
  }) => {
    const followed = followedBy(page)
    await page.goto('/devices')
    await expect(page.getByText('Showing 1 to 10 of 10000 results')).toBeVisible()
    const count = (label: string) => page.getByText(label, { exact: true }).locator('..').getByRole('definition')
    await expect(count('Total Devices')).toHaveText('10000')
    await expect(count('Active Devices')).toHaveText('0')
    await expect(count('Inactive Devices')).toHaveText('10000')
    await expect(row(page, 'TLC-00009')).toBeVisible()
    await expect.poll(() => followed.size).toBe(10)

    await page.goto('/devices?page=999')
    await expect(page.getByText('Showing 9991 to 10000 of 10000 results')).toBeVisible()
    await expect(row(page, 'TLC-09999')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByText('Showing 9981 to 9990 of 10000 results')).toBeVisible()

    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Descending')
    await expect(page.getByText('Showing 1 to 10 of 10000 results')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('TLC-09999')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Created Time')
    await expect(page).toHaveURL(/sortProperty=createdTime/)
    await expect(page.getByText('Showing 1 to 10 of 10000 results')).toBeVisible()

    await page.getByRole('searchbox').fill('tlc-0777')
    await expect(page.getByText('No device on this page matches “tlc-0777”.')).toBeVisible()
    const beyond = page.getByRole('region', { name: /^Found in all devices/ })
    await expect(beyond.getByText('10 besides this page')).toBeVisible()
    await expect(beyond.getByRole('row').filter({ hasText: 'TLC-07777' })).toBeVisible()
    await page.getByRole('button', { name: 'Search all 10000' }).click()
    await expect(page.getByText('Showing 1 to 10 of 10 results')).toBeVisible()
    await expect(row(page, 'TLC-07777')).toBeVisible()

    await page.goto('/devices?pageSize=100&page=99')
    await expect(page.getByText('Showing 9901 to 10000 of 10000 results')).toBeVisible()
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overhang(page), `${width} px wide`).toBeLessThanOrEqual(0)
    }
    expect(followed.size, 'devices that were ever on screen').toBeLessThan(90)
  })

  test('the side panel shows the first hundred of ten thousand, finds any, and follows only what is on screen [spec 2 dashboard] [spec 5 search]', async ({
    page,
  }) => {
    const followed = followedBy(page)
    await page.goto('/')
    const panel = page.getByRole('complementary', { name: 'Devices' })
    await expect(panel.getByText('100 of 10000')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Ngã tư 0' })).toBeVisible()
    for (const [group, last] of [
      ['Quận 1', 'TLC-00099'],
      ['Unknown', 'TLC-00098'],
    ] as const) {
      await panel.getByRole('button', { name: group }).click()
      await expect(panel.getByRole('button', { name: last })).toBeAttached()
    }
    await expect(panel.getByRole('listitem')).toHaveCount(100)
    await expect.poll(() => followed.size).toBeGreaterThan(5)
    expect(followed.size).toBeLessThan(60)

    await panel.getByRole('searchbox').fill('TLC-0999x')
    await expect(panel.getByText('No devices found')).toBeVisible()
    await panel.getByRole('searchbox').fill('TLC-0999')
    const beyond = panel.getByRole('region', { name: 'Beyond the first 100' })
    await expect(beyond.getByRole('listitem')).toHaveCount(10)
    await panel.getByRole('button', { name: 'Search all 10000 devices' }).click()
    await expect(beyond).toHaveCount(0)
    await panel.getByRole('button', { name: 'TLC-09998' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Ngã tư ${9998 % 97}` })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 900 })
    expect(await overhang(page)).toBeLessThanOrEqual(0)
  })
})

test.describe('the palette', () => {
  test.use({ signedInAs: 'admin' })

  test('finds any of ten thousand by its name, and by its street without marks [spec 5 search]', async ({ page }) => {
    await page.goto('/devices')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Junction, incident, customer, page, action' })
    await expect(field).toBeFocused()
    await field.fill('nga tu 42')
    const option = (name: string) => page.getByRole('dialog').getByRole('option', { name })
    await expect(option('Ngã tư 42').first()).toBeVisible()
    await option('All junctions with “nga tu 42”').click()
    await expect(page.getByText(/^Showing 1 to 10 of 1\d\d results$/)).toBeVisible()

    await page.keyboard.press('Control+k')
    await field.fill('tlc-09876')
    await expect(option('TLC-09876')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: `Ngã tư ${9876 % 97}` })).toBeVisible()
  })
})

test.describe('as customer user', () => {
  test.use({ signedInAs: 'district' })

  test('a customer user pages through half of them to the end [spec 2 devices] [spec 6 customer user]', async ({
    page,
  }) => {
    await page.goto('/devices?page=499')
    await expect(page.getByText('Showing 4991 to 5000 of 5000 results')).toBeVisible()
    await expect(row(page, 'TLC-09999')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  })
})
