/** @file The page Now, with a watcher that judges virtual controllers with faults. */
import { expectBothLooks, savePicture } from '../fixtures/looks.ts'
import { DISTRICT_PASSWORD } from '../fixtures/system.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('an incident is raised, acknowledged, assigned, commented on, muted and cleared', async ({
  page,
  scene,
  system,
}) => {
  const [bad, dark] = [await scene.device({ customer: system.district }), await scene.device()]
  const [controller] = [await scene.controller(bad), await scene.controller(dark, 'dark-phase:2')]
  await page.goto('/now')
  const row = page.getByRole('listitem').filter({ hasText: bad.label })
  const rowOfDark = page.getByRole('listitem').filter({ hasText: dark.label })
  await expect(rowOfDark).toContainText('Phase 2 is dark.')
  controller.setFaults('two-greens')
  // Where phase 3 has its green, all three meet.
  await expect(row).toContainText(/^DangerNgã tư .*Phases 1.* have the road at the same time\./)
  await expect(row).toContainText(/since \d\d:\d\d · \d+ s · unassigned/)
  await expect(row.getByRole('img', { name: /^Lamps now: phase 1 green/ })).toBeVisible()
  // Danger comes first, and the ribbon counts it.
  await expect(
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toContainText(bad.label)
  const ribbon = page.getByRole('region', { name: 'State of all junctions' })
  await expect(ribbon.getByRole('link', { name: '1 danger' })).toBeVisible()

  await row.getByText('have the road at the same time').click()
  const beside = page.getByRole('region', { name: bad.label })
  await expect(beside.getByText(/^Raised when: /)).toBeVisible()
  await expectBothLooks(page)
  await beside.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(beside).toContainText(/acknowledged by /)
  await expect(beside.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)

  await beside.getByRole('button', { name: 'Assign' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign the incident' })
  await assign.getByRole('combobox').click()
  await assign.getByRole('option', { name: /district1@greenwave\.test/ }).click()
  await expectBothLooks(page)
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(beside).toContainText(/district1@greenwave\.test is on it/)

  await beside.getByRole('button', { name: 'Comment' }).click()
  const comment = page.getByRole('dialog', { name: 'Comments on the incident' })
  await comment.getByRole('button', { name: 'Save the comment' }).click()
  await expect(comment.getByText('Write a comment')).toBeVisible()
  await comment.getByLabel('Comment', { exact: false }).first().fill('Đã gọi đội sửa chữa')
  await expectBothLooks(page)
  await comment.getByRole('button', { name: 'Save the comment' }).click()
  await expect(comment).toBeHidden()
  await beside.getByRole('button', { name: 'Comment' }).click()
  await expect(comment.getByText('Đã gọi đội sửa chữa')).toBeVisible()
  await page.keyboard.press('Escape')

  await beside.getByRole('button', { name: 'Mute…' }).click()
  const mute = page.getByRole('dialog', { name: 'Mute the junction' })
  await mute.getByLabel('Reason').fill('Thi công đến thứ Sáu')
  await mute.getByRole('button', { name: '1 hour' }).click()
  await expectBothLooks(page)
  await mute.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(beside).toContainText(/muted until .* · Thi công đến thứ Sáu · by admin@greenwave\.test/)
  await expect(ribbon.getByRole('link', { name: '1 muted' })).toBeVisible()
  await expect(ribbon.getByRole('link', { name: /danger/ })).toHaveCount(0)
  await beside.getByRole('button', { name: 'End the mute' }).click()
  await expect(ribbon.getByRole('link', { name: '1 danger' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(row.getByRole('link', { name: bad.label, exact: true })).toBeFocused()

  await page.getByRole('link', { name: /^Acknowledged/ }).click()
  await expect(row).toBeVisible()
  await expect(rowOfDark).toHaveCount(0)
  await page.getByRole('link', { name: /^Open \d/ }).click()
  controller.setFaults()
  await expect(row).toHaveCount(0)
  await expect(rowOfDark).toBeVisible()
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await expect(row).toContainText('have the road at the same time')
})

test('J and K move, Enter opens, A acknowledges and M mutes, but not while somebody types', async ({ page, scene }) => {
  const devices = [await scene.device(), await scene.device()]
  for (const [at, device] of devices.entries()) await scene.controller(device, `dark-phase:${at + 1}`)
  await page.goto('/now')
  const rows = devices.map(({ label }) => page.getByRole('listitem').filter({ hasText: label }))
  for (const row of rows) await expect(row).toContainText('is dark')
  const links = page.getByRole('list', { name: 'Incidents' }).getByRole('link', { name: /^Ngã tư/ })
  await page.keyboard.press('j')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText(/acknowledged by /)).toHaveCount(1)
  await page.keyboard.press('a')
  await expect(page.getByText('There is nothing to acknowledge here.')).toBeVisible()
  await page.keyboard.press('m')
  const mute = page.getByRole('dialog', { name: 'Mute the junction' })
  await expect(mute.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('jam')
  await expect(mute.getByLabel('Reason')).toHaveValue('jam')
  await expect(mute).toContainText((await links.nth(0).textContent()) ?? '')
  await page.keyboard.press('Escape')
  await mute.getByRole('button', { name: 'Discard' }).click()
  await expect(mute).toBeHidden()
  await expect(links.nth(0)).toBeFocused()
  const first = (await links.nth(0).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/now\?device=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('region', { name: first })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('region', { name: (await links.nth(1).textContent()) ?? '' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(0)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/now$/)
  await expect(links.nth(0)).toBeFocused()
})

test.describe('a customer user', () => {
  test.use({ signedInAs: 'nobody' })

  test('sees the own junctions, and nothing that changes anything', async ({ page, scene, system }) => {
    const [own, other] = [await scene.device({ customer: system.district }), await scene.device()]
    await scene.controller(own, 'dark-phase:1')
    await scene.controller(other, 'dark-phase:3')
    await signIn(page, system.districtEmail, DISTRICT_PASSWORD)
    await page.getByRole('link', { name: 'Now', exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: own.label })
    await expect(row).toContainText('Phase 1 is dark')
    await row.getByText('Phase 1 is dark').click()
    const beside = page.getByRole('region', { name: own.label })
    await expect(beside.getByRole('link', { name: 'Open', exact: true })).toBeVisible()
    await expect(beside.getByText(/^Raised when: /)).toBeVisible()
    await expect(beside.getByRole('button', { name: /Acknowledge|Flashing|Assign|Comment|Mute/ })).toHaveCount(0)
    await page.keyboard.press('a')
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText(other.label)).toHaveCount(0)
    await expect(page.getByText('J K move · Enter opens', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})

test('where nothing is wrong it says so in one calm line, with the time of the last check', async ({ page, scene }) => {
  const device = await scene.device()
  await scene.controller(device)
  await page.goto('/now')
  await expect(page.getByText('Nothing is wrong', { exact: true })).toBeVisible()
  await expect(page.getByText(/Last checked at \d\d:\d\d:\d\d\./)).toBeVisible()
  await savePicture(page, 'nothing')
  await expectAccessible(page)
})
