/** @file A green route: made, started and driven, the operator and the vehicle's phone side by side. */
import { parseRoute, parseRun, RUN_KEY } from '@greenwave/contract/records/routes'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { lampKeys } from '@greenwave/controller/keys'
import { clickBetween, clicksOf } from '../fixtures/clicks.ts'
import { expectEveryLook } from '../fixtures/looks.ts'
import { expect, expectAccessible, test } from '../fixtures/test.ts'

test.use({ signedInAs: 'admin' })

test('a route is made by name, started with three clicks, driven to its end by an operator beside the phone, and recorded', async ({
  page,
  context,
  scene,
  system: { api },
}) => {
  const at = (north: number) => ({ latitude: 10.77 + north, longitude: 106.7 })
  const devices = [await scene.device({ location: at(0) }), await scene.device({ location: at(0.003) })] as const
  for (const device of devices) await scene.controller(device)
  const name = `Cứu thương ${devices[0].name}`
  await page.goto('/corridors')
  await page.getByRole('link', { name: 'Green routes' }).click()
  await page.getByRole('button', { name: 'Add green route' }).first().click()
  await page.getByLabel('Name').fill(name)
  for (const { label } of devices) {
    await page.getByPlaceholder('Street or name').fill(label)
    await page.getByRole('option', { name: label }).click()
  }
  await page.getByLabel('Longest hold (s)').fill('400')
  await page.getByRole('button', { name: 'Save route' }).click()
  await expect(page.getByText('From 30 to 300 seconds')).toBeVisible()
  await page.getByLabel('Longest hold (s)').fill('90')
  await page.getByLabel(`Phase of the way: ${devices[1].label}`).selectOption('2')
  await expectEveryLook(page)
  await page.getByRole('button', { name: 'Save route' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('no certified pre-emption')).toBeVisible()
  await expect(page.getByText('Shown on Now, the map and the wall: to administrators.')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Corridors', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const { data } = await api.call('tenantAssets', {
    query: { type: 'route', pageSize: 10, page: 0, textSearch: name },
  })
  const [asset] = data
  if (!asset) throw new Error('no route was saved')
  expect(parseRoute(asset)).toMatchObject({ longest: 90, junctions: [{ phase: 1 }, { phase: 2, position: 334 }] })
  const before = page.getByRole('list', { name: 'What a start does' }).getByRole('listitem')
  await expect(before.nth(1)).toContainText(devices[1].label)
  await expect(before.filter({ hasText: 'Ready' })).toHaveCount(2)
  await expectEveryLook(page)

  // How long a phase was without green is known only from a green before the hold.
  const greens = {
    keys: lampKeys(2).green,
    startTs: '0',
    endTs: String(Date.now() + 3_600_000),
    limit: '1000',
    agg: 'NONE',
  } as const
  await expect
    .poll(async () => {
      const found = await api.call('timeseries', { params: ofDevice(devices[0].id), query: greens })
      return found[lampKeys(2).green]?.some(({ value }) => Number(value) > 0)
    })
    .toBe(true)
  await page.goto('/corridors')
  const clicks = await clicksOf(page)
  await page.getByRole('link', { name: 'Green routes' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Đột quỵ')
  await page.getByRole('button', { name: 'Start the route' }).click()
  const steps = page.getByRole('list', { name: 'Junctions of the run' }).getByRole('listitem')
  await expect(steps).toHaveCount(2)
  expect(await clicks()).toBe(3)

  const phone = await context.newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(`/routes?route=${asset.id.id}&view=drive`)
  const lamps = phone.getByRole('list', { name: 'Next junctions' }).getByRole('listitem')
  await expect(lamps.first()).toContainText('Not green, take care')
  await expect(steps.first()).toContainText('Green seen')
  await expect(lamps.first()).toContainText(devices[0].label)
  await expect(lamps.first()).toContainText('Green seen')
  await expectAccessible(page)
  await expectEveryLook(phone)
  const mode = async (nth: 0 | 1) => (await api.attributes(devices[nth].id, 'CLIENT_SCOPE')).Mode
  expect(await mode(0)).toBe(1)
  await page.getByRole('button', { name: `Passed: ${devices[0].label}` }).click()
  await expect(steps.first()).toContainText('Back')
  await expect.poll(() => mode(0)).not.toBe(1)
  await expect(lamps.first()).toContainText(devices[1].label)

  const now = await context.newPage()
  await now.goto('/now')
  await expect(now.getByText(`${name} runs: 1 of 2 junctions passed.`)).toBeVisible()
  await now.close()
  await expect(steps.nth(1)).toContainText('Green seen')
  const cancelling = await clicksOf(page)
  await page.getByRole('button', { name: 'Cancel: release all' }).click()
  expect(await cancelling()).toBe(1)
  await expect(phone.getByText('No green is held.')).toBeVisible()
  const run = async () => {
    const params = { entityType: 'ASSET', entityId: asset.id.id, scope: 'SERVER_SCOPE' } as const
    const [found] = await api.call('attributes', { params, query: { keys: RUN_KEY } })
    return parseRun(found?.value)
  }
  await expect.poll(async () => (await run())?.state).toBe('cancelled')
  await expect.poll(() => mode(1)).not.toBe(2)
  await expect(page.getByText('All junctions are back.').first()).toBeVisible()
  await expect(page.getByText('Cancelled by').first()).toBeVisible()
  const waited = steps.first().getByText(/waited|without green/)
  await expect(waited).toHaveText(/Phase 2 was without green for \d+ s\./)
  await expectEveryLook(page)
})

test('a route is drawn on the map; a drill of it follows positions that a system posts, and sends nothing', async ({
  page,
  context,
  scene,
  system: { api },
}) => {
  const at = (north: number) => ({ latitude: 10.78 + north, longitude: 106.69 })
  const devices = [
    await scene.device({ location: at(0) }),
    await scene.device({ location: at(0.003) }),
    await scene.device({ location: at(0.006) }),
  ] as const
  for (const device of devices) await scene.controller(device)
  await page.goto('/routes?route=new')
  await page.getByLabel('Name').fill(`Diễn tập ${devices[0].name}`)
  for (const { label } of [devices[0], devices[2]]) {
    await page.getByPlaceholder('Street or name').fill(label)
    await page.getByRole('option', { name: label }).click()
  }
  await clickBetween(page, 0.5)
  const rows = page.getByRole('list', { name: 'Junctions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: `Move ${devices[1].label} up` }).click()
  await expect(rows.nth(1)).toContainText(devices[1].label)
  await page.getByRole('button', { name: 'Save route' }).click()
  await expect(page.getByRole('list', { name: 'What a start does' }).getByRole('listitem')).toHaveCount(3)
  const routeId = new URL(page.url()).searchParams.get('route') ?? ''
  scene.owns({ kind: 'corridor', id: routeId })

  await page.getByLabel('Reason').fill('Diễn tập')
  await page.getByRole('switch', { name: 'Drill: nothing is sent' }).click({ force: true })
  await page.getByRole('button', { name: 'Start the drill' }).click()
  const steps = page.getByRole('list', { name: 'Junctions of the run' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  const phone = await context.newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(`/routes?route=${routeId}&view=drive`)
  await expect(phone.getByText('Drill: no green is held.')).toBeVisible()
  await expect(steps.first()).toContainText('Green seen')
  await expectEveryLook(page)
  const post = (north: number) =>
    api.call('saveTimeseries', {
      params: { entityType: 'ASSET', entityId: routeId, scope: 'ANY' },
      body: { gw_position: at(north) },
    })
  await post(0.0015)
  await expect(page.getByText(/^Vehicle at .*, by its position/)).toBeVisible()
  await expect(steps.first()).toContainText('Back')
  await expect(phone.getByRole('list', { name: 'Next junctions' }).getByRole('listitem').first()).toContainText(
    devices[1].label,
  )
  await post(0.008)
  await expect(page.getByText(/^Last run: Done$/)).toBeVisible()
  await expect(phone.getByText('The run is over.')).toBeVisible()
  await expect(page.getByText(/ · Done · Drill · /)).toBeVisible()
  await expectEveryLook(page)
  for (const { id } of devices) {
    expect(await api.attributes(id, 'SERVER_SCOPE')).not.toHaveProperty('gw_hold')
    expect((await api.attributes(id, 'CLIENT_SCOPE')).Mode).toBe(4)
  }
})
