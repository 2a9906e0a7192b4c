/** The palette that finds anything, opened by Ctrl-K or by its button in the top bar. */
import { addressOf } from '@greenwave/client/callRequest'
import type { Page } from '@playwright/test'
import { CONFLICT, raise } from '../fixtures/incidents.ts'
import { expectLegible, expectTouchable } from '../fixtures/legibility.ts'
import { SOUND_SETTINGS } from '../fixtures/soundSettings.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Junction, incident, customer, page, action' })
const options = (page: Page, filter = {}) => page.getByRole('dialog').getByRole('option', filter)

/** Opens the palette by the keyboard, once the shell around the page listens. */
async function open(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

async function find(page: Page, text: string): Promise<void> {
  await open(page)
  await page.keyboard.type(text)
}

/** The sound settings with one program all day, so that no hour opens another one. */
const ALL_DAY = { ...SOUND_SETTINGS, P2_Pr: 1, P4_Pr: 1, P6_Pr: 1 }

/** Returns how far the page is wider than the window, pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe('as tenant administrator', () => {
  test.use({ signedInAs: 'admin' })

  test('acts on the open junction open its dialogs filled in, and send nothing before they are confirmed', async ({
    page,
    scene,
    system: { api },
  }) => {
    const device = await scene.device({ settings: ALL_DAY })
    await scene.controller(device)
    await raise(api, device.id, CONFLICT)
    const green = Number((await api.attributes(device.id, 'SHARED_SCOPE')).Pr1_X1)
    await page.goto(`/devices/${device.id}`)
    await expect(page.getByText(/· cycle \d+ s/).first()).toBeVisible()
    await find(page, 'flash')
    await expect(options(page, { name: /^Flashing yellow…/ })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const mode = page.getByRole('dialog').filter({ has: page.getByRole('radio', { name: 'Nháy vàng' }) })
    await expect(mode.getByRole('radio', { name: 'Nháy vàng' })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(mode).toHaveCount(0)

    await find(page, '+5 green phase 1')
    await expect(options(page, { name: /^\+5 s green for phase 1…/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Green Phase 1')).toHaveValue(String(green + 5))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(Number((await api.attributes(device.id, 'SHARED_SCOPE')).Pr1_X1)).toBe(green)

    await find(page, 'acknowledge')
    await expect(options(page, { name: /^Acknowledge the incidents/ })).toBeVisible()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Acknowledge the incidents' })
    await expect(question).toContainText('Conflicting green')
    await question.getByRole('button', { name: 'Xác nhận' }).click()
    await expect(page.getByText('Acknowledged.')).toBeVisible()
    const open = { statusList: 'ACTIVE,UNACK', pageSize: 10, page: 0 }
    const { data } = await api.call('entityAlarmsV2', {
      params: { entityType: 'DEVICE', entityId: device.id },
      query: open,
    })
    expect(data).toEqual([])
  })

  test('acts are found on every page of a junction, and are confirmed on its live page', async ({ page, scene }) => {
    const device = await scene.device()
    await scene.controller(device)
    for (const path of ['history', 'sheet', 'evidence', 'changes']) {
      const address = path === 'changes' ? `/changes?junction=${device.id}` : `/devices/${device.id}/${path}`
      await page.goto(address)
      await expect(page.getByRole('link', { name: 'Live', exact: true })).toBeVisible()
      await find(page, 'flash')
      await expect(options(page, { name: /^Flashing yellow…/ })).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/devices/${device.id}$`))
      await expect(page.getByRole('dialog').getByRole('radio', { name: 'Nháy vàng' })).toBeChecked()
    }
  })

  test('what is typed right after Ctrl-K is in the field, also when the palette has yet to come over a slow network', async ({
    page,
  }) => {
    const arrives = Promise.withResolvers<void>()
    await page.route('**/assets/FindPalette-*.js', async (route) => {
      await arrives.promise
      await route.continue()
    })
    await page.goto('/devices')
    const search = page.getByRole('searchbox')
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('never')
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('abc')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    arrives.resolve()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('abc')
    await page.keyboard.type('d')
    await expect(field(page)).toHaveValue('abcd')
    await page.keyboard.press('Escape')
    await expect(search).toBeFocused()
    await expect(search).toHaveValue('')

    // It is loaded now, and takes a moment for its focus alone.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('efg')
    await expect(field(page)).toHaveValue('efg')
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })

  test('by keyboard alone: a junction by its street without marks, a customer, an incident, a page and an action', async ({
    page,
    scene,
    system,
  }) => {
    const customer = await scene.customer('Sở Giao thông Đồng Tháp')
    const device = await scene.device({ label: 'Điện Biên Phủ – Đinh Tiên Hoàng', customer })
    await page.goto('/account')
    await find(page, 'dien bien phu')
    await expect(options(page, { selected: true })).toContainText(device.name)
    await expectAccessible(page.getByRole('dialog'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${system.url}/devices/${device.id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Điện Biên Phủ – Đinh Tiên Hoàng' })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()

    await find(page, 'dong thap')
    // The junction is found by its customer, too.
    await expect(options(page)).toHaveText([/Điện Biên Phủ/, /^Sở Giao thông Đồng Tháp/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${system.url}/customers/${customer.id.id}/users`)

    await system.api.call('saveAlarm', {
      body: { type: 'Dark phase', severity: 'MAJOR', originator: { entityType: 'DEVICE', id: device.id } },
    })
    await find(page, 'dark ph')
    await expect(options(page, { selected: true })).toHaveText(/^Dark phaseĐiện Biên Phủ – Đinh Tiên Hoàng · fault/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${system.url}/devices/${device.id}`)

    await find(page, 'dashb')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${system.url}/`)

    await find(page, 'add dev')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Add Device' })).toBeVisible()
    await expect(page).toHaveURL(`${system.url}/devices`)
    // What is typed into a dialog stays in front.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('TLC-1')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.goBack()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('it is accessible in both themes, and in Vietnamese', async ({ page, scene }) => {
    await scene.device({ label: 'Nguyễn Huệ – Lê Lợi' })
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('greenwave.language', 'vi'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/devices')
      await page.getByRole('button', { name: 'Tìm mọi thứ' }).click()
      await expect(options(page).first()).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.type('nguyen hue')
      await expect(options(page)).toContainText(['Nguyễn Huệ – Lê Lợi'])
      await expectAccessible(page)
    }
  })

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

    test('the button and all that is found are hit by a finger, and it fits', async ({ page, scene }) => {
      const device = await scene.device({ label: 'Cách Mạng Tháng Tám – Nguyễn Thị Minh Khai – Võ Văn Tần' })
      await page.goto('/devices')
      await expectTouchable(page)
      await page.getByRole('button', { name: 'Find anything' }).tap()
      await field(page).fill('cach mang')
      const option = options(page).first()
      await expect(option).toContainText(device.label)
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await expectTouchable(page)
      await expectLegible(page)
      await expectAccessible(page)
      expect(await overhang(page)).toBe(0)
      await option.tap()
      await expect(page.getByRole('heading', { level: 1, name: device.label })).toBeVisible()
    })
  })
})

test.describe('as customer user', () => {
  test.use({ signedInAs: 'district' })

  test('nobody finds what they may not see or do [spec 6 customer user]', async ({ page, scene }) => {
    const customer = await scene.customer('Sở Giao thông Bến Tre')
    await scene.device({ label: 'Hàm Nghi – Pasteur', customer })
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto('/devices')
    await open(page)
    await expect(page.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText([
      'Now',
      'Dashboard',
      'Devices',
      'Reports',
      'Changes',
      'Compare settings',
      'Settings as a file',
      'Now: Past',
      'Now: Wall',
      'Account: Profile',
      'Account: Security',
      'Account: Notifications',
    ])
    await expect(options(page, { name: /^(Add|New)/ })).toHaveCount(0)
    for (const text of ['ham nghi', 'ben tre']) {
      await field(page).fill(text)
      await expect(page.getByText(`Nothing is called “${text}”.`)).toBeVisible()
    }
    expect(calls).not.toContain(addressOf('customers'))
  })
})
