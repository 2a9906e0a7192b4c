import { readFile } from 'node:fs/promises'
import { writeCorridor } from '@greenwave/contract/records/corridors'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { Api } from '@greenwave/harness/api'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { DAY_MS, dateOf, midnightOf } from '@greenwave/observer/conformity/days'
import { valuesOf } from '@greenwave/observer/conformity/testing/keptValues'
import { playStreet } from '@greenwave/observer/conformity/testing/street'
import type { Locator } from '@playwright/test'
import { expectLegible } from '../fixtures/legibility.ts'
import { expectBothLooks, expectEveryLook, savePicture } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

/** 08:00 of yesterday, so that its hour is over whatever the time is. */
const EIGHT = midnightOf(Date.now()) - DAY_MS + 8 * 3_600_000

/** Writes what a watcher records of an hour of yesterday of a controller whose greens are longer than set. */
async function record(api: Api, deviceId: string, longer: number, withSums: boolean): Promise<void> {
  const records = playStreet([{ seconds: 3700, longer }], EIGHT)
  const dayMs = midnightOf(EIGHT)
  const body = [...valuesOf(records)].flatMap(([key, values]) =>
    [...values].map(([ts, value]) => ({ ts, values: { [key]: value } })),
  )
  const sums = { ...countDay({ ...records, fromMs: EIGHT }), untilMs: dayMs + DAY_MS }
  if (withSums) body.push({ ts: dayMs, values: { [DAY_KEY]: writeDaySums(sums) } })
  await api.call('saveTimeseries', { params: { ...ofDevice(deviceId), scope: 'ANY' }, body })
}

test('a report of a customer leads by its worst junction and day to the cycles, with plots, tables, CSV and print', async ({
  page,
  scene,
  system: { api },
}) => {
  const customer = await scene.customer()
  const [good, bad, silent] = [
    await scene.device({ customer }),
    await scene.device({ customer }),
    await scene.device({ customer }),
  ]
  await record(api, good.id, 0, true)
  // Without sums it is counted from its records.
  await record(api, bad.id, 2, false)
  const day = dateOf(EIGHT)

  await page.goto('/')
  await page.getByRole('link', { name: 'Reports' }).first().click()
  await page.goto(`/reports?period=week&day=${day}`)
  await page.getByLabel('Customer').focus()
  await page.getByLabel('Customer').selectOption(customer.title)
  // Of the second junction most of the day is missing.
  const verdict = page.getByRole('region', { name: /^The week .*: too little was recorded/ })
  await expect(verdict).toContainText(/\d+ of \d+ cycles could be checked, and 8\d\.\d % of the seconds are missing/)
  await expect(verdict.getByRole('listitem').first()).toContainText(bad.label)
  await expect(verdict.getByText('no comparison')).toHaveCount(4)
  const junctions = page.getByRole('table', { name: 'Junctions, page 1' })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1920, 390, 360]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expect(verdict).toBeVisible()
      await expect(junctions).toBeHidden()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page)
      await expectLegible(page)
      await savePicture(page, `verdict-${colorScheme}-${width}`)
      if (width === 1920) continue
      // The verdict is on the first screen of a phone: what chooses the report is folded above it.
      const { y = 900 } = (await verdict.boundingBox()) ?? {}
      expect(y, `top of the verdict at ${width}`).toBeLessThan(300)
      await expect(page.getByLabel('Customer')).toBeHidden()
      await page.getByRole('button', { name: 'Period, junctions' }).click()
      await expect(page.getByLabel('Customer')).toHaveValue(customer.id.id)
      await page.getByRole('button', { name: 'Period, junctions' }).click()
    }
  }
  await page.getByRole('button', { name: 'Open all parts' }).click()
  await expect(junctions.getByRole('row')).toHaveCount(3)
  await expect(page.getByText('1 junction has no records in this time.')).toBeVisible()
  await expect(page.getByText(silent.label)).toHaveCount(0)
  const [, worst, best] = await junctions.getByRole('row').allTextContents()
  expect(worst).toContain(bad.label)
  expect(worst).toContain('at most +2 s')
  expect(best).toMatch(/100\.0 %\d+ of \d+ checked/)
  await expect(page.getByRole('img', { name: 'Day by day' }).locator('canvas')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await expectEveryLook(page, async () => {
    await expect(junctions).toBeVisible()
    await expectLegible(page)
  })

  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const [head, first] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toContain('junction,device_name,from,to,cycles,judged,as_programmed,')
  expect(first).toContain(bad.label)

  await junctions.getByRole('link', { name: bad.label }).click()
  await page
    .getByRole('table', { name: 'Day by day' })
    .getByRole('link', { name: day.split('-').reverse().join('/') })
    .click()
  const cycles = page.getByRole('table', { name: 'Cycles, page 1' })
  await expect(cycles.getByRole('row').nth(2)).toContainText('+2 s')
  await page.getByRole('switch', { name: 'Only those that differ' }).click()
  await expect(cycles.getByRole('row').nth(1)).toContainText('+2 s')
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 717, height: 1000 })
  await expect(page.getByRole('button', { name: /Save|Print|Before|After/ })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })

  await cycles.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/devices/${bad.id}/history\\?.*at=`))
  // What was read is kept: going back asks for nothing but what is new.
  await page.goBack()
  await expect(cycles.getByRole('row').nth(1)).toContainText('+2 s')
})

test('the report of a corridor counts and lists when its green wave was broken, and saves that as a file', async ({
  page,
  scene,
  system: { api },
}) => {
  const devices = [await scene.device({}), await scene.device({})]
  for (const { id } of devices) await record(api, id, 0, true)
  const junctions = devices.map(({ id }, nth) => ({
    device: id,
    distance: nth === 0 ? null : 100,
    speed: nth === 0 ? { outbound: null, inbound: null } : { outbound: 36, inbound: null },
    phase: { outbound: 1 as const, inbound: null },
  }))
  const { id: originator } = await api.call('saveAsset', {
    query: {},
    body: { name: 'Trục bị đứt', type: 'corridor', additionalInfo: writeCorridor({}, { junctions }) },
  })
  scene.owns({ kind: 'corridor', id: originator.id })
  const facts = { direction: 'outbound', seconds: 2, setSeconds: 12, cause: 'offline', junction: 'Lê Lợi' }
  const { id } = await api.call('saveAlarm', {
    body: {
      ...{ originator, type: 'Green wave broken', severity: 'MINOR', startTs: EIGHT },
      details: { code: 'corridor', text: 'The green wave is broken', facts },
    },
  })
  await api.call('clearAlarm', { params: { alarmId: id.id } })
  // Cleared today: it began yesterday, and went on there.
  await page.goto(`/reports?period=day&day=${dateOf(EIGHT)}&corridor=${originator.id}`)
  const verdict = page.getByRole('region', { name: /was good$/ })
  await expect(verdict).toContainText('1 incident, and it was no danger to traffic.')
  await expect(verdict).toContainText(/100\.0 %.*\d+ of \d+ cycles could be checked/)
  await expect(verdict).toContainText('All junctions ran as programmed and without an incident.')
  await page.getByRole('button', { name: 'Open all parts' }).click()
  const list = page.getByRole('table', { name: 'Broken green waves' })
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list.getByRole('row').nth(1)).toContainText('Lê Lợi')
  // A sentence of several lines begins below its heading.
  const begins = (part: Locator) => part.evaluate((element) => getComputedStyle(element).textAlign)
  expect(await begins(list.getByRole('columnheader').last())).toBe('start')
  expect(await begins(list.getByText('Lê Lợi'))).toBe('start')
  await expect(page.getByText('1 broken green wave among them', { exact: true })).toBeVisible()
  await expectBothLooks(page, page, async () => {
    await expect(list).toBeVisible()
    await expectLegible(page)
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save broken waves as CSV' }).click()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^broken-green-waves-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  const [, first] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(first).toContain('Trục bị đứt')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 717, height: 1000 })
  await expect(page.getByRole('button', { name: /Save/ })).toHaveCount(0)
  await expect(list).toBeVisible()
  await list.getByRole('link', { name: 'Trục bị đứt' }).click()
  await expect(page).toHaveURL(new RegExp(`/corridors/${originator.id}`))
})
