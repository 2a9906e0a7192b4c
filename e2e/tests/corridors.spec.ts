import type { Page } from '@playwright/test'
import { expectLegible } from '../fixtures/legibility.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

async function choose(page: Page, label: string): Promise<void> {
  await page.getByPlaceholder('Street or name').fill(label)
  await page.getByRole('option', { name: label }).click()
}

/** Clicks a dot between two numbers on the map, at this part of the way from the first to the second. */
async function clickBetween(page: Page, part: number): Promise<void> {
  const numbers = page.getByRole('region', { name: 'Map of all junctions' }).locator('.leaflet-marker-icon')
  await expect(numbers).toHaveCount(2)
  const [from, to] = [await numbers.nth(0).boundingBox(), await numbers.nth(1).boundingBox()]
  if (!from || !to) throw new Error('both numbers are on the map')
  const at = (one: number, other: number, size: number) => one + size / 2 + (other - one) * part
  await page.mouse.click(at(from.x, to.x, from.width), at(from.y, to.y, from.height))
}

test('a corridor is made of junctions by name and on the map, is turned round, and is seen by its customer', async ({
  page,
  scene,
  browser,
  system,
}) => {
  const customer = await scene.customer()
  const user = await scene.user(customer)
  const at = (north: number) => ({ latitude: 10.77 + north, longitude: 106.7 })
  const devices = [
    await scene.device({ customer, location: at(0) }),
    await scene.device({ customer, location: at(0.004) }),
    await scene.device({ customer, location: at(0.01) }),
  ] as const
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Corridors' }).click()
  await expect(page.getByRole('heading', { name: 'Corridors' })).toBeVisible()
  await page.getByRole('button', { name: 'Add corridor' }).first().click()
  await page.getByLabel('Name').fill('Trục Lê Lợi')
  await page.getByLabel('Customer').selectOption(customer.title)
  await choose(page, devices[0].label)
  await choose(page, devices[2].label)
  await clickBetween(page, 0.4)
  const rows = page.getByRole('list', { name: 'Junctions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByLabel(`Distance (m): ${devices[1].label}`)).toHaveValue('667')
  await page.getByRole('button', { name: `Move ${devices[1].label} up` }).click()
  await expect(page.getByLabel(`Distance (m): ${devices[1].label}`)).toHaveValue('445')
  await page.getByLabel(`Outbound km/h: ${devices[1].label}`).fill('50')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
    await expectLegible(page)
    await page.screenshot({ path: test.info().outputPath(`editor-${width}.png`), fullPage: true })
  }
  await page.getByRole('button', { name: 'Turn round' }).click()
  await expect(page.getByLabel(`Inbound km/h: ${devices[0].label}`)).toHaveValue('50')
  await page.getByRole('button', { name: 'Save corridor' }).click()
  await expect(page.getByRole('heading', { name: 'Trục Lê Lợi' })).toBeVisible()
  const corridorId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  scene.owns({ kind: 'corridor', id: corridorId })
  const table = page.getByRole('table', { name: 'Junctions' })
  await expect(table.getByRole('row').nth(1)).toContainText(devices[2].label)
  await expectAccessible(page)

  const theirs = await (
    await browser.newContext({ baseURL: system.url, storageState: { cookies: [], origins: [] } })
  ).newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Account').fill(user.email)
  await theirs.getByLabel('Password', { exact: true }).fill(user.password)
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('link', { name: 'Corridors' }).click()
  await theirs.getByRole('link', { name: 'Trục Lê Lợi' }).click()
  await expect(theirs.getByRole('heading', { name: 'Trục Lê Lợi' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: devices[1].label })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Change corridor' })).toHaveCount(0)
  await theirs.context().close()
})
