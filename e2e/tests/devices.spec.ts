import type { Locator, Page } from '@playwright/test'
import { expectBothLooks } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', contextOptions: { reducedMotion: 'no-preference' } })

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page): Locator => page.getByRole('dialog')
const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name, exact: true })

/** Finds a device, whatever page of the list it is on. */
async function findDevice(page: Page, name: string): Promise<void> {
  await page.goto(`/devices?textSearch=${encodeURIComponent(name)}`)
  await expect(row(page, name)).toBeVisible()
}

test('a device is added, its controller signs in with the generated credentials, and the badge turns Active by itself [spec 2 devices] [spec 3 device] [spec 4 assignment] [spec 5 device] @behindAFront', async ({
  page,
  system,
  scene,
}) => {
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add Device' }).first().click()
  const fields = dialog(page)
  await field(page, 'Name').fill('TLC-added')
  await field(page, 'Label').fill('Ngã tư Hàng Xanh 🚦')
  for (const name of ['Client ID', 'Username', 'Password'])
    await fields.getByRole('button', { name: `Generate ${name}` }).click()
  const login = {
    clientId: await field(page, 'Client ID').inputValue(),
    userName: await field(page, 'Username').inputValue(),
    password: await dialog(page).locator('[type=password]').inputValue(),
  }
  await fields.getByRole('button', { name: 'Add Device' }).click()
  await expect(fields).toBeHidden()

  await findDevice(page, 'TLC-added')
  await expect(row(page, 'TLC-added')).toContainText('Inactive')
  const active = page.getByText('Active Devices', { exact: true }).locator('..').getByRole('definition')
  const before = Number(await active.textContent())
  const { data } = await system.api.call('tenantDevices', {
    query: { pageSize: 1, page: 0, textSearch: 'TLC-added' },
  })
  const id = data[0]?.id.id ?? ''
  scene.owns({ kind: 'device', id })
  await scene.controller({ id, name: 'TLC-added', label: '', login })
  await expect(row(page, 'TLC-added').getByText('Active', { exact: true })).toBeVisible()
  await expect(active).toHaveText(String(before + 1))

  await row(page, 'TLC-added').getByRole('link', { name: 'TLC-added' }).click()
  await expect(page).toHaveURL(`/devices/${id}`)
})

test('a device is edited, assigned, unassigned and deleted, each said for three seconds [spec 4 assignment] [spec 4 timers] [spec 5 assign] [spec 5 confirmations] [spec 6 tenant admin] [spec 8 success]', async ({
  page,
  system,
  scene,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const device = await scene.device()
  await findDevice(page, device.name)

  await page.getByRole('button', { name: `Edit ${device.name}` }).click()
  await expect(field(page, 'Client ID')).toHaveValue(device.login.clientId)
  await field(page, 'Label').fill('Nhãn mới')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Successfully updated device information')).toBeVisible()
  await expect(row(page, device.name)).toContainText('Nhãn mới')

  await page.getByRole('button', { name: `Assign ${device.name} to a customer` }).click()
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(dialog(page).getByText('Please select a customer')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: system.district.title, exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  const done = page.getByText('Device assigned successfully')
  await expect(done).toBeVisible()
  await expect(done).toBeHidden()

  await page.getByRole('button', { name: `Unassign ${device.name}` }).click()
  await expect(dialog(page).getByText('Are you sure you want to unassign this device?')).toBeVisible()
  await expect(dialog(page).getByText(system.district.title)).toBeVisible()
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('Device unassigned successfully')).toBeVisible()

  const remove = page.getByRole('button', { name: `Delete ${device.name}` })
  await remove.click()
  await expect(dialog(page).getByText('Are you sure you want to delete this device?')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Hủy' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.getByText('Device deleted successfully')).toBeVisible()
  await expect(page.getByText(`No device matches “${device.name}”.`)).toBeVisible()
})

test('new credentials let the controller in that has them, and no other [spec 3 device] [spec 8 success]', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await findDevice(page, device.name)
  await page.getByRole('button', { name: `Edit ${device.name}` }).click()
  await field(page, 'Username').fill(`new-${device.name}`)
  await dialog(page).getByRole('button', { name: 'Show password' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Password' })).toHaveValue(device.login.password)
  await dialog(page).getByRole('button', { name: 'Hide password' }).click()
  await expect(dialog(page).locator('[type=password]')).toHaveValue(device.login.password)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Successfully updated device credentials')).toBeVisible()
  await scene.controller({ ...device, login: { ...device.login, userName: `new-${device.name}` } })
  await expect(row(page, device.name).getByText('Active', { exact: true })).toBeVisible()
})

test('page, order and search stand in the address: shared, reloaded and gone back to [spec 2 devices] [spec 5 search]', async ({
  page,
  scene,
}) => {
  const customer = await scene.customer('Quận phân trang')
  for (let number = 10; number < 35; number++)
    await scene.device({ name: `PAGED-${number}`, label: `Nhãn ${number}`, customer, settings: {}, location: false })
  await page.goto('/devices?textSearch=PAGED-')
  await expect(page.getByText('Showing 1 to 10 of 25 results')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 11 to 20 of 25 results')).toBeVisible()
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('Descending')
  await expect(row(page, 'PAGED-34')).toBeVisible()
  await expect(page).toHaveURL(/sortOrder=DESC/)
  await page.reload()
  await expect(row(page, 'PAGED-34')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 11 to 20 of 25 results')).toBeVisible()
  await expect(row(page, 'PAGED-20')).toBeVisible()

  await page.goto('/devices?page=0&sortProperty=createdTime&sortOrder=DESC')
  await expect(row(page, 'PAGED-34')).toBeVisible()
  const box = page.getByRole('searchbox')
  await box.fill('nhãn 30')
  await expect(page.getByRole('row')).toHaveCount(2)
  await box.fill('PAGED-12')
  await expect(page.getByText('No device on this page matches “PAGED-12”.')).toBeVisible()
  await page.getByRole('button', { name: /^Search all/ }).click()
  await expect(row(page, 'PAGED-12')).toBeVisible()
  await expect(page).toHaveURL(/textSearch=PAGED-12/)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(row(page, 'PAGED-34')).toBeVisible()
})

test.describe('as a customer user', () => {
  test.use({ signedInAs: 'district' })
  test('a customer user sees the devices of the customer and no control that changes anything [spec 2 devices] [spec 6 customer user]', async ({
    page,
    system,
    scene,
  }) => {
    const own = await scene.device({ customer: system.district })
    const foreign = await scene.device()
    await page.goto(`/devices`)
    await expect(row(page, own.name)).toBeVisible()
    await expect(row(page, foreign.name)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add Device' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveCount(0)
    await expect(row(page, own.name).getByRole('button')).toHaveCount(0)
    await expectAccessible(page)
  })
})

test('of two who edit one device the second sees what the first saved, and loses nothing [spec 2 dialogs]', async ({
  page,
  system,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 409/)
  const device = await scene.device()
  await findDevice(page, device.name)
  await page.getByRole('button', { name: `Edit ${device.name}` }).click()
  await field(page, 'Label').fill('Của tôi')
  const read = await system.api.call('device', { params: { deviceId: device.id } })
  await system.api.call('saveDevice', { body: { ...read, label: 'Của người khác' } })
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Device was already changed by someone else')
  await dialog(page).getByRole('button', { name: 'Load the newer state' }).click()
  await expect(dialog(page).getByText('Của người khác')).toBeVisible()
  await expect(field(page, 'Label')).toHaveValue('Của tôi')
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, device.name)).toContainText('Của tôi')
})

test('a name that is taken is said in the dialog, and what was typed stays [spec 8 devices]', async ({
  page,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 400/)
  const device = await scene.device()
  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add Device' }).first().click()
  await field(page, 'Name').fill(device.name)
  await field(page, 'Label').fill('Trùng tên')
  for (const name of ['Client ID', 'Username', 'Password'])
    await dialog(page)
      .getByRole('button', { name: `Generate ${name}` })
      .click()
  await dialog(page).getByRole('button', { name: 'Add Device' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Device with such name already exists!')
  await expect(field(page, 'Label')).toHaveValue('Trùng tên')
})

test('by keyboard alone a device is found, edited and saved [spec 2 devices]', async ({ page, scene }) => {
  const device = await scene.device()
  await findDevice(page, device.name)
  await page.getByRole('link', { name: device.name }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Edit ${device.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Bằng bàn phím')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, device.name)).toContainText('Bằng bàn phím')
  await expect(page.getByRole('button', { name: `Edit ${device.name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('list and dialogs are accessible and whole [spec 2 devices] [spec 2 dialogs]', async ({ page, scene }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const free = await scene.device({ label: '🚦 '.repeat(40) + 'Nguyễn-Huệ'.repeat(10) })
  await findDevice(page, free.name)
  await expectBothLooks(page)
  for (const [open, ready] of [
    ['Add Device', field(page, 'Name')],
    [`Edit ${free.name}`, field(page, 'Name')],
    [`Assign ${free.name} to a customer`, dialog(page).getByRole('combobox', { name: 'Customer' })],
    [`Delete ${free.name}`, dialog(page).getByRole('button', { name: 'Hủy' })],
  ] as const) {
    await page.getByRole('button', { name: open }).click()
    await expect(ready).toBeFocused()
    if (open.startsWith('Assign')) {
      await page.keyboard.press('ArrowDown')
      const first = dialog(page).getByRole('option').first()
      await expectBothLooks(page, dialog(page), () => expect(first).toBeInViewport())
      await page.keyboard.press('Escape')
    }
    await expectBothLooks(page, dialog(page))
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  }
})
