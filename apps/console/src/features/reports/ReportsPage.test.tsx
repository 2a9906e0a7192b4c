/** @file The reports in the whole console: figures, the junctions behind them, and what is said where nothing is known. */

import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import { countDay } from '@greenwave/observer/conformity/countDay'
import { keptCalls, valuesOf } from '@greenwave/observer/conformity/testing/keptValues'
import { EIGHT, playStreet } from '@greenwave/observer/conformity/testing/street'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { CUSTOMER_ID, testAlarm, testCorridor, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import {
  errorAnswer,
  type RecordedCall,
  signInForTest,
  stubPlatform,
  type TestTokenOptions,
} from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const good = testDevice(1, { label: 'Lý Thường Kiệt' })
const bad = testDevice(2, { label: 'Điện Biên Phủ' })
/** A controller whose first green is 2 s too long in each cycle of the hour from eight on. */
const records = playStreet([{ seconds: 3600, longer: 2 }])
const healthy = playStreet([{ seconds: 3600 }])
const { dayMs } = records

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

/** Answers reads of telemetry as a platform does on which a watcher kept sums, and the records of the bad junction. */
function valuesFor(of: typeof records, withRecords: boolean) {
  const sums = writeDaySums({ ...countDay({ ...of, fromMs: EIGHT }), untilMs: dayMs + 86_400_000 })
  const day = new Map<number, unknown>([[dayMs, sums]])
  const calls = keptCalls(new Map([...(withRecords ? valuesOf(of) : []), [DAY_KEY, day]]), of)
  return ({ query }: RecordedCall) =>
    calls('timeseries', {
      params: { entityType: 'DEVICE', entityId: '' },
      query: Object.fromEntries(query) as { keys: string },
    })
}

function open(address: string, answers: Record<string, unknown> = {}, user: TestTokenOptions = {}) {
  signInForTest(user)
  stop = startSession()
  const path = (id: string) => `GET /api/plugins/telemetry/DEVICE/${id}/values/timeseries`
  const { calls } = stubPlatform({
    'GET /api/tenant/deviceInfos': testPage([good, bad]),
    [`GET /api/customer/${CUSTOMER_ID}/deviceInfos`]: testPage([good]),
    [`GET /api/device/info/${bad.id.id}`]: bad,
    [path(good.id.id)]: valuesFor(healthy, false),
    [path(bad.id.id)]: valuesFor(records, true),
    [`GET /api/v2/alarm/DEVICE/${bad.id.id}`]: testPage([]),
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/v2/alarms': testPage([]),
    'GET /api/system/info': {},
    ...answers,
  })
  return { ...renderConsole(address), calls }
}

const DAY = '/reports?period=day&day=2026-11-22'

it('the worst junction comes first, and each figure has the share of missing seconds beside it', async () => {
  open(DAY)
  const table = await screen.findByRole('table', { name: 'Junctions, page 1' })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3))
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent('Điện Biên Phủ')
  expect(first).toHaveTextContent(/0\.0 %\d+ of \d+ checked/)
  expect(first).toHaveTextContent('at most +2 s')
  expect(second).toHaveTextContent('Lý Thường Kiệt')
  expect(second).toHaveTextContent(/100\.0 %/)
  // Where nothing is missing, one figure says so for all.
  const figures = within(screen.getByLabelText('Figures', { selector: 'dl' }))
  const figure = (name: string) => figures.getByText(name, { selector: 'dt' }).parentElement
  expect(figure('Missing seconds')).toHaveTextContent('0.0 %')
  expect(figure('As programmed')).not.toHaveTextContent('missing')
  expect(screen.getByText(/^2 junctions were watched for the first time/)).toHaveTextContent('22/11/2026, 08:00:00')
})

/** The verdict, once the report is read. */
const verdict = async () => within(await screen.findByRole('region', { name: /^(22\/11\/2026|November 2026)/ }))

it('says in a sentence whether the day was good, with four figures, of what they are, and their changes', async () => {
  const before = new Map([[dayMs - 86_400_000, writeDaySums({ ...countDay(healthy), untilMs: dayMs })]])
  const path = (id: string) => `GET /api/plugins/telemetry/DEVICE/${id}/values/timeseries`
  const calls = keptCalls(new Map([[DAY_KEY, before]]), records)
  const withBefore =
    (now: (call: RecordedCall) => unknown) =>
    async (call: RecordedCall): Promise<unknown> => {
      if (call.query.get('startTs') !== String(dayMs - 86_400_000)) return now(call)
      return calls('timeseries', {
        params: { entityType: 'DEVICE', entityId: '' },
        query: Object.fromEntries(call.query) as { keys: string },
      })
    }
  open(DAY, {
    [path(good.id.id)]: withBefore(valuesFor(healthy, false)),
    [path(bad.id.id)]: withBefore(valuesFor(records, true)),
  })
  const card = await verdict()
  expect(card.getByRole('heading', { level: 2 })).toHaveTextContent(/^22\/11\/2026 was poor$/)
  expect(card.getByText('Only 50.0 % of the checked cycles ran as programmed.')).toBeVisible()
  const figure = (name: string) => card.getByText(name, { selector: 'dt' }).parentElement
  expect(figure('As programmed')).toHaveTextContent(/50\.0 %.*\d+ of \d+ cycles could be checked/)
  expect(figure('Available')).toHaveTextContent(/100\.0 %.*of 2 h 0 min of all junctions together/)
  expect(await card.findByText('50.0 points worse')).toBeVisible()
  expect(card.getByText(/^Changes are against 21\/11\/2026/)).toBeVisible()
  const worst = within(card.getByRole('list'))
  expect(worst.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^poorĐiện Biên Phủ0\.0 % as programmed \(\d+ of \d+ cycles checked\)/),
  ])
})

it('its parts are closed below the verdict, and stay open once they were opened', async () => {
  const { unmount } = open(DAY)
  await verdict()
  const part = (name: string) => screen.getByRole('heading', { name }).closest('details')
  expect(part('Figures')).not.toHaveAttribute('open')
  await userEvent.click(screen.getByRole('heading', { name: 'Figures' }))
  unmount()
  stop()
  open(DAY)
  await verdict()
  expect(part('Figures')).toHaveAttribute('open')
  expect(part('Junctions, the worst first')).not.toHaveAttribute('open')
  await userEvent.click(screen.getByRole('button', { name: 'Open all parts' }))
  expect(part('Junctions, the worst first')).toHaveAttribute('open')
  await userEvent.click(screen.getByRole('button', { name: 'Close all parts' }))
  expect(part('Figures')).not.toHaveAttribute('open')
})

it('where seconds are missing, their share stands beside each figure', async () => {
  open(`${DAY}&junction=${bad.id.id}`, {
    [`GET /api/plugins/telemetry/DEVICE/${bad.id.id}/values/timeseries`]: valuesFor(
      playStreet([{ seconds: 1800, losesEvery: 4 }, { seconds: 1800 }]),
      true,
    ),
  })
  const figures = within(await screen.findByLabelText('Figures', { selector: 'dl' }))
  const figure = figures.getByText('As programmed', { selector: 'dt' }).parentElement
  expect(figure).toHaveTextContent(/1\d\.\d % of the seconds are missing/)
  expect(screen.getByText('Watched since 22/11/2026, 08:00:00. What was before is not counted.')).toBeVisible()
})

it('each table names the share over which its figures are', async () => {
  const spread = { count: 6, sum: 6, sizes: 6, largest: 1 }
  const none = { count: 0, sum: 0, sizes: 0, largest: 0 }
  const program = {
    ...{ program: 1, evaluated: 4, asProgrammed: 4, byLimits: 4, partly: 6, unseen: { greens: 12, starts: 12 } },
    ...{ cycle: spread, greens: [none, none, spread] as const, starts: [none, none, spread] as const },
  }
  const sums = writeDaySums({
    ...countDay({ ...records, fromMs: dayMs }),
    ...{ untilMs: dayMs + 86_400_000, cycles: 10, programs: [program] },
    ...{ expected: 100, missing: 50, notShown: 25, believable: 25, modes: [0, 0, 0, 50] },
    planChanges: { onTime: 1, late: 0, unknown: 3, lateSeconds: 0 },
    incidents: [{ code: 'dark', raised: 3, acknowledged: 2, acknowledgeSeconds: 20, cleared: 1, clearSeconds: 30 }],
  })
  const path = `GET /api/plugins/telemetry/DEVICE/${good.id.id}/values/timeseries`
  const answers = {
    [path]: ({ query }: RecordedCall) =>
      query.get('keys') === DAY_KEY ? { [DAY_KEY]: [{ ts: dayMs, value: JSON.stringify(sums) }] } : {},
    'GET /api/tenant/deviceInfos': testPage([good]),
  }
  open('/reports?period=week&day=2026-11-22', answers)
  const junctions = await screen.findByRole('table', { name: 'Junctions, page 1' })
  const cells = within(junctions).getAllByRole('row')[1]?.children ?? []
  expect([...cells].map(({ textContent }) => textContent).slice(1)).toEqual([
    '100.0 %4 of 10 checked',
    '50.0 %',
    '+1.0 sat most +1 sof 20.0 % of the greens',
    '+1.0 sat most +1 sof 60.0 % of the cycles',
    '+1.0 sat most +1 sof 20.0 % of the greens',
    '100.0 %of 25.0 % of the plan changes',
    '33.3 %of 75.0 % of the seconds',
    '3',
    '10 sof 2 incidents',
    '30 sof 1 incident',
  ])
  const days = screen.getByRole('table', { name: 'Day by day' })
  expect(within(days).getByRole('row', { name: /^22\/11\/2026/ })).toHaveTextContent(
    /100\.0 %4 of 10 checked33\.3 %of 75\.0 % of the seconds/,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open all parts' }))
  const ofDays = 'As programmed: of 40.0 % of the cycles · Available: of 75.0 % of the seconds'
  expect(screen.getByText(ofDays)).toBeVisible()
  expect(await screen.findByRole('img', { name: `Day by day. ${ofDays.replace(' · ', '. ')}` })).toBeInTheDocument()
  expect(screen.getByText(/^Cycle length: of 60\.0 % of the cycles · Greens: of 20\.0 %/)).toBeVisible()
  expect(screen.getByText('of 50.0 % of the seconds')).toBeVisible()
})

it('days of one kind are compared with each other, listed by kind, and looked at alone', async () => {
  const one = countDay({ ...healthy, fromMs: EIGHT })
  const days = (kinds: readonly string[], firstMs: number, missed: Readonly<Record<string, number>>) =>
    kinds.map((kind, nth) => {
      const ms = firstMs + nth * 86_400_000
      const believable = one.expected - (missed[kind] ?? 0)
      const sums = { ...one, believable, dayMs: ms, fromMs: ms, untilMs: ms + 86_400_000, kind }
      return { ts: ms, value: JSON.stringify(writeDaySums(sums)) }
    })
  // The Saturday of the week before was worse, and it had two holidays that this week lacks.
  const weekMs = dayMs - 6 * 86_400_000
  const now = days(['Working day', 'Working day', 'Saturday'], weekMs, {})
  const before = days(['Working day', 'Saturday', 'Tết', 'Tết'], weekMs - 7 * 86_400_000, { Saturday: 360, Tết: 3000 })
  open('/reports?period=week&day=2026-11-22', {
    [`GET /api/plugins/telemetry/DEVICE/${good.id.id}/values/timeseries`]: ({ query }: RecordedCall) =>
      query.get('keys') === DAY_KEY ? { [DAY_KEY]: query.get('startTs') === String(weekMs) ? now : before } : {},
    'GET /api/tenant/deviceInfos': testPage([good]),
  })
  const table = await screen.findByRole('table', { name: 'By kind of day' })
  const rows = () => within(table).getAllByRole('row').slice(1)
  await waitFor(() => expect(rows()[1]).toHaveTextContent(/^Saturday1.*100\.0 % 10\.0 points better/))
  expect(rows()[0]).toHaveTextContent(/^Working day2/)
  const card = within(screen.getByRole('region', { name: /^The week 16\/11\/2026/ }))
  // A third of the time is of the kind that was 10 points worse.
  expect(card.getByText('3.3 points better')).toBeVisible()
  expect(card.getByText(/Days of one kind are compared with each other\. Not compared: Tết\./)).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of day' }), 'Saturday')
  await waitFor(() =>
    expect(screen.getByRole('region', { name: /^The week 16\/11\/2026/ })).toHaveTextContent('10.0 points better'),
  )
  const ofDays = within(screen.getByRole('table', { name: 'Day by day' }))
  expect(ofDays.getByRole('row', { name: /^18\/11\/2026/ })).not.toHaveTextContent('–')
  expect(ofDays.getByRole('row', { name: /^17\/11\/2026/ })).toHaveTextContent('–')
})

it('is about the junctions of a corridor that may be seen, in the order of their worth', async () => {
  const corridor = testCorridor(40, [bad.id.id, testDevice(9).id.id])
  open(`${DAY}&corridor=${corridor.id.id}`, {
    [`GET /api/asset/info/${corridor.id.id}`]: corridor,
    'POST /api/entitiesQuery/find': testPage([
      {
        entityId: bad.id,
        latest: { ENTITY_FIELD: { name: { ts: 0, value: bad.name }, label: { ts: 0, value: bad.label } } },
      },
    ]),
    [`GET /api/v2/alarm/ASSET/${corridor.id.id}`]: testPage([]),
  })
  const table = await screen.findByRole('table', { name: 'Junctions, page 1' })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
  expect(table).toHaveTextContent('Điện Biên Phủ')
  expect(screen.getByLabelText('Corridor')).toHaveDisplayValue('Trục 40')
})

/** An alarm of a corridor; times are hours after the midnight of the day. */
function brokenWave(number: number, corridor: AssetInfo, from: number, to: number | null, device?: string): AlarmInfo {
  const at = (hours: number): number => dayMs + hours * 3_600_000
  return testAlarm(number, good, {
    ...{ type: 'Green wave broken', severity: 'MINOR', startTs: at(from), createdTime: at(from) + 250_000 },
    ...{ originator: corridor.id, originatorName: corridor.name, originatorLabel: null },
    ...(to !== null && { cleared: true, clearTs: at(to) }),
    details: {
      code: 'corridor',
      text: 'The green wave is broken',
      facts: { direction: 'outbound', seconds: 2, setSeconds: 12, cause: 'offline', junction: 'Điện Biên Phủ', device },
    },
  })
}

const corridorAnswers = (corridor: AssetInfo, alarms: readonly AlarmInfo[]) => ({
  [`GET /api/asset/info/${corridor.id.id}`]: corridor,
  'POST /api/entitiesQuery/find': testPage([
    {
      entityId: bad.id,
      latest: { ENTITY_FIELD: { name: { ts: 0, value: bad.name }, label: { ts: 0, value: bad.label } } },
    },
  ]),
  [`GET /api/v2/alarm/ASSET/${corridor.id.id}`]: testPage([...alarms]),
})

it('counts and lists the incidents of a corridor with their lengths in its report, and none of them at its junctions', async () => {
  const corridor = testCorridor(40, [bad.id.id])
  const alarms = [
    brokenWave(1, corridor, 7, 7.5),
    // It began on the day before, and ends on this one.
    brokenWave(2, corridor, -2, 1),
    brokenWave(3, corridor, 20, null),
    brokenWave(4, corridor, -5, -4),
    testAlarm(5, good, { startTs: dayMs + 1000, details: { code: 'dark' } }),
  ]
  const { calls } = open(`${DAY}&corridor=${corridor.id.id}`, corridorAnswers(corridor, alarms))
  const list = await screen.findByRole('table', { name: 'Broken green waves' })
  const rows = within(list)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    expect.any(String),
    expect.stringMatching(/^Trục 4022\/11\/2026, 20:00:00Goes on.*Điện Biên Phủ/),
    expect.stringMatching(/^Trục 4022\/11\/2026, 07:00:0022\/11\/2026, 07:30:0030 min–.*Điện Biên Phủ/),
    expect.stringMatching(/^Trục 4021\/11\/2026, 22:00:0022\/11\/2026, 01:00:003 h/),
  ])
  const figure = within(screen.getByLabelText('Figures', { selector: 'dl' })).getByText('Incidents', {
    selector: 'dt',
  }).parentElement
  // The third is of the junction.
  expect(figure).toHaveTextContent(/^Incidents32 broken green waves among them1 acknowledged after /)
  // Two ended, after 30 min and 3 h.
  const kinds = within(screen.getByRole('table', { name: 'Incidents by kind' }))
  expect(kinds.getAllByRole('row')[1]).toHaveTextContent(/^Green wave broken20–21 h 45 min$/)
  const junctions = within(screen.getByRole('table', { name: 'Junctions, page 1' }))
  expect(junctions.getAllByRole('row')[1]?.children[8]).toHaveTextContent(/^1$/)
  const [asked] = calls.filter(({ path }) => path.startsWith('/api/v2/alarm/ASSET/'))
  expect(asked?.query.get('typeList')).toBe('Green wave broken')
})

it('counts no broken wave that an incident of a junction causes, and lists it all the same', async () => {
  const corridor = testCorridor(40, [bad.id.id])
  const alarms = [brokenWave(1, corridor, 7, 7.5, bad.id.id), brokenWave(2, corridor, 9, 9.5)]
  open(`${DAY}&corridor=${corridor.id.id}`, corridorAnswers(corridor, alarms))
  const list = await screen.findByRole('table', { name: 'Broken green waves' })
  expect(within(list).getAllByRole('row')).toHaveLength(3)
  expect(screen.getByText('1 broken green wave among them')).toBeInTheDocument()
})

it('says of a corridor whose wave was never broken that it was not', async () => {
  const corridor = testCorridor(40, [bad.id.id])
  open(`${DAY}&corridor=${corridor.id.id}`, corridorAnswers(corridor, []))
  await userEvent.click(await screen.findByText('Broken green waves', { selector: 'h2' }))
  expect(await screen.findByText('No green wave was broken for five cycles in a row in this time.')).toBeVisible()
})

it('counts the incidents of all corridors in the report of all junctions, by day, too, and says so when they cannot be read', async () => {
  const corridor = testCorridor(40, [bad.id.id])
  let fails = true
  open('/reports?period=week&day=2026-11-22', {
    'GET /api/v2/alarms': () =>
      fails ? errorAnswer(500, 'The disk is full') : testPage([brokenWave(1, corridor, 7, 7.5)]),
  })
  expect(await screen.findByText('The disk is full')).toBeVisible()
  const ofDay = () => {
    const days = within(screen.getByRole('table', { name: 'Day by day' }))
    return Number(days.getByRole('row', { name: /^22\/11\/2026/ }).lastElementChild?.textContent)
  }
  const ofJunctions = ofDay()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Broken green waves' })).toHaveTextContent('Trục 40')
  expect(ofDay()).toBe(ofJunctions + 1)
})

it('customer users see their own junctions and choose no customer', async () => {
  const { calls } = open(DAY, {}, { scope: 'CUSTOMER_USER' })
  await screen.findByRole('link', { name: 'Lý Thường Kiệt' })
  expect(screen.queryByLabelText('Customer')).not.toBeInTheDocument()
  expect(calls.some(({ path }) => path === '/api/tenant/deviceInfos')).toBe(false)
})

it('a platform without records says so, and what they need', async () => {
  const none = Object.fromEntries(
    [good, bad].map(({ id }) => [`GET /api/plugins/telemetry/DEVICE/${id.id}/values/timeseries`, {}]),
  )
  open(DAY, none)
  expect(await screen.findByText('There are no records of these days')).toBeVisible()
})

it('where there is no junction to report on, it says so, and not that records are missing', async () => {
  open(`${DAY}&customer=${CUSTOMER_ID}`, { [`GET /api/customer/${CUSTOMER_ID}/deviceInfos`]: testPage([]) })
  expect(await screen.findByText('There is no junction to report on')).toBeVisible()
  expect(screen.queryByText('There are no records of these days')).toBeNull()
})

it('a report that failed is read again by itself once the platform is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isBack = false
  open(DAY, {
    [`GET /api/plugins/telemetry/DEVICE/${bad.id.id}/values/timeseries`]: (call: RecordedCall) =>
      isBack ? valuesFor(records, true)(call) : errorAnswer(503, 'The platform is starting'),
    'HEAD /favicon.svg': () => (isBack ? undefined : new TypeError('no network')),
  })
  expect(await screen.findByText('The platform is starting')).toBeVisible()
  isBack = true
  await vi.advanceTimersByTimeAsync(3000)
  expect((await screen.findAllByRole('link', { name: 'Điện Biên Phủ' }))[0]).toBeVisible()
})
