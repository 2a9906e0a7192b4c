/** @file Long: everything that can be found, in one palette over one city. */
import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openJunction } from '../../data/openJunction.ts'
import { CUSTOMER_ID, testAlarm, testCustomer, testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { changePack } from '../../texts/texts.ts'

const DEVICES = 'GET /api/tenant/deviceInfos'
const CUSTOMERS = 'GET /api/customers'
const ALARMS = 'GET /api/v2/alarms'
const CORRIDORS = 'GET /api/tenant/assetInfos'
const field = () => screen.findByRole('combobox', { name: 'Junction, incident, customer, page, action' })
/** Returns the field once it is that of a new palette. */
const emptyField = async () => {
  await waitFor(async () => expect(await field()).toHaveValue(''))
  return field()
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const optionsOf = async (text: string) => {
  await user.clear(await field())
  await user.paste(text)
  return options()
}
const active = () => screen.queryByRole('option', { selected: true })?.textContent

const junctions = [
  testDevice(1, { label: 'Điện Biên Phủ – Đinh Tiên Hoàng', customerTitle: 'Quận 1' }),
  testDevice(2, { label: 'Nguyễn Huệ – Lê Lợi' }),
  testDevice(3, { label: '' }),
]

const testAsset = {
  id: { entityType: 'ASSET', id: testId(70) },
  tenantId: { entityType: 'TENANT', id: testId(71) },
  customerId: { entityType: 'CUSTOMER', id: CUSTOMER_ID },
  assetProfileId: { entityType: 'ASSET_PROFILE', id: testId(72) },
  ...{ createdTime: 1, version: 1, type: 'corridor', customerIsPublic: false, assetProfileName: 'corridor' },
}

let user: ReturnType<typeof userEvent.setup>

/** Opens the palette on a page without data of its own. */
async function open(answers: Record<string, unknown> = {}, address = '/nowhere') {
  const { calls } = stubPlatform({
    [DEVICES]: testPage(junctions),
    [CUSTOMERS]: testPage([testCustomer(5)]),
    [ALARMS]: testPage([]),
    [CORRIDORS]: testPage([]),
    'POST /api/auth/logout': undefined,
    ...answers,
  })
  const { router } = renderConsole(address)
  await screen.findByRole('button', { name: 'Find anything' })
  await user.keyboard('{Control>}k{/Control}')
  return { calls, router, field: await field() }
}

beforeEach(() => {
  user = userEvent.setup()
  signInForTest()
})

test('a corridor is found by its name, and leads to its page', async () => {
  const corridor = { ...testAsset, name: 'Trục Lê Lợi', customerTitle: 'Quận 1' }
  const { router } = await open({ [CORRIDORS]: testPage([corridor]) })
  await user.type(await field(), 'truc')
  await waitFor(() => expect(options()).toEqual(['Trục Lê LợiQuận 1']))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/corridors/${testId(70)}`))
})

test('a question mark opens keys, terms and incidents, but not while it is typed', async () => {
  const { router } = await open()
  await user.keyboard('?')
  expect(await field()).toHaveValue('?')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: 'Keys and terms' })
  const terms = within(within(help).getByRole('region', { name: 'Terms' })).getAllByRole('listitem')
  expect(terms.map((term) => term.querySelector('b')?.textContent)).toEqual([
    ...['Phase', 'Cycle', 'Split', 'Yellow', 'Red clearance', 'Program', 'Plan', 'Offset', 'Band', 'Attainability'],
    ...['Drift', 'Hold', 'Level', 'Remark'],
  ])
  const incidents = within(within(help).getByRole('region', { name: 'Incidents' })).getAllByRole('listitem')
  expect(incidents).toHaveLength(16)
  expect(incidents[0]).toHaveTextContent('Two phases have the road at the same time.What to do: Send a technician now.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Find anything' }))
  await user.type(await emptyField(), 'terms{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keys and terms' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/nowhere')
})

describe('the acts on the junction on screen', () => {
  afterEach(() => openJunction.set(null))

  test('are found in each language while a user may change it, and lead to its dialog', async () => {
    const { router } = await open()
    await user.paste('flash')
    expect(options()).toEqual([])
    act(() => openJunction.set({ deviceId: testId(2), name: 'Lê Lợi', live: { phases: [1, 3] } }))
    expect(await optionsOf('flash')).toEqual(['Flashing yellow…Lê Lợi'])
    expect(await optionsOf('nhay')).toEqual(['Flashing yellow…Lê Lợi'])
    expect(await optionsOf('hold')).toEqual([
      ...['Hold route 1…Lê Lợi', 'Hold route 2…Lê Lợi', 'Switch to automatic…Lê Lợi'],
    ])
    expect(await optionsOf('acknowledge')).toEqual(['Acknowledge the incidentsLê Lợi'])
    expect(await optionsOf('xanh +7')).toEqual(['+7 s green for phase 1…Lê Lợi', '+7 s green for phase 3…Lê Lợi'])
    expect(await optionsOf('+5 green phase 3')).toEqual(['+5 s green for phase 3…Lê Lợi'])
    expect(await optionsOf('+5 green phase 2')).toEqual([])
    await user.clear(await field())
    await user.type(await field(), '+5 green phase 3{Enter}')
    await waitFor(() =>
      expect(router.state.location.state.dialog).toEqual({ kind: 'act', act: 'green', phase: 3, by: 5 }),
    )
  })
})

test('an act on a page that does not follow its junction is confirmed on the live page of the junction', async () => {
  const { router } = await open({ [`GET /api/device/info/${testId(2)}`]: junctions[1] })
  act(() => openJunction.set({ deviceId: testId(2), name: 'Lê Lợi', live: null }))
  await user.paste('+5 green phase 2')
  expect(options()).toEqual(['+5 s green for phase 2…Lê Lợi'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/devices/${testId(2)}`))
  act(() => openJunction.set(null))
})

test('with nothing typed a muted junction comes after all others, and a wave is part of what breaks it', async () => {
  const [first, second] = [testDevice(1, { label: 'Muted' }), testDevice(2, { label: 'Loud' })]
  const corridor = { entityType: 'ASSET' as const, id: testId(70) }
  const facts = { direction: 'outbound', seconds: 7, setSeconds: 18, cause: 'clock', device: testId(2) }
  const mute = { until: Date.now() + 3_600_000, why: 'Road works', by: 'a@b.vn', at: 1 }
  await open({
    [ALARMS]: testPage([
      testAlarm(1, first, { severity: 'CRITICAL', details: { code: 'conflict' } }),
      testAlarm(2, second, { severity: 'MINOR', details: { code: 'clock', facts: { aheadSeconds: 20 } } }),
      testAlarm(3, second, {
        ...{ originator: corridor, originatorName: 'Lê Lợi', originatorLabel: null, severity: 'MINOR' },
        details: { code: 'corridor', facts: { ...facts, junction: 'Loud' } },
      }),
    ]),
    'POST /api/entitiesQuery/find': testPage([
      {
        entityId: { entityType: 'DEVICE', id: testId(1) },
        latest: {
          ENTITY_FIELD: { name: { ts: 1, value: 'TLC-1' }, label: { ts: 1, value: 'Muted' } },
          SERVER_ATTRIBUTE: { gw_level: { ts: 1, value: '1' }, gw_mute: { ts: 1, value: JSON.stringify(mute) } },
        },
      },
    ]),
  })
  await waitFor(() => expect(active()).toMatch(/^Wrong clock.*breaks the green wave of Lê Lợi$/))
  const incidents = within(screen.getByRole('group', { name: 'Incidents' })).getAllByRole('option')
  expect(incidents).toHaveLength(2)
  expect(incidents[1]).toHaveTextContent(/^Conflicting green.*muted$/)
})

test('with nothing typed Enter opens the worst incident, also when it arrives after the pages', async () => {
  const arrives = Promise.withResolvers<void>()
  const worst = testAlarm(1, testDevice(2), { severity: 'CRITICAL', details: { code: 'conflict' } })
  await open({
    [ALARMS]: async () => {
      await arrives.promise
      return testPage([worst])
    },
  })
  expect(active()).toBeUndefined()
  arrives.resolve()
  await waitFor(() => expect(active()).toMatch(/^Conflicting green/))
  await user.paste('nguyen hue')
  await waitFor(() => expect(options()[0]).toMatch(/^Nguyễn Huệ – Lê Lợi.*Conflicting green$/))
})

describe('the palette', () => {
  test('opens by its button, Ctrl-K and Cmd-K, and closes by the same keys and Escape', async () => {
    await open()
    expect(await field()).toHaveFocus()
    await user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Meta>}k{/Meta}')
    expect(await field()).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Find anything' }))
    expect(await field()).toHaveFocus()
  })

  test('a junction without a label has its name', async () => {
    await open()
    await user.paste('0003')
    await waitFor(() => expect(options()).toEqual(['TLC-0003']))
  })

  test('a customer leads to its users, a page to itself', async () => {
    const { router } = await open({ [`GET /api/customer/${testId(5)}/users`]: testPage([]) })
    await user.paste('5 quan')
    await user.click(await screen.findByRole('option', { name: /Quận 5/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/customers/${testId(5)}/users`))
    await user.click(screen.getByRole('button', { name: 'Find anything' }))
    await user.type(await emptyField(), 'secur{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/account?tab=security'))
  })

  test('arrow keys move, in a circle; the field names the active entry; a pointer moves too', async () => {
    const { field } = await open()
    await user.paste('add')
    expect(options()).toEqual(['Add Device', 'Add Customer', 'Add corridor'])
    const named = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
    expect([active(), named()]).toEqual(['Add Device', 'Add Device'])
    await user.keyboard('{ArrowUp}')
    expect([active(), named()]).toEqual(['Add corridor', 'Add corridor'])
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Add Device')
    await user.hover(screen.getByRole('option', { name: 'Add Customer' }))
    expect(active()).toBe('Add Customer')
    expect(field).toHaveFocus()
  })

  test('Enter that ends the composition of a letter chooses nothing', async () => {
    const { field } = await open()
    await user.paste('sign out')
    act(() => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, isComposing: true }))
    })
    expect(screen.getByRole('dialog')).toBeVisible()
  })
})

describe('where there are more junctions than the first hundred', () => {
  const fleet = (answer: (text: string, call: RecordedCall) => unknown) => ({
    [DEVICES]: (call: RecordedCall) => {
      const text = call.query.get('textSearch')
      return text === null ? testPage(junctions, 10_000, 100) : answer(text, call)
    },
  })
  const searches = (calls: readonly RecordedCall[]) =>
    calls.flatMap(({ path, query }) => (path.endsWith('deviceInfos') ? [query.get('textSearch') ?? []] : [])).flat()

  test('the platform is asked once for what was typed, and what it finds joins what is loaded', async () => {
    const { calls, field } = await open(fleet(() => testPage([testDevice(8000, { label: 'Lê Lai' })])))
    // At once, since a busy machine may take longer for two keys than the palette waits for the next one.
    for (const value of ['l', 'le', 'le ', 'le l']) fireEvent.change(field, { target: { value } })
    await waitFor(() => expect(options()).toEqual(['Lê LaiTLC-8000', 'Nguyễn Huệ – Lê LợiTLC-0002']))
    expect(searches(calls)).toEqual(['le l'])
    // It was active when only it was on screen, and Enter still chooses it.
    expect(active()).toBe('Nguyễn Huệ – Lê LợiTLC-0002')
  })

  test('more than the palette shows is one step away, on the page of the list', async () => {
    const many = Array.from({ length: 20 }, (_, index) => testDevice(9000 + index, { label: `Phố ${index}` }))
    const { router } = await open(fleet(() => testPage(many, 400, 20)))
    await user.paste('pho')
    await waitFor(() => expect(options()).toHaveLength(9))
    await user.click(screen.getByRole('option', { name: 'All junctions with “pho”' }))
    await waitFor(() => expect(router.state.location.href).toBe('/devices?textSearch=pho'))
  })

  test('a failed search says so in its place and is tried again; what is loaded is still found', async () => {
    let broken = true
    await open(
      fleet(() => (broken ? errorAnswer(500, 'Database error') : testPage([testDevice(8000, { label: 'Lê Lai' })]))),
    )
    await user.paste('le l')
    expect(await screen.findByRole('alert')).toHaveTextContent('Database error')
    expect(options()).toEqual(['Nguyễn Huệ – Lê LợiTLC-0002'])
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(options()).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the pages about files', () => {
  afterEach(() => act(() => changePack('default')))

  test.each([
    ['default', 'send settings file', '/files/settings'],
    ['default', 'settings csv', '/files/settings'],
    ['vi', 'gui tep cau hinh', '/files/settings'],
    ['vi', 'nhap cau hinh', '/files/settings'],
    ['default', 'import devices', '/files/devices'],
    ['vi', 'nhap danh sach thiet bi', '/files/devices'],
    ['default', 'export customers', '/files/customers'],
    ['default', 'users csv', '/files/users'],
  ] as const)('are found by what one does there: %s, %s', async (pack, text, path) => {
    const { router } = await open({ [DEVICES]: testPage([]), [CUSTOMERS]: testPage([]) })
    await act(() => changePack(pack))
    await user.paste(text)
    await waitFor(() => expect(options()).toHaveLength(1))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })
})

describe('the incidents', () => {
  const [first, second] = junctions as [DeviceInfo, DeviceInfo]
  const alarms = [
    testAlarm(1, second, { type: 'Forgotten hold', severity: 'INDETERMINATE' }),
    testAlarm(2, second, { type: 'Clock drifts', severity: 'MINOR' }),
    testAlarm(3, second, { type: 'Dark phase', severity: 'MAJOR', details: { code: 'dark' } }),
    testAlarm(4, first, { type: 'Conflicting greens', severity: 'CRITICAL' }),
    testAlarm(5, second, { originator: { entityType: 'ASSET', id: testId(6) }, type: 'Of an asset' }),
  ]
  const incidents = () =>
    within(screen.getByRole('group', { name: 'Incidents' }))
      .getAllByRole('option')
      .map((option) => option.querySelector('span span')?.textContent)

  test('the active ones are found by type and junction, the worst first, and lead to the junction', async () => {
    const { router, calls, field } = await open({
      [ALARMS]: testPage(alarms),
      [`GET /api/device/info/${testId(2)}`]: second,
    })
    await waitFor(() => expect(incidents()).toEqual(['Conflicting greens', 'Dark', 'Clock drifts']))
    const query = Object.fromEntries(calls.find(({ path }) => path === '/api/v2/alarms')?.query ?? [])
    expect(query).toEqual({
      statusList: 'ACTIVE',
      pageSize: '100',
      page: '0',
      sortProperty: 'severity',
      sortOrder: 'ASC',
    })
    await user.paste('le loi')
    await waitFor(() => expect(incidents()).toEqual(['Dark', 'Clock drifts', 'Forgotten hold']))
    await user.clear(field)
    await user.paste('dark phase')
    await waitFor(() => expect(active()).toMatch(/^DarkNguyễn Huệ – Lê Lợi · fault · since 02\/01\/2026/))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/devices/${testId(2)}`))
  })

  test('a platform that has no alarms has no incidents; that they could not be read is said', async () => {
    let answer = errorAnswer(404, 'Not found')
    await open({ [ALARMS]: () => answer })
    await user.paste('xyz')
    expect(await screen.findByText('Nothing is called “xyz”.')).toBeVisible()
    expect(options()).toEqual([])
    answer = errorAnswer(500, 'Database error')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Database error')
  })
})

describe('the actions', () => {
  afterEach(() => act(() => changePack('default')))

  test.each([
    ['Add Device', '/devices'],
    ['Add Customer', '/customers'],
  ])('%s opens its dialog on its page, once', async (name, path) => {
    const { router } = await open()
    await user.paste(name)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
    expect(router.state.location.pathname).toBe(path)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.state.dialog).toBeUndefined()
  })

  test.each([
    ['new rollout', '/rollouts/new'],
    ['compare', '/changes/compare'],
  ])('%s leads to a page of its own', async (text, path) => {
    const { router } = await open()
    await user.paste(text)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(path))
  })

  test('a list that is on screen keeps its page', async () => {
    const { router, field } = await open({}, '/customers?sortProperty=title')
    await user.type(field, 'add cust{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Add Customer' })).toBeVisible()
    expect(router.state.location.search).toMatchObject({ sortProperty: 'title' })
  })

  test('theme and language change at once, and those in use are not offered', async () => {
    const { field } = await open()
    await user.paste('system')
    // The page alone: the theme of the system is in use.
    expect(options()).toEqual(['System'])
    await user.clear(field)
    await user.type(field, 'dark{Enter}')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
    await user.click(screen.getByRole('button', { name: 'Find anything' }))
    await user.type(await emptyField(), 'tieng viet')
    await user.click(await screen.findByRole('option', { name: /^Language: Tiếng Việt$/ }))
    expect(await screen.findByRole('button', { name: 'Tìm mọi thứ' })).toBeVisible()
  })

  test('Sign out ends the session', async () => {
    const { field } = await open()
    await user.type(field, 'sign out{Enter}')
    expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  })
})
