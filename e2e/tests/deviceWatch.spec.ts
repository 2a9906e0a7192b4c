import type { Locator, Page } from '@playwright/test'
import { dialog, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { expectBothLooks } from '../fixtures/looks.ts'
import type { Scene } from '../fixtures/scene.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

// Long tests: on a busy machine they take more than the usual minute.

test.describe('a tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('the dashboard groups devices by customer, finds them, selects the first and follows the clock [spec 2 dashboard] [spec 4 timers] [spec 5 search]', async ({
    page,
    scene,
  }) => {
    const customer = await scene.customer('AAA Quận đầu tiên')
    const first = await scene.device({ name: '0-first', customer })
    const second = await scene.device({ name: '0-second', label: '', customer })
    await scene.device()
    await scene.controller(first)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: first.label })).toBeVisible()
    const panel = page.getByRole('complementary', { name: 'Devices' })
    const groups = panel.getByRole('button', { expanded: false })
    await expect(groups.first()).toContainText(customer.title)
    await expect(groups.last()).toContainText('Unknown')
    await expect(panel.getByText(first.name, { exact: true })).toHaveCount(0)
    await groups.first().click()
    await expect(panel.getByRole('button', { name: /0-first/ })).toHaveAttribute('aria-current', 'true')
    await expect(panel.getByRole('button', { name: /0-first/ })).toContainText('connected')
    const background = (name: RegExp) =>
      panel.getByRole('button', { name }).evaluate((row) => getComputedStyle(row).backgroundColor)
    expect(await background(/0-first/), 'the selected device is highlighted').not.toBe(await background(/0-second/))
    await panel.getByRole('button', { name: 'No Label 0-second' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'No Label' })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`device=${second.id}`))
    await expect(page.getByText('Never', { exact: true })).toHaveCount(3)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: first.label })).toBeVisible()

    await panel.getByRole('searchbox').fill('0-SECOND')
    await expect(panel.getByRole('listitem')).toHaveCount(1)
    await panel.getByRole('searchbox').fill('nothing like this')
    await expect(panel.getByText('No devices found')).toBeVisible()
    await panel.getByRole('button', { name: 'Clear search' }).click()
    await expect(panel.getByText('No devices found')).toHaveCount(0)

    // Not to the end: the footer is shown there instead.
    await page.evaluate(() => window.scrollTo(0, 100))
    expect(await page.evaluate(() => window.scrollY)).toBe(100)
    const top = await page.getByRole('banner').boundingBox()
    expect(top, 'the top bar is fixed').toMatchObject({ x: 0, y: 0 })
    expect(await panel.boundingBox(), 'the side panel is fixed').toMatchObject({ x: 0, y: top?.height, width: 300 })

    const clock = page.locator('dl > div').filter({ hasText: 'Current Time' }).locator('dd')
    await expect(clock).toHaveText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d$/)
    const shown = await clock.textContent()
    await expect(clock).not.toHaveText(shown ?? '')
  })
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'district' })

  test('watches everything and changes nothing, on the page and in the dashboard [spec 2 dashboard] [spec 6 customer user]', async ({
    page,
    system,
    scene,
  }) => {
    const device = await scene.device({ customer: system.district })
    await scene.controller(device)
    await openDevice(page, device.id)
    await expect(page.getByText('Applied').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Programs' })).toBeVisible()
    await expectNoControls(page)
    for (const mode of ['Nháy vàng', 'Tuyến 1', 'Tuyến 2', 'Tự động'])
      await expect(page.getByRole('button', { name: mode })).toHaveCount(0)
    await expect(page.getByText('Tự động', { exact: true })).toBeVisible()

    await page.goto(`/?device=${device.id}`)
    await expect(page.getByRole('figure', { name: /^Phase 1: (Red|Yellow|Green)/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Plans' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Programs' })).toHaveCount(0)
    await expectNoControls(page)
    await expectAccessible(page)
  })
})

async function expectNoControls(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^(Edit|Set|Add|Delete|Send|Plan count|Times|Cấu hình)/ })).toHaveCount(
    0,
  )
}

test('by keyboard alone: sign in, choose a device, edit a plan, confirm [spec 2 login] [spec 2 dashboard] [spec 2 dialogs]', async ({
  page,
  system,
  scene,
}) => {
  const customer = await scene.customer('AAA Bàn phím')
  const device = await scene.device({ name: '0-keyboard', customer })
  await scene.controller(device)
  await page.goto('/login')
  await page.getByLabel('Account').focus()
  await page.keyboard.type(system.adminEmail)
  await page.keyboard.press('Tab')
  await page.keyboard.type(system.adminPassword)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Devices' })
  await tabTo(page, panel.getByRole('button', { name: /AAA Bàn phím/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, panel.getByRole('button', { name: /0-keyboard/ }))
  await page.keyboard.press('Enter')
  const edit = page.getByRole('button', { name: 'Edit plan 1', exact: true })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Hour')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dialog(page).getByLabel('Hour')).toHaveValue('6')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('15')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Hủy' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(settingRow(page, 'Edit plan 1')).toContainText(/06:15.*Applied/s)
  await expect(edit).toBeFocused()
})

async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached with the Tab key').toBeFocused()
}

test.describe('page and dialogs', () => {
  test.use({ signedInAs: 'admin' })

  test('are accessible and whole [spec 2 device] [spec 2 dialogs]', async ({ page, scene }) => {
    const device = await scene.device({ label: `🚦 ${'Nguyễn-Huệ'.repeat(9)}` })
    await scene.controller(device)
    await openDevice(page, device.id)
    await expect(page.getByRole('figure', { name: /^Phase 1: (Red|Yellow|Green)/ })).toBeVisible()
    await expectBothLooks(page)
    for (const { open, change, submit } of DIALOGS) {
      await page.getByRole('button', { name: open, exact: true }).first().click()
      await expect(dialog(page)).toBeVisible()
      for (const [label, text] of Object.entries(change)) await dialog(page).getByLabel(label).fill(text)
      await expectBothLooks(page, dialog(page))
      if (submit) {
        await dialog(page).getByRole('button', { name: submit, exact: true }).click()
        await expect(dialog(page).getByRole('button', { name: 'Xác nhận' })).toBeVisible()
        await expect(dialog(page)).toHaveCount(1)
        await expectBothLooks(page, dialog(page))
        await page.keyboard.press('Escape')
        await expect(dialog(page).getByRole('button', { name: submit, exact: true })).toBeVisible()
        await expect(dialog(page)).toHaveCount(1)
      }
      await page.keyboard.press('Escape')
      if (Object.keys(change).length > 0) {
        await expect(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
        // One question for all dialogs.
        if (open === 'Edit plan 2') await expectBothLooks(page, dialog(page))
        await page.getByRole('button', { name: 'Discard', exact: true }).click()
      }
      await expect(dialog(page)).toHaveCount(0)
    }
  })

  test('each lamp has a height of its own in diagram and program bars, so that no colour is needed [spec 2 device]', async ({
    page,
    scene,
  }) => {
    await openDiagram(page, scene)
    const heightsOf = (selector: string): Promise<Record<string, number[]>> =>
      page.evaluate((wanted) => {
        const heights: Record<string, Set<number>> = {}
        for (const part of document.querySelectorAll<HTMLElement>(wanted)) {
          const kind = part.dataset.kind ?? ''
          heights[kind] = (heights[kind] ?? new Set()).add(Math.round(part.getBoundingClientRect().height * 10) / 10)
        }
        return Object.fromEntries(Object.entries(heights).map(([kind, seen]) => [kind, [...seen]]))
      }, selector)
    for (const [selector, kinds] of [
      ['figure span[data-kind]', ['allRed', 'green', 'red', 'yellow']],
      ['i[data-kind]', ['allRed', 'green', 'yellow']],
    ] as const) {
      const heights = await heightsOf(selector)
      expect(Object.keys(heights).sort()).toEqual(kinds)
      expect(Object.values(heights).every((seen) => seen.length === 1)).toBe(true)
      const sorted = Object.values(heights)
        .flat()
        .sort((a, b) => a - b)
      for (const [i, height] of sorted.entries()) if (i > 0) expect(height - (sorted[i - 1] ?? 0)).toBeGreaterThan(2)
    }
  })

  test('the timing diagram prints: bars keep their colours, controls stay away [spec 2 device]', async ({
    page,
    scene,
  }) => {
    const diagram = await openDiagram(page, scene)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(diagram).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set Device Time' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Edit plan 1', exact: true })).toBeHidden()
    const colours = await diagram.evaluate((figure) => {
      const green = figure.querySelector('[data-kind=green]')
      return {
        page: getComputedStyle(document.body).backgroundColor,
        green: green && getComputedStyle(green).printColorAdjust,
      }
    })
    expect(colours).toEqual({ page: 'rgb(255, 255, 255)', green: 'exact' })
    expect((await page.pdf({ format: 'A4', printBackground: false })).length).toBeGreaterThan(10_000)
  })
})

/** Opens the page of a junction that runs. Returns its timing diagram. */
async function openDiagram(page: Page, scene: Scene): Promise<Locator> {
  const device = await scene.device()
  await scene.controller(device)
  await openDevice(page, device.id)
  const diagram = page.getByRole('figure', { name: /^Timing of program/ })
  await expect(diagram).toBeVisible()
  return diagram
}

const DIALOGS: readonly { open: string; change: Record<string, string>; submit?: string }[] = [
  { open: 'Tuyến 1', change: {} },
  { open: 'Edit plan 2', change: { Hour: '5', 'Program Number': '0' }, submit: 'Save Plan' },
  { open: 'Edit program 1', change: { 'Start Phase 3': '55' }, submit: 'Save Program' },
  { open: 'Times', change: { 'Vàng (s)': '2' }, submit: 'Save' },
  { open: 'Plan count', change: { 'Số lượng kế hoạch (1-6)': '2' }, submit: 'Save' },
  { open: 'Set Device Time', change: { Year: '2030' }, submit: 'Set Time' },
  { open: 'Set location', change: { Latitude: '0' }, submit: 'Save Location' },
  { open: 'Add image', change: { 'Image URL': 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }, submit: 'Save' },
]
