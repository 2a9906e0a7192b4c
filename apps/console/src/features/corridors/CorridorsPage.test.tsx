import { writeCorridor } from '@greenwave/contract/records/corridors'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CUSTOMER_ID, testCorridor, testCustomer, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'

const devices = [testDevice(1), testDevice(2), testDevice(3)]
const corridor = testCorridor(
  40,
  devices.map(({ id }) => id.id),
)
const LIST = 'GET /api/tenant/assetInfos'
const ONE = `GET /api/asset/info/${corridor.id.id}`
const customer = testCustomer(1, { id: { entityType: 'CUSTOMER', id: CUSTOMER_ID }, title: 'Quận 1' })

/** Answers the entity query about junctions: every thousandth of a degree one more. */
function found({ body }: RecordedCall) {
  const asked = JSON.stringify(body)
  const rows = devices.filter(({ id }) => !asked.includes('entityList') || asked.includes(id.id))
  return testPage(
    rows.map(({ id, name, label }, index) => ({
      entityId: id,
      latest: {
        ENTITY_FIELD: { name: { ts: 0, value: name }, label: { ts: 0, value: label } },
        SERVER_ATTRIBUTE: {
          latitude: { ts: 0, value: String(10 + index / 1000) },
          longitude: { ts: 0, value: '106' },
        },
      },
    })),
  )
}

function openPage(address: string, answers: Record<string, unknown> = {}) {
  const platform = stubPlatform({
    [LIST]: testPage([corridor]),
    [ONE]: corridor,
    'POST /api/entitiesQuery/find': found,
    'GET /api/customers': testPage([customer]),
    ...answers,
  })
  return { ...platform, ...renderConsole(address) }
}

const saves = (calls: readonly RecordedCall[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
const saved = (calls: readonly RecordedCall[]) => saves(calls).at(-1)
const field = (name: string) =>
  screen.getByRole(name === 'Customer' || /phase/.test(name) ? 'combobox' : 'textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })

async function choose(label: string) {
  await userEvent.click(screen.getByPlaceholderText('Street or name'))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(label) }))
}

describe('the list of corridors', () => {
  it('shows administrators name, junctions, length and customer, and asks for corridors alone', async () => {
    signInForTest()
    const { calls } = openPage('/corridors')
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(row).toHaveTextContent(/Trục 403640 m–Quận 1/)
    const asked = calls.findLast(({ query }) => query.get('type') === 'corridor')
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ sortProperty: 'name', page: '0' })
    expect(screen.getByRole('button', { name: 'Add corridor' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Delete Trục 40' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Its junctions and their settings stay')
  })

  it('says how the wave of each is on the street; one that is broken comes first on its page, and what nobody judges any more says so', async () => {
    signInForTest()
    const wave = { at: Date.now(), cycle: 90, planned: { outbound: 40, inbound: 20 }, cycles: [], brokenSince: null }
    const seen = { at: 1, state: 'whole', seen: { outbound: 40, inbound: 15 } }
    const waves = [
      { ...wave, cycles: [seen] },
      { ...wave, brokenSince: Date.now() - 600_000 },
      { ...wave, cycles: [seen], at: Date.now() - 3_600_000 },
    ]
    const corridors = [corridor, testCorridor(41, []), testCorridor(42, [])]
    openPage('/corridors', {
      [LIST]: testPage(corridors),
      'POST /api/entitiesQuery/find': testPage(
        corridors.map(({ id }, nth) => ({
          entityId: id,
          latest: { SERVER_ATTRIBUTE: { gw_wave: { ts: 1, value: JSON.stringify(waves[nth]) } } },
        })),
      ),
    })
    expect((await screen.findByText(/^Broken since/)).closest('[data-tone]')).toHaveAttribute('data-tone', 'warn')
    const [, first, second, third] = within(screen.getByRole('table')).getAllByRole('row')
    expect(first).toHaveTextContent(/^Trục 41/)
    expect(second).toHaveTextContent('75 % of the plan')
    expect(screen.getByText('75 % of the plan')).toHaveAttribute('data-tone', 'ok')
    expect(third).toHaveTextContent(/Not checked since/)
  })

  it('a wave of which less than half is left is never said to be well, also before it counts as broken', async () => {
    signInForTest()
    const cycles = [{ at: 1, state: 'broken', seen: { outbound: 9, inbound: null } }]
    const wave = { at: Date.now(), cycle: 90, planned: { outbound: 40, inbound: null }, brokenSince: null }
    openPage('/corridors', {
      [LIST]: testPage([corridor]),
      'POST /api/entitiesQuery/find': testPage([
        {
          entityId: corridor.id,
          latest: { SERVER_ATTRIBUTE: { gw_wave: { ts: 1, value: JSON.stringify({ ...wave, cycles }) } } },
        },
      ]),
    })
    expect(await screen.findByText(/^\d+ % of the plan$/)).toHaveAttribute('data-tone', 'warn')
  })

  it('shows customer users those of their customer, without anything that changes one', async () => {
    signInForTest({ scope: 'CUSTOMER_USER' })
    openPage('/corridors', { [`GET /api/customer/${CUSTOMER_ID}/assetInfos`]: testPage([corridor]) })
    expect(await screen.findByRole('link', { name: 'Trục 40' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Add corridor|Edit|Delete/ })).toBeNull()
  })
})

describe('the form of a corridor', () => {
  beforeEach(() => {
    signInForTest()
    // Leaflet draws on a canvas, which this environment has not.
    const paint: CanvasRenderingContext2D = new Proxy(Object.create(null), { get: () => () => paint })
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paint)
  })
  afterEach(() => vi.restoreAllMocks())

  it('takes junctions by name with distances from their coordinates, and stores them as an asset', async () => {
    const { calls, router } = openPage('/corridors/new', { 'POST /api/asset': corridor })
    await screen.findByRole('heading', { name: 'New corridor' })
    await userEvent.click(screen.getByRole('button', { name: 'Save corridor' }))
    expect(await screen.findByText('A name is required')).toBeVisible()
    expect(screen.getByText('Choose two junctions or more')).toBeVisible()
    type('Name', ' Lê Lợi ')
    for (const label of ['Ngã tư 1', 'Ngã tư 2', 'Ngã tư 3']) await choose(label)
    expect(field('Distance (m): Ngã tư 3')).toHaveValue('111')
    type('Distance (m): Ngã tư 3', '0')
    type('Inbound km/h: Ngã tư 2', '')
    await userEvent.click(screen.getByRole('button', { name: 'Save corridor' }))
    expect(await screen.findByText('From 1 to 100000 metres')).toBeVisible()
    expect(screen.getByText('From 1 to 200 km/h')).toBeVisible()
    expect(calls.some(({ path }) => path === '/api/asset')).toBe(false)
    type('Distance (m): Ngã tư 3', '150.5')
    await userEvent.click(screen.getByLabelText('One way'))
    fireEvent.change(field('Outbound phase: Ngã tư 2'), { target: { value: '2' } })
    fireEvent.change(field('Customer'), { target: { value: CUSTOMER_ID } })
    await userEvent.click(screen.getByRole('button', { name: 'Save corridor' }))
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/asset')).toBe(true))
    const way = (distance: number | null, phase: number) => ({
      distance,
      speed: { outbound: distance === null ? null : 40, inbound: null },
      phase: { outbound: phase, inbound: null },
    })
    expect(calls.find(({ path }) => path === '/api/asset')?.body).toEqual({
      name: 'Lê Lợi',
      type: 'corridor',
      customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID },
      additionalInfo: {
        gw: {
          junctions: [
            { device: devices[0]?.id.id, ...way(null, 1) },
            { device: devices[1]?.id.id, ...way(111, 2) },
            { device: devices[2]?.id.id, ...way(150.5, 1) },
          ],
        },
      },
    })
    await waitFor(() => expect(router.state.location.pathname).toBe(`/corridors/${corridor.id.id}`))
  })

  it('keeps what was typed when somebody else saved first, and then saves over the newer state', async () => {
    const newer = { ...corridor, version: 2, name: 'Newer', additionalInfo: writeCorridor({}, { junctions: [] }) }
    let isFirst = true
    const { calls } = openPage(`/corridors/${corridor.id.id}/edit`, {
      [ONE]: () => (calls.some(({ method, path }) => method === 'POST' && path === '/api/asset') ? newer : corridor),
      'POST /api/asset': () => {
        if (!isFirst) return newer
        isFirst = false
        return errorAnswer(409, 'Asset was already changed by someone else', 35)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Turn round' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save corridor' }))
    expect(await screen.findByText('Asset was already changed by someone else')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Load the newer state' }))
    await waitFor(() => expect(field('Name')).toHaveValue('Newer'))
    const rows = within(screen.getByRole('list', { name: 'Junctions' })).getAllByRole('listitem')
    expect(rows[0]).toHaveTextContent('Ngã tư 3')
    await userEvent.click(screen.getByRole('button', { name: 'Save corridor' }))
    await waitFor(() => expect(saved(calls)).toMatchObject({ version: 2, name: 'Newer' }))
  })
})

describe('the page of a corridor', () => {
  it('says of each junction where it is and what serves it, and that there is no wave with one that may not be seen', async () => {
    signInForTest()
    const strange = testCorridor(41, [devices[0]?.id.id ?? '', testDevice(9).id.id])
    openPage(`/corridors/${strange.id.id}`, { [`GET /api/asset/info/${strange.id.id}`]: strange })
    const table = await screen.findByRole('table', { name: 'Junctions' })
    expect(await within(table).findByRole('link', { name: 'Ngã tư 1' })).toBeVisible()
    expect(within(table).getByRole('row', { name: /deleted, or that you may not see/ })).toHaveTextContent('320 m')
    expect(screen.getByText('The settings of the junctions are being read.')).toBeVisible()
  })

  it('leads to one change for all of its junctions', async () => {
    signInForTest()
    const { router } = openPage(`/corridors/${corridor.id.id}`)
    await userEvent.click(await screen.findByRole('link', { name: 'Change its junctions' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/rollouts/new'))
    const list = await screen.findByRole('list', { name: 'Junctions' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  })

  it('says what failed, and leads back to the list', async () => {
    signInForTest()
    openPage(`/corridors/${corridor.id.id}`, { [ONE]: errorAnswer(404, 'Asset with id is not found', 32) })
    expect(await screen.findByText('Asset with id is not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'All corridors' })).toHaveAttribute('href', '/corridors')
  })
})
