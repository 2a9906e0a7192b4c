import { openDevice } from '../fixtures/devicePage.ts'
import { expectLegible, expectTouchable } from '../fixtures/legibility.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

test('on a phone every control is hit by a finger, and all type is read in the sun [spec 2 shell]', async ({
  page,
  system,
  scene,
}) => {
  const customer = await scene.customer()
  await scene.user(customer)
  const device = await scene.device({ customer })
  await scene.controller(device)
  const lists = ['/devices', '/customers', `/customers/${customer.id.id}/users`]
  for (const address of lists) {
    await page.goto(address)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectTouchable(page)
    await expectLegible(page)
  }
  await page.goto('/account')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)

  const details = { code: 'dark', text: 'Phase 2 is dark', facts: { phases: [2] } }
  const originator = { entityType: 'DEVICE', id: device.id } as const
  await system.api.call('saveAlarm', { body: { originator, type: 'Dark', severity: 'MAJOR', details } })
  await page.goto('/now')
  await page.getByRole('listitem').filter({ hasText: device.label }).getByText('Phase 2 is dark.').click()
  await expect(page.getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)
  await page.getByRole('button', { name: 'Mute…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/?device=${device.id}`)
  await page.getByRole('button', { name: 'Devices', expanded: false }).click()
  await page.getByRole('button', { name: new RegExp(customer.title) }).click()
  await expect(page.getByRole('button', { name: new RegExp(device.name) })).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)

  await openDevice(page, device.id)
  await expect(page.locator('.leaflet-container')).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)
  await expectAccessible(page)
  // A span of the day may be narrower than a finger, so plans are opened by their own rows.
  await expect(page.getByRole('group', { name: 'Schedule of the day' }).getByRole('button')).toHaveCount(0)
  for (const opener of ['Edit plan 1', 'Edit program 1', 'Set Device Time', 'Set location']) {
    await page.getByRole('button', { name: opener, exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectTouchable(page)
    await expectLegible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }

  await page.goto('/devices')
  await page.getByRole('button', { name: 'Add Device' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: /User menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expectTouchable(page)
  await expectLegible(page)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${system.url}/login`)
  await expectTouchable(page)
  await expectLegible(page)
})

for (const [name, size, shown] of [
  ['a phone', { width: 360, height: 740 }, false],
  ['a tablet', { width: 1280, height: 800 }, false],
  ['a desk', { width: 1280, height: 800 }, true],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: size, hasTouch: !shown, isMobile: !shown })

    test(`keys are ${shown ? '' : 'not '}named`, async ({ page, scene, system }) => {
      const device = await scene.device()
      await scene.controller(device)
      const details = { code: 'dark', text: 'Phase 2 is dark', facts: { phases: [2] } }
      const originator = { entityType: 'DEVICE', id: device.id } as const
      await system.api.call('saveAlarm', { body: { originator, type: 'Dark', severity: 'MAJOR', details } })
      const hint = (words: string | RegExp) => page.getByText(words).filter({ visible: true })
      const count = shown ? 1 : 0
      await page.goto('/now')
      const row = page.getByRole('listitem').filter({ hasText: device.label })
      await expect(row.getByText('Phase 2 is dark.')).toBeVisible()
      await expect(hint(/Enter opens/)).toHaveCount(count)
      await expect(hint('Ctrl K')).toHaveCount(count)
      await openDevice(page, device.id)
      for (const [opener, said] of [
        ['Edit plan 1', 'Drag the start.'],
        ['Edit program 1', 'Drag an edge of a green.'],
      ] as const) {
        await page.getByRole('button', { name: opener, exact: true }).click()
        await expect(page.getByText(said)).toBeVisible()
        await expect(hint('The arrow keys move it, too.')).toHaveCount(count)
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
      await page.goto('/now?view=wall')
      const leave = page.getByRole('link', { name: 'Leave the wall' })
      await leave.focus()
      await expect(leave).toBeVisible()
      await expect(hint('(Esc)')).toHaveCount(count)
    })
  })
}
