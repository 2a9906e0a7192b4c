import type { Locator, Page } from '@playwright/test'
import { confirmation, dialog, openDevice } from '../fixtures/devicePage.ts'
import { expect, test } from '../fixtures/test.ts'

// With animations, as users have them: the second click of the slower pairs hits a dialog that fades out.
test.use({ signedInAs: 'admin', contextOptions: { reducedMotion: 'no-preference' } })

/** Milliseconds between the two presses of a double click, from a bouncing switch to a slow hand. */
const GAPS = [0, 50, 60, 120]

/**
 * Presses the mouse button twice in the middle of a button, even if the button has moved or gone before the second
 * press.
 */
async function doubleClick(page: Page, button: Locator, gapMs: number): Promise<void> {
  await expect(button).toBeEnabled()
  // A dialog moves while it opens.
  await button.click({ trial: true })
  const box = await button.boundingBox()
  if (!box) throw new Error('No button to press')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.up()
  // The delay between the presses is what the test varies; it does not wait for anything.
  if (gapMs > 0) await page.waitForTimeout(gapMs)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** Counts the writes that the page sends from now on. */
function countWrites(page: Page, path: RegExp): { count: () => number } {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(new URL(request.url()).pathname)) count += 1
  })
  return { count: () => count }
}

test('a double click on Xác nhận sends a setting once, whatever lies between its clicks, and shows no error', async ({
  page,
  scene,
}) => {
  const device = await scene.device()
  await scene.controller(device)
  await openDevice(page, device.id)
  const writes = countWrites(page, /\/(SHARED|SERVER)_SCOPE$/)
  const edit = async (button: string, field: string, value: string, submit: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await dialog(page).getByLabel(field).fill(value)
    await dialog(page).getByRole('button', { name: submit, exact: true }).click()
  }
  const changes = [
    (n: number) => page.getByRole('button', { name: n % 2 === 0 ? 'Tuyến 1' : 'Tự động', exact: true }).click(),
    (n: number) => edit('Cấu hình thời gian vàng, đỏ', 'Vàng (s)', String(2 + (n % 2)), 'Save'),
    (n: number) => edit('Set location', 'Latitude', `10.7${n + 1}`, 'Save Location'),
  ]
  let expected = 0
  for (const [n, gapMs] of GAPS.entries()) {
    for (const [nth, change] of changes.entries()) {
      await change(n)
      const asked = confirmation(page)
      await expect(asked).toBeVisible()
      for (const box of await asked.getByRole('checkbox').all()) await box.check()
      await doubleClick(page, asked.getByRole('button', { name: 'Xác nhận' }), gapMs)
      await expect(dialog(page)).toHaveCount(0)
      // The mode of the even rounds is a hold, whose end is written before it.
      expected += nth === 0 && n % 2 === 0 ? 2 : 1
      expect(writes.count(), `writes after a gap of ${gapMs} ms`).toBe(expected)
      await expect(page.locator('[data-tone=bad][role=alert]')).toHaveCount(0)
    }
  }
})
