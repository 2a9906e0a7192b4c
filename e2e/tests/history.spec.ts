import { DARK, raise } from '../fixtures/incidents.ts'
import { expectLegible } from '../fixtures/legibility.ts'
import { countsAt, writeEvents, writeRecord, writeSeconds } from '../fixtures/past.ts'
import { expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures/test.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

test.describe('the history of a junction', () => {
  test.use({ signedInAs: 'admin' })

  test('is dragged, played and linked to, second by second, with its gaps and what happened', async ({
    page,
    scene,
    system: { api },
  }) => {
    const device = await scene.device()
    const nowMs = Math.floor(Date.now() / SECOND) * SECOND
    const gapMs = nowMs - 6 * MINUTE
    await writeSeconds(api, device.id, nowMs - 12 * MINUTE, nowMs, (ms) => ms >= gapMs && ms < gapMs + 13 * SECOND)
    await writeEvents(api, device.id, [
      { kind: 'connection', at: nowMs - 12 * MINUTE, connected: true },
      { kind: 'plan', at: nowMs - 12 * MINUTE, plan: 1, program: 1 },
      { kind: 'mode', at: nowMs - 12 * MINUTE, mode: 4 },
    ])
    const { id } = await raise(api, device.id, DARK)
    await api.call('clearAlarm', { params: { alarmId: id.id } })

    // From an incident to the second at which it began.
    await page.goto(`/devices/${device.id}`)
    await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).click()
    await page.getByRole('link', { name: 'Past incidents' }).click()
    await page.getByRole('link', { name: `History of ${device.label} from then` }).click()
    await expect(page).toHaveURL(/\/history\?at=\d+$/)
    const tape = page.getByRole('slider', { name: 'Second on the tape' })
    await expect(page.getByRole('heading', { name: /^REPLAY \d\d:\d\d:\d\d$/ })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('Phase 2 is dark')

    const atMs = async () => Number(await tape.getAttribute('aria-valuenow')) * SECOND
    const expectSecond = async (ms: number) => {
      const [red = 0, , green = 0] = countsAt(ms)
      const state = green > 0 ? `Phase 1: green` : red > 0 ? 'Phase 1: red' : 'Phase 1: yellow'
      const head = page.getByRole('figure', { name: state })
      await expect(head).toBeVisible()
      if (green > 1 || red > 1) await expect(head).toContainText(String(green || red))
    }
    await expectSecond(await atMs())
    await expect(page.getByText(/^Samples of the controller · Sample of/)).toBeVisible()

    // Keys move by seconds, minutes, spans and to the ends.
    await tape.focus()
    const before = await atMs()
    await page.keyboard.press('ArrowRight')
    expect(await atMs()).toBe(before + SECOND)
    await expectSecond(before + SECOND)
    await page.keyboard.press('Shift+ArrowLeft')
    expect(await atMs()).toBe(before - 59 * SECOND)
    await expectSecond(before - 59 * SECOND)
    await page.keyboard.press('Home')
    expect(await atMs()).toBe(Number(await tape.getAttribute('aria-valuemin')) * SECOND)

    // A gap is no data, and is listed.
    await page.getByLabel('Day and time').fill(await page.evaluate(local, gapMs + 4 * SECOND))
    await expect(page.getByRole('figure', { name: 'Phase 1: no data' })).toBeVisible()
    await expect(page.getByRole('table')).toContainText('No data for 13 s')

    // Dragging.
    const box = (await tape.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width * 0.3, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 8 })
    const dragged = await atMs()
    await page.mouse.up()
    await expectSecond(dragged)
    await expect(page).toHaveURL(new RegExp(`at=${dragged}`))

    // Playing moves on; the next event stops at the incident.
    await page.getByText('60×').click()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(atMs).toBeGreaterThan(dragged)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.keyboard.press('Home')
    await tape.focus()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Next event' }).click()
    const jumped = await atMs()
    await expect(page).toHaveURL(new RegExp(`at=${jumped}`))

    // The address is a link to the second, and the page cannot change anything.
    await page.reload()
    await expect.poll(atMs).toBe(jumped)
    await expectSecond(jumped)
    await expect(page.getByRole('button', { name: /Edit|Set|Mode/ })).toHaveCount(0)

    await expectEveryLook(page, async () => {
      // A day and its time are two lines at most.
      const times = page.getByRole('table').locator('td:first-child').getByRole('button')
      for (const time of await times.all()) expect((await time.boundingBox())?.height).toBeLessThanOrEqual(60)
      await expectLegible(page)
    })
    await page.getByRole('link', { name: 'Live', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/devices/${device.id}$`))

    // The last ten minutes are under the heads, and open the history where one clicks.
    const recent = page.getByRole('link', { name: 'The last ten minutes. Open the history' })
    await expect(recent).toBeVisible()
    await recent.scrollIntoViewIfNeeded()
    await expectAccessible(recent)
    await savePicture(page, 'recent')
    await recent.click({ position: { x: 20, y: 20 } })
    await expect(page).toHaveURL(/history\?at=\d+$/)
    await expect(page.getByRole('heading', { name: /^REPLAY/ })).toBeVisible()
  })
})

test('older seconds are rebuilt from records and say so; a customer user sees its own, and what the platform has not', async ({
  page,
  scene,
  system: { api },
}) => {
  const customer = await scene.customer()
  const user = await scene.user(customer)
  const device = await scene.device({ customer })
  const startMs = Math.floor((Date.now() - 40 * 86_400_000) / 900_000) * 900_000
  await writeRecord(api, device.id, startMs)
  await signIn(page, user.email, user.password)
  await page.goto(`/devices/${device.id}/history?at=${startMs + 300_000}&span=1h`)
  await expect(page.getByText('Rebuilt from records, without countdowns')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Plan 1 · program 1' })).toBeVisible()
  await expect(page.getByText('No settings were recorded for this time.')).toBeVisible()
  await expect(page.getByRole('table')).toContainText('Rebuilt from records')
  await page.goto(`/devices/${device.id}/history?at=${startMs - 86_400_000 * 2}`)
  await expect(page.getByText('The platform has kept nothing of this time.')).toBeVisible()
})

/** Returns the value of a field for day and time in the browser's zone. */
function local(ms: number): string {
  const at = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return at.toISOString().slice(0, 19)
}
