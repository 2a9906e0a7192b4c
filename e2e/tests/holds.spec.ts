import { dialog, openDevice } from '../fixtures/devicePage.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })
// On a busy machine the watcher takes a while to start.

test('a mode is given an end with three clicks, its junction says until when and by whom, and the watcher ends it', async ({
  page,
  scene,
  system,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await openDevice(page, device.id)
  await page.getByRole('button', { name: 'Tuyến 1' }).click()
  await dialog(page).getByRole('listbox', { name: 'Ends' }).selectOption('quarter')
  // The chosen end looks chosen, as the button does; the browser's own grey looks switched off.
  const confirm = dialog(page).getByRole('button', { name: 'Xác nhận' })
  const { color, backgroundColor } = await confirm.evaluate((button) => {
    const style = getComputedStyle(button)
    return { color: style.color, backgroundColor: style.backgroundColor }
  })
  const chosen = dialog(page).locator('option:checked')
  await expect(chosen).toHaveCSS('background-image', `linear-gradient(${backgroundColor}, ${backgroundColor})`)
  await expect(chosen).toHaveCSS('-webkit-text-fill-color', color)
  await expectEveryLook(page, (name) => savePicture(page, `hold-${name}`))
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog(page)).toHaveCount(0)
  const words = /Tuyến 1 until .* by /
  const line = page.getByRole('main').getByText(words)
  await expect(line).toContainText(system.adminEmail)
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText('Until')

  await page.getByRole('button', { name: 'Extend' }).click()
  await dialog(page).getByRole('button', { name: 'Xác nhận' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(line).toContainText(/\b(59 min|1 h)/)
  // When it ends, in the ribbon as on the page.
  const [until = ''] = /until \d\d:\d\d/.exec((await line.textContent()) ?? '') ?? []
  const ribbon = page.getByRole('region', { name: 'State of all junctions' })
  await expect(ribbon.getByText(words)).toContainText(until)

  // A colleague shortens it.
  const by = 'mai@signal.vn'
  const gw_hold = { mode: 1, until: Date.now() + 10_000, back: 4, by, why: 'Procession' }
  await system.api.writeAttributes(device.id, 'SERVER_SCOPE', { gw_hold })
  await system.api.writeAttributes(device.id, 'SHARED_SCOPE', { Mode: 1 })
  await expect(line).toContainText(by)
  await expect(page.getByRole('button', { name: 'Tự động' })).toHaveAttribute('aria-pressed', 'true')
  await expect(line).toHaveCount(0)

  await page.getByRole('main').getByRole('link', { name: 'Changes' }).click()
  const end = page
    .getByRole('list', { name: 'Changes' })
    .locator('> li')
    .filter({ hasText: 'The hold ended at its time: Procession' })
  await expect(end).toContainText(`${by} · watcher`)
  await expect(end).toContainText('Mode Tuyến 1 → Tự động')
  await expect(end).not.toContainText('ended at once')
})
