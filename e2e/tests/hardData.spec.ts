/** Lists, panel and device page with data that breaks consoles: none, very much, very long, of the wrong type. */
import type { Locator, Page } from '@playwright/test'
import { expectNoOverhang } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

const MARKUP = '<img src=x onerror="document.title=1">'

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Checks a page in a wide and a narrow window. It must never be wider than the window. */
async function atEachWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await look()
    await expectNoOverhang(page)
  }
}

test.describe('as tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('long names, emoji, what looks like HTML, no attributes and attributes of the wrong type are shown as they are, and nothing breaks [spec 2 devices] [spec 2 customers] [spec 2 device] [spec 3 device] @behindAFront', async ({
    page,
    scene,
  }) => {
    const customer = await scene.customer(`Quận ${'Thủ Đức '.repeat(29)}🚦 1<2 & "x" &amp;`)
    const names = {
      long: `HARD-${'W'.repeat(250)}`,
      emoji: 'HARD-👩‍👩‍👧🚦 Nguyễn Thị Minh Khai',
      entities: 'HARD-1<2 & "x" &amp; \'y\'',
      wrong: 'HARD-wrong-types',
    }
    await scene.device({ name: names.long, label: 'Đ'.repeat(255), customer, settings: {}, location: false })
    await scene.device({ name: names.emoji, label: '🚥'.repeat(100), customer })
    const bare = await scene.device({ name: names.entities, label: '&lt;b&gt;', settings: {}, location: false })
    const wrong = await scene.device({
      name: names.wrong,
      settings: {
        Mode: { a: 1 },
        Plan_total: 'sáu',
        Vang: true,
        P1_HH: MARKUP,
        P1_MM: [1],
        Pr1_X1: 1.5,
        Start_Pr1_X1: '',
      },
    })
    await scene.controller(wrong, 'text-value:T_D1')

    await page.goto('/devices?textSearch=HARD-')
    for (const name of Object.values(names)) await expect(row(page, name)).toBeVisible()
    await expect(row(page, names.entities)).toContainText('&lt;b&gt;')
    await atEachWidth(page, async () => {
      await page.getByRole('button', { name: `Delete ${names.long}` }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Xác nhận' })).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await page.goto('/customers?sortProperty=createdTime&sortOrder=DESC')
    await atEachWidth(page, () => expect(row(page, customer.title)).toBeVisible())

    for (const device of [bare, wrong]) {
      await page.goto(`/devices/${device.id}`)
      await atEachWidth(page, async () => {
        await expect(page.getByRole('heading', { name: device.label, level: 1 })).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Signals' })).toBeVisible()
      })
    }
    await expectAccessible(page)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/')
    const title = page.getByRole('complementary').getByTitle(customer.title)
    await expect(title).toHaveText(customer.title)
    const lines = await title.evaluate(
      (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
    )
    expect(lines, 'lines of a title of 255 letters in the side panel').toBeCloseTo(2, 0)
  })
})

test('with no device a customer user is shown what to do; with a hundred only those on screen are followed [spec 2 devices] [spec 2 dashboard]', async ({
  page,
  scene,
}) => {
  const customer = await scene.customer()
  const { email, password } = await scene.user(customer)
  await signIn(page, email, password)
  await expect(page.getByText('No devices found')).toBeVisible()
  await expect(page.getByText('Welcome to Greenwave')).toBeVisible()
  await expect(page.getByText(/Ask your administrator to assign one/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/devices')
  await expect(page.getByText('No devices yet')).toBeVisible()
  await expect(page.getByText('Showing 0 to 0 of 0 results')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  const devices = await Promise.all(
    Array.from({ length: 100 }, () => scene.device({ customer, settings: {}, location: false })),
  )
  const followed = new Set<string>()
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      for (const { id } of devices) if (String(payload).includes(id)) followed.add(id)
    }),
  )
  await page.goto('/devices?pageSize=100')
  await expect(page.getByText('Showing 1 to 100 of 100 results')).toBeVisible()
  await expect.poll(() => followed.size).toBeGreaterThan(5)
  await page.getByRole('row').last().scrollIntoViewIfNeeded()
  await expect.poll(() => followed.has(lastOf(devices))).toBe(true)
  expect(followed.size).toBeLessThan(60)

  await page.goto('/')
  const panel = page.getByRole('complementary', { name: 'Devices' })
  // The only group of this user is open.
  await expect(panel.getByRole('listitem')).toHaveCount(100)
  await page.setViewportSize({ width: 360, height: 900 })
  await expectNoOverhang(page)
})

/** Returns the device that is last in a list sorted by name. */
function lastOf(devices: readonly { id: string; name: string }[]): string {
  return [...devices].sort((a, b) => (a.name < b.name ? -1 : 1)).at(-1)?.id ?? ''
}
