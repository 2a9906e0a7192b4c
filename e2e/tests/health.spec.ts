import { clicksOf } from '../fixtures/clicks.ts'
import { dialog, fact, openDevice } from '../fixtures/devicePage.ts'
import { CONFLICT, raise } from '../fixtures/incidents.ts'
import { expectBothLooks, savePicture } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('two greens are said in badge, strip and tab while they last [spec 2 device]', async ({ page, scene, system }) => {
  const device = await scene.device()
  const controller = await scene.controller(device)
  await openDevice(page, device.id)
  const state = page.getByRole('main').getByRole('status')
  await expect(fact(page, 'Yellow · red clearance')).toContainText('Applied')
  await expect(page).toHaveTitle(new RegExp(`^${device.label}`))
  controller.setFaults('two-greens')
  const strip = state.filter({ hasText: /^Conflicting green/ })
  await page.getByRole('button', { name: 'What to do' }).click()
  await expect(page.getByText(/Two phases have the road at the same time\. Send a technician now\./)).toBeVisible()
  for (const phase of [1, 2])
    await expect(page.getByRole('figure', { name: `Phase ${phase}: Green` })).toHaveAttribute('data-conflict', 'true')
  await expect(page.getByText('Active · Conflicting green')).toBeVisible()
  await expect(page).toHaveTitle(/^◆ /)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/)
  await expectBothLooks(page, page, async (look) => {
    await expect(page.getByRole('figure', { name: 'Phase 1: Green' })).toBeInViewport({ ratio: 1 })
    await savePicture(page, `health-${look}`)
  })
  const alarm = await raise(system.api, device.id, CONFLICT)
  const acknowledge = page.getByRole('button', { name: 'Acknowledge', exact: true })
  await acknowledge.click()
  await expect(acknowledge).toHaveCount(0)
  expect(await system.api.call('alarm', { params: { alarmId: alarm.id.id } })).toMatchObject({ acknowledged: true })
  await system.api.call('clearAlarm', { params: { alarmId: alarm.id.id } })
  await system.api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_level: 0, gw_state: 'ok' })
  const clicks = await clicksOf(page)
  await page.getByRole('button', { name: 'Flashing yellow…' }).click()
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await clicks(), 'clicks that end a danger').toBe(2)
  await expect(page.getByText(/the lamps do not obey/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Flashing yellow…' })).toHaveCount(0)
  controller.setFaults()
  await expect(strip).toHaveCount(0)
  await page.getByRole('button', { name: 'End now' }).click()
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg')
})

test('the lamps are above the fold in every state, on a computer and on a phone', async ({ page, scene, system }) => {
  const device = await scene.device()
  await scene.controller(device)
  const write = (values: Record<string, unknown>) => system.api.writeAttributes(device.id, 'SERVER_SCOPE', values)
  const states = {
    'As programmed': { gw_level: 0, gw_state: 'ok' },
    ...{ 'Conflicting green': { gw_level: 5, gw_state: 'conflict' }, Dark: { gw_level: 4, gw_state: 'dark' } },
    ...{ 'All red': { gw_level: 4, gw_state: 'all-red' }, 'No lamps': { gw_level: 4, gw_state: 'silent' } },
    'Off plan': { gw_level: 3, gw_state: 'off-plan' },
    'Settings not taken': { gw_level: 3, gw_state: 'not-taken' },
  }
  for (const [width, height] of [[1440, 900] as const, [390, 844] as const]) {
    await page.setViewportSize({ width, height })
    await openDevice(page, device.id)
    for (const [name, state] of Object.entries(states)) {
      await write({ ...state, gw_since: Date.now() })
      if (state.gw_level > 0) await expect(page.getByRole('status').first()).toContainText(name)
      for (const phase of [1, 2, 3]) {
        const head = page.getByRole('figure', { name: new RegExp(`^Phase ${phase}:`) }).locator('[data-lamp="green"]')
        await expect(head, `${name}, phase ${phase} at ${width}`).toBeInViewport({ ratio: 1 })
      }
    }
    await savePicture(page, `fold-${width}`)
  }
})

test('the lamps stay in their place when the clock of the junction becomes known, on a computer and on a phone', async ({
  page,
  scene,
}) => {
  const device = await scene.device({ label: 'Cách Mạng Tháng Tám – Võ Thị Sáu' })
  await scene.controller(device)
  await page.addInitScript(() => {
    const places = new Set<number>()
    Object.assign(window, { places })
    const look = () => {
      const lamp = document.querySelector('[data-lamp="green"]')
      if (lamp) places.add(Math.round(lamp.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  for (const [width, height] of [[1350, 900] as const, [390, 844] as const]) {
    await page.setViewportSize({ width, height })
    await openDevice(page, device.id)
    await expect(page.getByText('Clock in step').first()).toBeVisible()
    await expect(page.getByRole('figure', { name: /: Green$/ }).first()).toBeVisible()
    const places = await page.evaluate(() => [...(window as unknown as { places: ReadonlySet<number> }).places])
    expect(Math.max(...places) - Math.min(...places), `${places.join(', ')} at ${width}`).toBeLessThanOrEqual(2)
  }
})
