import { savePicture } from '../fixtures/looks.ts'
import { expect, test } from '../fixtures/test.ts'

// Both have summer time, which begins and ends on other days.
test.use({ signedInAs: 'admin', cityZone: 'Europe/Berlin', timezoneId: 'America/New_York' })

const HOUR_MS = 3_600_000
/** Clocks of Berlin are put back from three to two at this instant. */
const AUTUMN = Date.UTC(2026, 9, 25, 1)

const inBerlin = (ms: number) => new Date(ms).toLocaleString('en-GB', { timeZone: 'Europe/Berlin' })

test('every page shows and takes times of the city, in a browser of another zone', async ({
  page,
  scene,
  system: { api },
}) => {
  const device = await scene.device()
  const { createdTime } = await api.call('deviceInfo', { params: { deviceId: device.id } })
  await page.goto('/devices?sortOrder=DESC')
  await expect(page.getByRole('row').filter({ hasText: device.name })).toContainText(inBerlin(createdTime))
  await expect(page.getByRole('contentinfo')).toContainText(/All times: Europe\/Berlin \(UTC\+[12]\)/)
  await savePicture(page, 'list')

  await page.goto(`/devices/${device.id}/history?at=${AUTUMN - HOUR_MS / 2}`)
  await expect(page.getByRole('heading', { name: /^REPLAY/ })).toContainText('02:30:00')
  await expect(page.getByText('time zone Europe/Berlin (UTC+2)')).toBeVisible()
  await savePicture(page, 'history')
  await page.goto(`/devices/${device.id}/history?at=${AUTUMN + HOUR_MS / 2}`)
  await expect(page.getByRole('heading', { name: /^REPLAY/ })).toContainText('02:30:00')
  await expect(page.getByText('time zone Europe/Berlin (UTC+1)')).toBeVisible()
  const field = page.getByLabel('Day and time')
  await expect(field).toHaveValue('25/10/2026 02:30:00')
  await field.fill('01/07/2026 12:00:00')
  await expect(page.getByText('time zone Europe/Berlin (UTC+2)')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^REPLAY/ })).toContainText('12:00:00')
  await field.press('End')
  await field.press('ArrowUp')
  await expect(field).toHaveValue('01/07/2026 12:00:01')
  await expect(page.getByRole('heading', { name: /^REPLAY/ })).toContainText('12:00:01')

  await page.goto('/now?show=past&from=2026-10-25')
  const until = page.getByRole('textbox', { name: 'Until' })
  await until.pressSequentially('31022026')
  await until.blur()
  await expect(until).toHaveAccessibleDescription('“31/02/2026” is not valid. Write dd/mm/yyyy, such as 24/11/2026.')
  const asked = page.waitForRequest((request) => /startTime=.*endTime=|endTime=.*startTime=/.test(request.url()))
  await until.fill('')
  await until.pressSequentially('25102026')
  await savePicture(page, 'past')
  const query = new URL((await asked).url()).searchParams
  // A day of 25 hours.
  const day = [AUTUMN - 3 * HOUR_MS, AUTUMN + 22 * HOUR_MS - 1]
  expect([query.get('startTime'), query.get('endTime')]).toEqual(day.map(String))

  await page.goto('/now?view=wall')
  const clock = page.locator('main time, time').first()
  const [instant, shown] = await clock.evaluate((time: HTMLTimeElement) => [time.dateTime, time.textContent])
  // A wall seen from elsewhere names the city's zone.
  expect(shown).toMatch(/ UTC\+[12]$/)
  expect(shown?.replace(/ UTC.*/, '')).toBe(inBerlin(Date.parse(instant ?? '')).replace(',', ''))
})
