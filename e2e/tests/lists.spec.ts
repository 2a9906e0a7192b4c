import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('in Vietnamese the seconds of a program stand beside its name, at 1440 px too [spec 2 device]', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await page.goto('/login')
  await page.evaluate(() => localStorage.setItem('greenwave.language', 'vi'))
  await page.goto(`/?device=${device.id}`)
  // Which program runs depends on the time of day.
  const programs = page.getByRole('region', { name: 'Chương trình' })
  const program = programs.getByRole('listitem').filter({ hasText: 'đang chạy' })
  const name = program.getByText(/^Chương trình \d$/)
  const seconds = program.getByText(/^\d+ giây$/)
  await expect(seconds).toBeVisible()
  const [nameBox, secondsBox] = [await name.boundingBox(), await seconds.boundingBox()]
  const middle = (box: typeof nameBox) => (box ? box.y + box.height / 2 : Number.NaN)
  expect(Math.abs(middle(nameBox) - middle(secondsBox))).toBeLessThan(12)
  expect(secondsBox?.height, 'in one line').toBeLessThan(26)
})

test('at 768 px a list is a table that fits, on a phone its rows are cards [spec 2 devices] [spec 2 customers] [spec 2 users]', async ({
  page,
  scene,
}) => {
  const customer = await scene.customer('Sở Giao thông Vận tải Thành phố Hồ Chí Minh')
  await scene.user(customer)
  await scene.device({ customer, name: 'TLC-HCM-0001-NGUYEN-TRAI', label: 'Nguyễn Trãi – Nguyễn Văn Cừ' })
  for (const address of ['/devices', '/customers', `/customers/${customer.id.id}/users`]) {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(address)
    const row = page.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    const cells = await row.getByRole('cell').evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
    expect(new Set(cells).size, `${address}: all cells of a row stand in one line`).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(768)
    await expectAccessible(page)
    await page.setViewportSize({ width: 720, height: 1024 })
    await expect
      .poll(() =>
        row.getByRole('cell').evaluateAll((all) => new Set(all.map((cell) => cell.getBoundingClientRect().top)).size),
      )
      .toBeGreaterThan(1)
  }
})
