import type { Page } from '@playwright/test'
import { writeCalendar } from '@greenwave/contract/records/calendars'
import { writeCorridor } from '@greenwave/contract/records/corridors'
import { CALENDAR_TYPE } from '@greenwave/contract/records/recordKeys'
import type { Api } from '@greenwave/harness/api'
import { clickBetween } from '../fixtures/clicks.ts'
import { expectLegible } from '../fixtures/legibility.ts'
import { expectBothLooks, expectEveryLook, savePicture } from '../fixtures/looks.ts'
import type { Scene } from '../fixtures/scene.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

async function choose(page: Page, label: string): Promise<void> {
  await page.getByPlaceholder('Street or name').fill(label)
  await page.getByRole('option', { name: label }).click()
}

test('a corridor is made of junctions by name and on the map, is turned round, and is seen by its customer', async ({
  page,
  scene,
  browser,
  system,
}) => {
  const customer = await scene.customer()
  const user = await scene.user(customer)
  const at = (north: number) => ({ latitude: 10.77 + north, longitude: 106.7 })
  const devices = [
    await scene.device({ customer, location: at(0) }),
    await scene.device({ customer, location: at(0.004) }),
    await scene.device({ customer, location: at(0.01) }),
  ] as const
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Corridors' }).click()
  await expect(page.getByRole('heading', { name: 'Corridors' })).toBeVisible()
  await page.getByRole('button', { name: 'Add corridor' }).first().click()
  await page.getByLabel('Name').fill('Trục Lê Lợi')
  await page.getByLabel('Customer').selectOption(customer.title)
  await choose(page, devices[0].label)
  await choose(page, devices[2].label)
  await clickBetween(page, 0.4)
  const rows = page.getByRole('list', { name: 'Junctions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByLabel(`Distance (m): ${devices[1].label}`)).toHaveValue('667')
  await page.getByRole('button', { name: `Move ${devices[1].label} up` }).click()
  await expect(page.getByLabel(`Distance (m): ${devices[1].label}`)).toHaveValue('445')
  await page.getByLabel(`Outbound km/h: ${devices[1].label}`).fill('50')
  await expectBothLooks(page, page, () => expectLegible(page))
  await page.getByRole('button', { name: 'Turn round' }).click()
  await expect(page.getByLabel(`Inbound km/h: ${devices[0].label}`)).toHaveValue('50')
  await page.getByRole('button', { name: 'Save corridor' }).click()
  await expect(page.getByRole('heading', { name: 'Trục Lê Lợi' })).toBeVisible()
  const corridorId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  scene.owns({ kind: 'corridor', id: corridorId })
  const table = page.getByRole('table', { name: 'Junctions' })
  await expect(table.getByRole('row').nth(1)).toContainText(devices[2].label)
  await expectAccessible(page)

  const theirs = await (
    await browser.newContext({ baseURL: system.url, storageState: { cookies: [], origins: [] } })
  ).newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Account').fill(user.email)
  await theirs.getByLabel('Password', { exact: true }).fill(user.password)
  await theirs.keyboard.press('Enter')
  await theirs.getByRole('link', { name: 'Corridors' }).click()
  await theirs.getByRole('link', { name: 'Trục Lê Lợi' }).click()
  await expect(theirs.getByRole('heading', { name: 'Trục Lê Lợi' })).toBeVisible()
  await expect(theirs.getByRole('link', { name: devices[1].label })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Change corridor' })).toHaveCount(0)
  await theirs.context().close()
})

/** A cycle of 40 s, phase 1 has 20 of it. */
const SETTINGS = {
  ...{ Mode: 4, Plan_total: 1, Vang: 3, Do_cong: 2, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 },
  ...{ Pr1_X1: 20, Start_Pr1_X1: 0, Pr1_X2: 10, Start_Pr1_X2: 25 },
}

/** Makes a corridor of junctions that are 20 s apart. Resolves with its address. */
async function makeCorridor(api: Api, scene: Scene, deviceIds: readonly string[]): Promise<string> {
  const junctions = deviceIds.map((device, index) => ({
    device,
    distance: index === 0 ? null : 200,
    speed: index === 0 ? { outbound: null, inbound: null } : { outbound: 36, inbound: 36 },
    phase: { outbound: 1 as const, inbound: 1 as const },
  }))
  const { id } = await api.call('saveAsset', {
    query: {},
    body: { name: 'Làn sóng', type: 'corridor', additionalInfo: writeCorridor({}, { junctions }) },
  })
  scene.owns({ kind: 'corridor', id: id.id })
  return `/corridors/${id.id}`
}

test('the diagram outlines what is set, fills what the street shows, and a row that is moved changes the band', async ({
  page,
  scene,
  system: { api },
}) => {
  const devices = [
    await scene.device({ settings: SETTINGS }),
    await scene.device({ settings: { ...SETTINGS, Offset_Pr1: 15 } }),
    await scene.device({ settings: SETTINGS }),
  ] as const
  for (const device of devices) await scene.controller(device)
  await page.goto(
    await makeCorridor(
      api,
      scene,
      devices.map(({ id }) => id),
    ),
  )
  const wave = page.getByRole('region', { name: 'Green wave' })
  await expect(wave).toContainText('Outbound 15 s of 40')
  await expect(wave).toContainText(`Outbound the band is 15 s; without ${devices[1].label} it would be 20 s.`)
  const diagram = page.getByRole('figure', { name: /^Time-space diagram of Làn sóng/ })
  await expect(diagram.locator('[data-seen="green"][data-phase="1"]').first()).toBeVisible()
  await expect(diagram.locator('[data-programmed="outbound"]').first()).toBeVisible()

  const row = page.getByRole('slider', { name: `Offset of ${devices[1].label}` })
  await row.focus()
  for (let pressed = 0; pressed < 5; pressed++) await page.keyboard.press('ArrowRight')
  await expect(row).toHaveAttribute('aria-valuenow', '20')
  await expect(wave).toContainText('Outbound 20 s of 40 · 100 % of the smallest green · was 15 s')
  await expect(wave).toContainText('These offsets are only tried: nothing is sent.')
  const box = await row.boundingBox()
  if (!box) throw new Error('the row is on the page')
  await page.mouse.move(box.x + 300, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 300 + (box.width / 80) * 4, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(row).toHaveAttribute('aria-valuenow', '24')
  await expect(wave).toContainText('Outbound 16 s of 40')
  await page.getByRole('button', { name: 'Show what is set' }).click()
  await expect(row).toHaveAttribute('aria-valuenow', '15')
  await expectEveryLook(page, () => expectLegible(page))

  await api.writeAttributes(devices[2].id, 'SHARED_SCOPE', { Pr1_X2: 12 })
  await expect(wave).toContainText('There is no green wave.')
  await expect(wave).toContainText(`${devices[2].label} runs a cycle of 42 s and the others 40 s`)
  await expect(diagram).toHaveCount(0)
})

test('the planner proposes offsets and a cycle without holding up the page, of which some are accepted', async ({
  page,
  scene,
  system: { api },
}) => {
  const settings = { ...SETTINGS, Plan_total: 2, P2_HH: 12, P2_MM: 0, P2_Pr: 1, P2_ENT: 1 }
  const devices = [
    await scene.device({ settings }),
    await scene.device({ settings }),
    await scene.device({ settings }),
  ] as const
  for (const device of devices) await scene.controller(device)
  await page.goto(
    await makeCorridor(
      api,
      scene,
      devices.map(({ id }) => id),
    ),
  )
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  await page.getByLabel('Greens').selectOption('Calculate from the traffic')
  for (const { label } of devices) {
    await page.getByLabel(`Phase 1: ${label}`).fill('400')
    await page.getByLabel(`Phase 2: ${label}`).fill('200')
  }
  await expectBothLooks(page)
  await page.getByLabel('Greens').selectOption('Keep their shares')
  await page.getByRole('button', { name: 'Find the best' }).click()
  const [before, after] = [
    page.getByRole('region', { name: 'As set' }),
    page.getByRole('region', { name: 'As proposed' }),
  ]
  await expect(before).toContainText('Outbound 0 s · Inbound 0 s')
  await expect(after).toContainText('Outbound 20 s · Inbound 20 s')
  await expect(after).toContainText('Attainability100 %')
  const proposal = page.getByRole('region', { name: 'Proposal' })
  await expect(proposal).toContainText(/Offset \d+ → \d+ s/)
  await expectBothLooks(page, page, () => expectLegible(page))
  const changed = proposal.getByRole('checkbox', { disabled: false })
  for (const box of await changed.all()) await box.uncheck()
  await expect(after).toContainText('Outbound 0 s · Inbound 0 s')

  await page.getByLabel('Cycle').selectOption('Best of my own')
  await page.getByLabel('Cycles in seconds').fill('40, soon')
  await page.getByRole('button', { name: 'Find the best' }).click()
  await expect(page.getByText('Up to 50 whole numbers from 1 to 300')).toBeVisible()
  await page.getByLabel('Cycles in seconds').fill('18, 40, 80')
  await page.getByRole('button', { name: 'Find the best' }).click()
  const cycles = page.getByRole('table', { name: 'Cycles compared' })
  await expect(cycles.getByRole('row')).toHaveCount(4)
  await expect(cycles.getByRole('row', { name: '18 s' })).toContainText('Does not fit any junction')
  const unfit = cycles.getByRole('cell', { name: 'Does not fit any junction' })
  await page.setViewportSize({ width: 360, height: 800 })
  // Cells that have no name have no colon before them.
  expect(await unfit.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('none')
  await page.setViewportSize({ width: 1440, height: 1000 })
  await cycles.getByRole('radio', { name: '80 s' }).check()
  await expect(proposal).toContainText('Cycle 40 → 80 s')

  await cycles.getByRole('radio', { name: '40 s' }).check()
  await page.getByRole('button', { name: 'Preview and send' }).click()
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('When').selectOption({ label: await laterLabel(page) })
  await page.getByRole('button', { name: 'Send to 1 junction' }).click()
  await page.waitForURL(/\/rollouts\/[^/]+-[^/]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Làn sóng')
  scene.owns({ kind: 'corridor', id: new URL(page.url()).pathname.split('/').at(-1) ?? '' })
  await expect(page.getByText(/^Waits until \d/)).toBeVisible()
  await expectAccessible(page)
  expect(await api.attributes(devices[1].id, 'SHARED_SCOPE')).not.toHaveProperty('Offset_Pr1')
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(() => api.attributes(devices[1].id, 'SHARED_SCOPE')).toMatchObject({ Offset_Pr1: 20 })
})

test('a corridor is planned for a kind of day that all of its junctions have, and saved there', async ({
  page,
  scene,
  system: { api },
}) => {
  const devices = [await scene.device({ settings: SETTINGS }), await scene.device({ settings: SETTINGS })] as const
  for (const device of devices) await scene.controller(device)
  const key = `city-${devices[0].id.slice(0, 8)}`
  const plans = { Plan_total: 1, P1_HH: 0, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
  const greens = { Pr1_X1: SETTINGS.Pr1_X1, Pr1_X2: SETTINGS.Pr1_X2, Offset_Pr1: 0 }
  const kinds = { working: { ...plans, ...greens }, saturday: { ...plans, ...greens, P1_HH: 7 } }
  for (const { id } of devices) await api.writeAttributes(id, 'SERVER_SCOPE', { gw_kinds: { calendar: key, kinds } })
  const named = (id: string, name: string) => ({ id, name, color: 'grey' as const })
  const rules = [{ on: 'weekdays' as const, days: [1, 2, 3, 4, 5, 6, 7], every: 1, kind: 'working' }]
  const calendar = { key, dayBegins: '03:00', rules, kinds: [named('working', 'Work'), named('saturday', 'Saturday')] }
  const asset = await api.call('saveAsset', {
    body: { name: `Calendar ${key}`, type: CALENDAR_TYPE, additionalInfo: writeCalendar({}, calendar) },
  })
  const corridor = await makeCorridor(
    api,
    scene,
    devices.map(({ id }) => id),
  )
  await page.goto(corridor)
  await page.getByRole('link', { name: 'Plan', exact: true }).click()
  // The page before has a choice of this name, too.
  await expect(page.getByLabel('Plan of the day')).toBeVisible()
  await page.getByLabel('Settings of').selectOption('Saturday')
  await expect(page.getByLabel('Plan of the day')).toHaveText('Plans at 07:00')
  await page.getByRole('button', { name: 'Find the best' }).click()
  await page.getByRole('button', { name: 'Preview for “Saturday”' }).click()
  const saved = page.getByRole('region', { name: 'Save for “Saturday”' })
  await expect(saved).toContainText('Nothing is sent now, unless this kind of day runs today.')
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
    await savePicture(page, `kind-${width}`, { fullPage: true })
  }
  await saved.getByRole('button', { name: /^Save at/ }).click()
  await expect(page.getByText('The plan is saved for the kind of day.')).toBeVisible()
  const written = await Promise.all(devices.map(async ({ id }) => (await api.attributes(id, 'SERVER_SCOPE')).gw_kinds))
  const offsets = (kind: string) =>
    written.map((value) => (value as { kinds: Record<string, { Offset_Pr1: number }> }).kinds[kind]?.Offset_Pr1)
  expect(new Set(offsets('working'))).toEqual(new Set([0]))
  expect(offsets('saturday').some((offset) => offset !== 0)).toBe(true)

  await page.goto(corridor)
  const lookedAt = page.getByLabel('What is looked at')
  const diagram = page.getByLabel(/^Time-space diagram of/)
  await expect(lookedAt).toHaveText('NowPlans at 00:00')
  await page.getByLabel('Settings of').selectOption('Work')
  await expect(lookedAt).toHaveText('Plans at 00:00')
  const atWork = await diagram.innerHTML()
  await page.getByLabel('Settings of').selectOption('Saturday')
  await expect(lookedAt).toHaveText('Plans at 07:00')
  await expect.poll(() => diagram.innerHTML()).not.toBe(atWork)
  await page.getByLabel('Settings of').selectOption('What is set now')
  await expect(lookedAt).toHaveValue('now')
  await api.call('deleteAsset', { params: { assetId: asset.id.id } })
})

/** Returns the choice that lets a change wait for the next change of plan: it names the time. */
async function laterLabel(page: Page): Promise<string> {
  const labels = await page.getByLabel('When').getByRole('option').allTextContents()
  return labels.find((label) => label.startsWith('At the next change of plan, ')) ?? ''
}
