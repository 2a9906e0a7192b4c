/** @file Long: the page Now in the whole console: rows, groups, filters, what is done about them, and what it says when it cannot know. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { Mute } from '@greenwave/contract/records/watch'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keptForm, wantKeptForm } from '../../data/keptForm.ts'
import { currentToken, session, startSession } from '../../data/session.ts'
import { acceptedSocket, followedId } from '../../test/liveSocket.ts'
import { CUSTOMER_ID, testAlarm, testDevice, testId, testPage, testUser, WATCH_ASSET } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const MINUTE_MS = 60_000
const NOW_MS = Date.now()
const START_MS = NOW_MS - 60 * MINUTE_MS - 20_000

/** Returns the alarm of an incident at a junction of its own. */
function alarmOf(number: number, code: string, change: Partial<AlarmInfo> = {}): AlarmInfo {
  const device = testDevice(number)
  const details = { code, text: `${code} in English`, facts: { phases: [1, 2] } }
  return testAlarm(100 + number, device, { details, startTs: START_MS + number * MINUTE_MS, ...change })
}

const CONFLICT = alarmOf(1, 'conflict', { severity: 'CRITICAL' })
const DARK = alarmOf(2, 'dark')
const CLOCK = alarmOf(3, 'clock', {
  severity: 'WARNING',
  details: { code: 'clock', text: 'Its clock is 41 s ahead', facts: { aheadSeconds: 41 } },
  acknowledged: true,
  ackTs: START_MS + 1,
})

/** Returns the row of a junction in an entity query. */
function junctionRow(number: number, values: Record<string, string> = {}) {
  const texts = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, { ts: 1, value }]))
  return {
    entityId: { entityType: 'DEVICE', id: testId(number) },
    latest: {
      ENTITY_FIELD: texts({
        name: `TLC-${number}`,
        label: `Ngã tư ${number}`,
        ownerName: 'Quận 3',
        ownerType: 'CUSTOMER',
      }),
      SERVER_ATTRIBUTE: texts({ gw_level: '4', gw_state: 'dark', gw_since: String(START_MS), gw_mode: '4', ...values }),
    },
  }
}

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS })
  // Nothing has a size in jsdom, and a list draws only what has room.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92)
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

interface Platform {
  readonly alarms?: readonly AlarmInfo[]
  readonly junctions?: readonly ReturnType<typeof junctionRow>[]
  readonly answers?: Record<string, unknown>
  readonly isTenantAdmin?: boolean
}

/** Opens the page with these incidents. Returns the calls, and functions that play the platform. */
async function open(address: string, { alarms = [], junctions = [], answers = {}, isTenantAdmin = true }: Platform) {
  const sockets = stubSocket()
  const now = [...alarms]
  const { calls } = stubPlatform({
    'GET /api/tenant/assetInfos': testPage([WATCH_ASSET]),
    'GET /api/v2/alarms': ({ query }: RecordedCall) => testPage(query.get('statusList') === 'ACTIVE' ? now : []),
    'POST /api/entitiesQuery/find': () => testPage([...junctions]),
    ...answers,
  })
  signInForTest(isTenantAdmin ? {} : { scope: 'CUSTOMER_USER' })
  stop = startSession()
  const { router } = renderConsole(address)
  const socket = await acceptedSocket(sockets)
  const pulse = async (levels: readonly number[], atMs = Date.now()) => {
    const cmdId = await followedId(socket, { entityId: isTenantAdmin ? WATCH_ASSET.id.id : CUSTOMER_ID })
    const text = JSON.stringify({ at: atMs, levels, revision: atMs })
    act(() => socket.frame(cmdId, { gw_watch_1of1: [[atMs, text]] }))
  }
  return { router, calls, now, pulse, lose: () => act(() => socket.end()) }
}

const rows = () =>
  within(screen.getByRole('list', { name: 'Incidents' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('a, button')?.textContent)
const rowOf = async (name: string) => {
  const title = await screen.findByRole('link', { name })
  const row = title.closest('li')
  if (!row) throw new Error('not in a list')
  return row
}

describe('what is wrong', () => {
  it('is listed worst first, each with its sentence, since when, and who cares', async () => {
    const { pulse } = await open('/now', { alarms: [CLOCK, DARK, CONFLICT] })
    await rowOf('Ngã tư 1')
    expect(screen.queryByText('All else is as programmed.')).toBeNull()
    await pulse([9, 0, 0, 1, 1, 1])
    expect(rows()).toEqual(['Ngã tư 1', 'Ngã tư 2', 'Ngã tư 3'])
    expect(await rowOf('Ngã tư 1')).toHaveTextContent(/Phases 1 and 2 have the road at the same time\./)
    expect(await rowOf('Ngã tư 1')).toHaveTextContent(/since .*· 59 min · unassigned/)
    expect(await rowOf('Ngã tư 3')).toHaveTextContent(/Its clock is 41 s ahead\..*acknowledged at/)
    expect(screen.getByRole('link', { name: 'Open 3' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Acknowledged 1' })).toBeVisible()
    expect(await screen.findByText('All else is as programmed.')).toBeVisible()
  })

  it('is limited to a level by the address, with a way back', async () => {
    await open('/now?level=4', { alarms: [CLOCK, DARK, CONFLICT] })
    await rowOf('Ngã tư 2')
    expect(rows()).toEqual(['Ngã tư 2'])
    await userEvent.click(screen.getByRole('link', { name: 'Only faults · Show all' }))
    await rowOf('Ngã tư 1')
    expect(rows()).toHaveLength(3)
  })

  it('of ten thousand draws the rows on screen alone', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => alarmOf(at + 10, 'dark'))
    await open('/now', {
      answers: {
        'GET /api/v2/alarms': ({ query }: RecordedCall) => {
          const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))]
          if (query.get('statusList') !== 'ACTIVE') return testPage([])
          return { ...testPage(many.slice(page * size, (page + 1) * size), 12_345), hasNext: true }
        },
      },
    })
    await rowOf('Ngã tư 10')
    expect(rows().length).toBeLessThan(40)
    expect(screen.getByText(/The worst 10000 of 12345 open incidents\./)).toBeVisible()
  })

  it('is said to be nothing only while somebody watches, and the pulse agrees', async () => {
    const { pulse, lose } = await open('/now', {})
    await pulse([12, 0, 0, 0, 1, 0])
    expect(await screen.findByText('No open incident')).toBeVisible()
    await pulse([13, 0, 0, 0, 0, 0], Date.now() + 1)
    expect(await screen.findByText('Nothing is wrong')).toBeVisible()
    expect(screen.getByText(/^All 13 junctions run as programmed, .*Last checked at \d\d:\d\d:\d\d\.$/)).toBeVisible()
    lose()
    expect(await screen.findByText(/^As of .*: the live connection is lost\.$/)).toBeVisible()
  })

  it('is not said of an installation without a junction', async () => {
    const { pulse } = await open('/now', {})
    await pulse([0, 0, 0, 0, 0, 0])
    expect(await screen.findByText('No junction yet')).toBeVisible()
    expect(screen.queryByText('Nothing is wrong')).toBeNull()
  })

  it('is unknown where nobody watches', async () => {
    await open('/now', { answers: { 'GET /api/tenant/assetInfos': testPage([]) } })
    expect(await screen.findByText('The junctions are not monitored')).toBeVisible()
    expect(screen.queryByText('Nothing is wrong')).toBeNull()
  })

  it('says what could not be read, and tries again', async () => {
    let isBroken = true
    await open('/now', {
      answers: {
        'GET /api/v2/alarms': () => (isBroken ? errorAnswer(500, 'Database error') : testPage([DARK])),
      },
    })
    expect(await screen.findByText('Database error')).toBeVisible()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('Ngã tư 2')
  })

  it('says that the junctions could not be read, beside the incidents that could', async () => {
    await open('/now', { alarms: [DARK], answers: { 'POST /api/entitiesQuery/find': errorAnswer(500, 'Out of time') } })
    await rowOf('Ngã tư 2')
    expect(await screen.findByText(/^Failed to load the junctions/)).toBeVisible()
  })
})

describe('what is done about it', () => {
  it('offers to assign it to administrators and users of its customer alone', async () => {
    const customerId = { entityType: 'CUSTOMER', id: CUSTOMER_ID } as const
    const [own, other] = [testUser(1), testUser(2, { customerId: { entityType: 'CUSTOMER', id: testId(99) } })]
    const admin = testUser(3, { authority: 'TENANT_ADMIN', email: 'boss@signal.vn' })
    const { calls } = await open('/now', {
      alarms: [{ ...DARK, customerId }],
      answers: {
        'GET /api/users': testPage([own, other, admin]),
        [`POST /api/alarm/${DARK.id.id}/assign/${own.id.id}`]: {
          ...DARK,
          assignee: { id: own.id, firstName: 'Trúc', lastName: 'Ban', email: own.email },
        },
      },
    })
    await rowOf('Ngã tư 2')
    await userEvent.keyboard('j')
    await userEvent.click(screen.getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign the incident' }))
    await userEvent.click(await dialog.findByRole('combobox'))
    const offered = (await dialog.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(offered).toEqual(['Trúc Ban 1 (user1@signal.vn)', 'Trúc Ban 3 (boss@signal.vn)'])
    await userEvent.click(dialog.getByRole('option', { name: /user1/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Assign' }))
    await waitFor(async () => expect(await rowOf('Ngã tư 2')).toHaveTextContent('Trúc Ban is on it'))
    expect(calls.filter(({ path }) => path.endsWith(own.id.id))).toHaveLength(1)
  })

  it('mutes with a reason and an end; what was typed survives a failure', async () => {
    const save = `POST /api/plugins/telemetry/DEVICE/${testId(2)}/SERVER_SCOPE`
    let answer: unknown = errorAnswer(500, 'Disk full')
    const { calls } = await open('/now', { alarms: [DARK], answers: { [save]: () => answer } })
    await rowOf('Ngã tư 2')
    await userEvent.keyboard('jm')
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute the junction' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    expect(dialog.getByText('Enter a reason')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'road works')
    await userEvent.click(dialog.getByRole('button', { name: '1 hour' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    expect(await dialog.findByText('Disk full')).toBeVisible()
    expect(dialog.getByLabelText(/^Reason/)).toHaveValue('road works')
    answer = undefined
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const saved = calls.filter(({ method, path }) => `${method} ${path}` === save).at(-1)
    const mute = Mute.parse(Object(saved?.body).gw_mute)
    expect(mute).toMatchObject({ why: 'road works', by: expect.stringContaining('@') })
    expect(mute.until - mute.at).toBeGreaterThan(59 * MINUTE_MS)
    expect(mute.until - mute.at).toBeLessThan(62 * MINUTE_MS)
  })
})

describe('what was typed when the session ended', () => {
  it.each([
    ['mute', { junctionId: testId(2) }, { why: 'road works' }, /^Reason/],
    ['comment', { alarmId: DARK.id.id }, { text: 'Called the crew' }, /^Comment/],
  ] as const)('is in the form of %s again, for whoever goes on with it', async (kind, subject, values, label) => {
    const answers = { [`GET /api/alarm/${DARK.id.id}/comment`]: testPage([]) }
    const dialog = { kind, junction: 'Ngã tư 2', ...subject }
    // The page of the test has a history of its own.
    window.history.replaceState(null, '', '/now')
    const first = await open('/now', { alarms: [DARK], answers })
    await rowOf('Ngã tư 2')
    await userEvent.keyboard('j')
    await userEvent.click(screen.getByRole('button', { name: kind === 'mute' ? 'Mute…' : 'Comment' }))
    await userEvent.type(await screen.findByRole('textbox', { name: label }), Object.values(values)[0] ?? '')
    act(() => void session.unauthorized(currentToken()))
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/login'))
    expect(keptForm()).toMatchObject({ form: 'now', subject: dialog, values })
    cleanup()
    stop()
    signInForTest()
    wantKeptForm()
    await open('/now', { alarms: [DARK], answers })
    expect(await screen.findByRole('textbox', { name: label })).toHaveValue(Object.values(values)[0])
  })
})

describe('the chosen incident', () => {
  const evidence = [{ ts: START_MS, counts: [0, 0, 11, 0, 0, 9, 30, 0, 0], clockMs: START_MS }]
  const details = { ...Object(CONFLICT.details), rule: 'Two phases are green in one sample', evidence }
  const answers = {
    [`GET /api/alarm/info/${CONFLICT.id.id}`]: { ...CONFLICT, details },
    [`GET /api/alarm/info/${DARK.id.id}`]: DARK,
    [`GET /api/alarm/${CONFLICT.id.id}/comment`]: testPage([]),
    [`GET /api/alarm/${DARK.id.id}/comment`]: testPage([]),
    [`GET /api/device/info/${testId(1)}`]: testDevice(1),
    [`GET /api/device/info/${testId(2)}`]: testDevice(2),
  }
  beforeEach(() => {
    const asked = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(asked(query), { matches: query === '(min-width: 1000px)' }),
    )
  })
  const beside = (name: string) => screen.findByRole('region', { name })

  it('opens beside the list with its buttons, lamps, rule and samples; Escape closes it and returns the focus', async () => {
    const { router } = await open('/now', { alarms: [CONFLICT, DARK], answers })
    await userEvent.click(within(await rowOf('Ngã tư 1')).getByText(/have the road at the same time/))
    const opened = await beside('Ngã tư 1')
    expect(router.state.location.search).toMatchObject({ device: testId(1) })
    expect(within(opened).getByRole('heading', { name: 'Ngã tư 1' })).toHaveFocus()
    expect(within(opened).getByText(/Phases 1 and 2 have the road/)).toBeVisible()
    expect(within(opened).getByRole('button', { name: 'Acknowledge' })).toBeVisible()
    expect(within(await rowOf('Ngã tư 1')).queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    expect(await within(opened).findByText(/Raised when: Two phases are green in one sample/)).toBeVisible()
    expect(within(opened).getByRole('cell', { name: '0 / 0 / 11' })).toBeVisible()
    expect(await within(opened).findByRole('region', { name: 'Signals' })).toBeVisible()
    expect(within(opened).getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/devices/${testId(1)}`)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Ngã tư 1' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Ngã tư 1' })).toHaveFocus()
    expect(router.state.location.search).not.toHaveProperty('device')
  })
})

describe('the keyboard', () => {
  it('does nothing with a modifier, or while somebody types', async () => {
    const { calls } = await open('/now', { alarms: [DARK] })
    await rowOf('Ngã tư 2')
    await userEvent.keyboard('j{Control>}a{/Control}')
    expect(calls.filter(({ path }) => path.endsWith('/ack'))).toEqual([])
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await userEvent.keyboard('am')
    expect(field).toHaveValue('am')
    expect(screen.queryByRole('dialog')).toBeNull()
    field.remove()
  })
})
