/** @file Long: every setting of a device by its dialog, on one system. */
import { until } from '@greenwave/harness/until'
import { changesIn, confirm, confirmation, dialog, fact, openDevice, settingRow } from '../fixtures/devicePage.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// Long tests: on a busy machine they take more than the usual minute.

test('each timing setting is asked about, sent, applied by the controller and seen [spec 2 plan dialog] [spec 2 program dialog] [spec 2 times dialog] [spec 2 plan count dialog] [spec 2 mode chooser] [spec 3 plan] [spec 3 program] [spec 4 configuration] [spec 5 times] [spec 7 attributes]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  const reported = () => system.api.attributes(device.id, 'CLIENT_SCOPE')
  await openDevice(page, device.id)
  await expect(settingRow(page, 'Edit plan 2')).toContainText('Applied')

  await page.getByRole('button', { name: 'Edit plan 2', exact: true }).click()
  await dialog(page).getByLabel('Hour').fill('7')
  await dialog(page).getByLabel('Minute').fill('5')
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  expect(await changesIn(page)).toEqual(['Plan 2 hour 6 → 7', 'Plan 2 minute 30 → 05'])
  await expect(confirmation(page)).toContainText('The controller is online.')
  await expect(dialog(page).getByRole('group', { name: 'Schedule of the day' })).toHaveCount(2)
  await confirm(page)
  await expect(page.getByRole('button', { name: 'Edit plan 2', exact: true })).toBeFocused()
  await expect(settingRow(page, 'Edit plan 2')).toContainText('07:05')
  await expect(settingRow(page, 'Edit plan 2')).toContainText('Applied')
  expect(await reported()).toMatchObject({ P2_HH: 7, P2_MM: 5, P2_Pr: 2, P2_ENT: 1 })

  await page.getByRole('button', { name: 'Edit program 6' }).click()
  await expect(dialog(page).getByLabel('Total Period (seconds)')).toHaveValue('80')
  await dialog(page).getByLabel('Green Phase 3').fill('25')
  await expect(dialog(page).getByLabel('Total Period (seconds)')).toHaveValue('90')
  await dialog(page).getByRole('slider', { name: 'Phase 3: end of green' }).press('ArrowLeft')
  await expect(dialog(page).getByLabel('Green Phase 3')).toHaveValue('24')
  const edge = dialog(page).getByRole('slider', { name: 'Phase 3: end of green' })
  const box = await edge.boundingBox()
  if (!box) throw new Error('the edge is not drawn')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  const bar = await dialog(page).locator('[data-phase="3"]').boundingBox()
  if (!bar) throw new Error('the bar is not drawn')
  // The axis has the length of an 89 s cycle with room to grow, and keeps it while the edge is dragged.
  const toSecond = (second: number) => bar.x + (second * bar.width) / 100
  await page.mouse.move(toSecond(75), box.y + box.height / 2, { steps: 4 })
  await expect(dialog(page).getByLabel('Green Phase 3')).toHaveValue('15')
  await page.mouse.move(toSecond(80), box.y + box.height / 2, { steps: 2 })
  await page.mouse.up()
  await expect(dialog(page).getByLabel('Green Phase 3')).toHaveValue('20')
  await expect(dialog(page).getByLabel('Start Phase 3')).toHaveValue('60')
  const startEdge = dialog(page).getByRole('slider', { name: 'Phase 3: start of green' })
  await startEdge.press('ArrowRight')
  await expect(dialog(page).getByLabel('Start Phase 3')).toHaveValue('61')
  await startEdge.press('ArrowLeft')
  await dialog(page).getByLabel('Green Phase 3').fill('22')
  await dialog(page).getByRole('button', { name: 'Save Program' }).click()
  expect(await changesIn(page)).toEqual(['Program 6 phase 3 green 15 s → 22 s'])
  await expect(dialog(page).getByRole('figure', { name: /^Timing of program 6/ })).toHaveCount(2)
  await confirm(page)
  await expect(settingRow(page, 'Edit program 6')).toContainText('Green 30 · 20 · 22 s')
  await expect(settingRow(page, 'Edit program 6')).toContainText('Applied')

  await page.getByRole('button', { name: 'Times', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Cấu hình thời gian vàng, đỏ')
  await dialog(page).getByLabel('Vàng (s)').fill('')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page).getByLabel('Vàng (s)')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('Vàng (s)').fill('4')
  await expect(dialog(page)).toContainText('Program 1 (plan 1, 3, 5): cycle 80 s → 81 s')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  expect((await changesIn(page))[0]).toBe('Yellow 3 s → 4 s')
  await expect(dialog(page).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
  await expect(confirmation(page)).toContainText(
    /Danger: program 1 gives phase 2 green at second 35, 1 s after the yellow/,
  )
  await confirm(page)
  await expect(fact(page, 'Yellow · red clearance')).toContainText('4 s · 2 s')
  await expect(fact(page, 'Yellow · red clearance')).toContainText('Applied')

  await page.getByRole('button', { name: 'Plan count', exact: true }).click()
  await expect(dialog(page)).toHaveAccessibleName('Cấu hình số lượng kế hoạch')
  const count = dialog(page).getByLabel('Số lượng kế hoạch (1-6)')
  await count.fill('10000')
  await expect(count).toHaveValue('5')
  await count.fill('7')
  await expect(dialog(page)).toContainText('Plan count: 7 is out of range; 1 to 6 is allowed.')
  await count.fill('4')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  expect(await changesIn(page)).toEqual(['Plan count 5 → 4'])
  await confirm(page)
  await expect(settingRow(page, 'Edit plan 5')).toContainText('Above plan count')
  await expect(fact(page, 'Plan count')).toContainText('Applied')

  await page.getByRole('button', { name: 'Tuyến 2' }).click()
  await expect(dialog(page)).toHaveAccessibleName('Chọn chế độ')
  await expect(dialog(page).getByRole('radio')).toHaveCount(4)
  expect(await changesIn(page)).toEqual([
    'Mode Tự động → Tuyến 2',
    expect.stringMatching(/^Ends (\d\d\/\d\d\/\d{4}, )?\d\d:\d\d$/),
  ])
  await confirm(page)
  await expect(page.getByRole('button', { name: 'Tuyến 2' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Mode: Tuyến 2')).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Phase 2: Green/ })).toBeVisible()
  expect(await reported()).toMatchObject({ Vang: 4, Plan_total: 4, Mode: 2, Pr6_X3: 22 })
})

type ClockSent = Readonly<Record<'Year' | 'Month' | 'Day' | 'Hour' | 'Minute' | 'Second', number>>

test('clock, location and image are asked about, saved and seen [spec 2 device time dialog] [spec 2 location dialog] [spec 2 image dialog] [spec 5 device time] [spec 5 location] [spec 5 image] [spec 8 success]', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device({ location: false })
  await scene.controller(device, 'clock-jump:30')
  await page.route('**/junction.png', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
    }),
  )
  await openDevice(page, device.id)

  await expect(fact(page, 'Controller’s clock')).toContainText('Clock +30 s')
  await page.getByRole('button', { name: 'Set Device Time' }).click()
  await expect(dialog(page)).toContainText(/Current device time: \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d/)
  const hour = await dialog(page).getByLabel('Hour').inputValue()
  await dialog(page).getByLabel('Day').fill('31')
  await dialog(page).getByLabel('Month').fill('2')
  await dialog(page).getByRole('button', { name: 'Set Time' }).click()
  await expect(dialog(page)).toContainText('The date 31/2/')
  await dialog(page).getByLabel('Year').fill('2101')
  await expect(dialog(page)).toContainText('2101 is out of range; 2000 to 2100 is allowed.')
  await dialog(page).getByRole('button', { name: 'Use current time' }).click()
  await expect(dialog(page).getByLabel('Hour')).toHaveValue(hour)
  await dialog(page)
    .getByLabel('Hour')
    .fill(String((Number(hour) + 2) % 24))
  await dialog(page).getByRole('button', { name: 'Set Time' }).click()
  const tick = dialog(page).getByRole('checkbox', { name: /^The time is (2 h|22 h)|^The time is 1 h 59/ })
  await tick.check()
  await expect(dialog(page).getByRole('button', { name: 'Xác nhận' })).toBeEnabled()
  await page.waitForFunction((since) => Date.now() > since + 1500, Date.now())
  await expect(tick, 'the tick stays while the distance grows').toBeChecked()
  await dialog(page).getByRole('button', { name: 'Hủy' }).click()
  await dialog(page).getByRole('button', { name: 'Use current time' }).click()
  await dialog(page).getByRole('button', { name: 'Set Time' }).click()
  await confirm(page)
  await expect(page.getByText('Time sent to the controller.')).toBeVisible()
  const notified = await page.getByText(/^After setting, the clock is (in step|[+−]\d+ s)\.$/).textContent()
  const left = /the clock is (.+)\.$/.exec(notified ?? '')?.[1] ?? ''
  // The controller shows the time that it was sent from the moment of arrival on, so it is off by the transmission
  // time, up to a second.
  const { Year, Month, Day, Hour, Minute, Second } = (await system.api.attributes(
    device.id,
    'SHARED_SCOPE',
  )) as ClockSent
  const sentMs = Date.UTC(Year, Month - 1, Day, Hour - 7, Minute, Second)
  const due = (sentMs - (await system.api.attributeTime(device.id, 'SHARED_SCOPE', 'Second'))) / 1000
  const drift = Number.parseInt(left.replace('−', '-'), 10) || 0
  expect(Math.abs(drift - due), `seconds from the drift of ${due} s that is due`).toBeLessThan(2)
  await expect(fact(page, 'Controller’s clock')).toContainText(`Clock ${left}`)

  await expect(page.getByText('No location set')).toBeVisible()
  await page.getByRole('button', { name: 'Set location' }).click()
  await dialog(page).getByRole('button', { name: 'Save Location' }).click()
  await expect(dialog(page)).toContainText('Latitude is required')
  await dialog(page).getByLabel('Latitude').pressSequentially('-10.7x7.')
  await expect(dialog(page).getByLabel('Latitude')).toHaveValue('-10.77')
  await dialog(page).getByLabel('Latitude').fill('10.7743')
  await dialog(page).getByLabel('Longitude').fill('181')
  await expect(dialog(page)).toContainText('Longitude: 181 is out of range; -180 to 180 is allowed.')
  await dialog(page).getByLabel('Longitude').fill('106.7031')
  await dialog(page).getByRole('button', { name: 'Save Location' }).click()
  expect(await changesIn(page)).toEqual(['Latitude nothing → 10.7743', 'Longitude nothing → 106.7031'])
  await confirm(page)
  await expect(page.getByText('10.77430, 106.70310')).toBeVisible()
  await expect(page.getByRole('img', { name: `Position of ${device.label}` })).toBeVisible()

  await page.getByRole('button', { name: 'Set location' }).click()
  const map = dialog(page).getByRole('region', { name: 'Click the map to choose the place.' })
  await map.click({ position: { x: 300, y: 60 } })
  await expect(dialog(page).getByLabel('Latitude')).not.toHaveValue('10.7743')
  const picked = Number(await dialog(page).getByLabel('Latitude').inputValue())
  await dialog(page).getByRole('button', { name: 'Save Location' }).click()
  await confirm(page)
  await until('the place to be stored', async () => {
    return (await system.api.attributes(device.id, 'SERVER_SCOPE')).latitude === picked
  })

  await page.getByRole('button', { name: 'Add image' }).click()
  const url = dialog(page).getByLabel('Image URL')
  await expect(dialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await url.fill('ngã tư')
  await expect(dialog(page)).toContainText('Please enter a URL')
  await url.fill(`${system.url}/junction.png`)
  await expect(dialog(page).getByRole('img', { name: `The intersection ${device.label}` })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await confirm(page)
  await expect(page.getByRole('img', { name: `The intersection ${device.label}` })).toBeVisible()
  await page.getByRole('button', { name: 'Delete image' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await confirm(page)
  await expect(page.getByText('No image set')).toBeVisible()
  expect((await system.api.attributes(device.id, 'SERVER_SCOPE')).image).toBe('')
})

test('while it is saved the buttons wait; a refusal is notified and keeps what was typed; Escape leads back [spec 2 submitting] [spec 4 configuration] [spec 8 configuration]', async ({
  page,
  scene,
  browserLog,
}) => {
  browserLog.expect(/status of 500/)
  const device = await scene.device()
  await scene.controller(device)
  // Before the settings the change is recorded, so that they may be sent later than the buttons begin to wait.
  const refusal = Promise.withResolvers<void>()
  await page.route('**/SHARED_SCOPE', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await refusal.promise
    await route.fulfill({ status: 500, contentType: 'text/html', body: `<html>${'x'.repeat(3000)}</html>` })
  })
  await openDevice(page, device.id)
  const edit = page.getByRole('button', { name: 'Edit plan 3', exact: true })
  const asked = page.getByRole('dialog', { name: 'Xác nhận thay đổi' })
  await edit.click()
  await expect(dialog(page).getByLabel('Hour')).toBeFocused()
  await dialog(page).getByLabel('Minute').fill('')
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  await expect(dialog(page)).toContainText('Minute is required')
  await dialog(page).getByLabel('Minute').fill('45')
  // The browser moves the focus by itself, anywhere, on each Tab that the dialog does not handle.
  const tabs = await page.evaluateHandle(() => {
    const held: boolean[] = []
    window.addEventListener('keydown', (event) => event.key === 'Tab' && held.push(event.defaultPrevented))
    return held
  })
  await dialog(page).getByRole('button', { name: 'Save Plan' }).focus()
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Tab')])
  await expect(asked.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog(page).getByRole('button', { name: 'Save Plan' })).toBeFocused()
  await dialog(page).getByLabel('Minute').press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Hủy' })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Đang lưu...' })).toBeDisabled()
  await page.keyboard.press('Tab')
  await expect(asked, 'while it is saved, no button can have the focus').toBeFocused()
  expect(await tabs.jsonValue()).toEqual([true, true])
  await expect(dialog(page).getByRole('button', { name: 'Hủy' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(asked, 'what is being saved cannot be closed').toBeVisible()
  refusal.resolve()
  await expect(dialog(page).getByRole('alert')).toHaveText(/^Failed to add plan\nWhat you entered is kept/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Plan 3' })).toBeVisible()
  await expect(dialog(page).getByLabel('Minute')).toBeFocused()
  await expect(dialog(page).getByLabel('Minute')).toHaveValue('45')
  await page.keyboard.press('Escape')
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(edit).toBeFocused()
  await expect(settingRow(page, 'Edit plan 3')).toContainText('08:30')
})

test('of two who edit one plan the second is shown what the first saved before anything is overwritten [spec 4 configuration]', async ({
  page,
  context,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  const other = await context.newPage()
  await openDevice(page, device.id)
  await openDevice(other, device.id)
  for (const [window, minute] of [
    [other, '10'],
    [page, '20'],
  ] as const) {
    await window.getByRole('button', { name: 'Edit plan 4', exact: true }).click()
    await dialog(window).getByLabel('Minute').fill(minute)
  }
  await dialog(page).getByRole('button', { name: 'Save Plan' }).click()
  await confirm(page)
  const conflict = dialog(other).getByRole('alert')
  await expect(conflict).toContainText('Changed by another user while you were editing')
  await expect(conflict.getByRole('row').nth(1)).toHaveText(/Plan 4 minute\s*00\s*20\s*10/)
  await dialog(other).getByRole('button', { name: 'Save Plan' }).click()
  await expect(dialog(other).getByRole('button', { name: 'Xác nhận' })).toBeDisabled()
  expect(await changesIn(other)).toEqual(['Plan 4 minute 20 → 10'])
  await confirm(other)
  await expect(settingRow(page, 'Edit plan 4')).toContainText('16:10')
  expect((await system.api.attributes(device.id, 'SHARED_SCOPE')).P4_MM).toBe(10)
})

test('(R19) the offset of a program is shown where the controller reports it, refused beyond its cycle, and applied', async ({
  page,
  system,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await openDevice(page, device.id)
  const edit = page.getByRole('button', { name: 'Edit offset of program 1' })
  await edit.click()
  await expect(dialog(page).getByLabel('Offset (s)')).toHaveValue('0')
  await dialog(page).getByLabel('Offset (s)').fill('80')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page)).toContainText('Program 1 offset: 80 is out of range; 0 to 79 is allowed.')
  await expectAccessible(page)
  await dialog(page).getByLabel('Offset (s)').fill('12')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  expect(await changesIn(page)).toEqual(['Program 1 offset nothing → 12 s'])
  await confirm(page)
  await expect(edit).toBeFocused()
  await expect(page.getByText('Offset 12 s')).toBeVisible()
  await expectAccessible(page)
  await until('the controller to report the offset', async () => {
    return (await system.api.attributes(device.id, 'CLIENT_SCOPE')).Offset_Pr1 === 12
  })
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  test(`a dialog keeps its buttons and its junction in sight at ${viewport.width} x ${viewport.height}`, async ({
    page,
    scene,
  }) => {
    await page.setViewportSize(viewport)
    const device = await scene.device()
    await openDevice(page, device.id)
    await page.getByRole('button', { name: 'Edit program 1', exact: true }).click()
    const [save, last] = [
      dialog(page).getByRole('button', { name: 'Save Program' }),
      dialog(page).getByLabel('Start Phase 3'),
    ]
    await expect(save).toBeInViewport({ ratio: 1 })
    // The figures beside the drawing are hardly taller than it.
    const [drawing, first] = [
      dialog(page).getByText('Drag an edge of a green'),
      dialog(page).getByText('Green Phase 1'),
    ]
    const top = (await first.boundingBox())?.y ?? 0
    const hint = await drawing.boundingBox()
    if (viewport.width === 1440) expect(top - (hint?.y ?? 0) - (hint?.height ?? 0)).toBeLessThan(100)
    await last.focus()
    await expect(dialog(page).getByText(device.name)).toBeInViewport({ ratio: 1 })
    const [field, button] = [await last.boundingBox(), await save.boundingBox()]
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan(button?.y ?? 0)

    await dialog(page).getByLabel('Green Phase 1').fill('60')
    await save.click()
    await expect(dialog(page).getByRole('group', { name: 'Xác nhận thay đổi' })).toContainText('they overlap by')
    await expect(dialog(page).getByRole('button', { name: 'Xác nhận' })).toBeInViewport({ ratio: 1 })
    await expect(dialog(page).getByText(device.name).first()).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })
