/** @file The reports in the whole console: figures, the junctions behind them, and what is said where nothing is known. */
import { countDay } from '@greenwave/conformity/countDay'
import { keptCalls, valuesOf } from '@greenwave/conformity/testing/keptValues'
import { EIGHT, playStreet } from '@greenwave/conformity/testing/street'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/daySums'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSession } from '../../data/session.ts'
import { CUSTOMER_ID, testCorridor, testDevice, testPage } from '../../test/records.ts'
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
  expect(first).toHaveTextContent(/0\.0 %\d+ of \d+ judged/)
  expect(first).toHaveTextContent('at most +2 s')
  expect(second).toHaveTextContent('Lý Thường Kiệt')
  expect(second).toHaveTextContent(/100\.0 %/)
  // Where nothing is missing, one figure says so for all.
  const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement
  expect(figure('Missing seconds')).toHaveTextContent('0.0 %')
  expect(figure('As programmed')).not.toHaveTextContent('missing')
  expect(screen.getByText(/^2 junctions were watched for the first time/)).toHaveTextContent('22/11/2026, 08:00:00')
})

it('where seconds are missing, their share stands beside each figure', async () => {
  open(`${DAY}&junction=${bad.id.id}`, {
    [`GET /api/plugins/telemetry/DEVICE/${bad.id.id}/values/timeseries`]: valuesFor(
      playStreet([{ seconds: 1800, losesEvery: 4 }, { seconds: 1800 }]),
      true,
    ),
  })
  const figure = (await screen.findByText('As programmed', { selector: 'dt' })).parentElement
  expect(figure).toHaveTextContent(/1\d\.\d % of the seconds are missing/)
  expect(screen.getByText('Watched since 22/11/2026, 08:00:00. What was before is not counted.')).toBeVisible()
})

it('a junction leads to its own report, and that of a day to its cycles', async () => {
  const { calls } = open(DAY)
  await userEvent.click(await screen.findByRole('link', { name: 'Điện Biên Phủ' }))
  const cycles = await screen.findByRole('table', { name: 'Cycles, page 1' })
  const row = within(cycles).getAllByRole('row')[2]
  expect(row).toHaveTextContent('+2 s')
  expect(within(row as HTMLElement).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringContaining(`/devices/${bad.id.id}/history?at=`),
  )
  expect(calls.some(({ path }) => path === '/api/tenant/assets')).toBe(false)
})

it('the table of junctions is sorted by any column, and back to the worst', async () => {
  const { router } = open(DAY)
  const sort = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await sort('Junction')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'name' }))
  await sort('Worst first')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('sort'))
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
  })
  const table = await screen.findByRole('table', { name: 'Junctions, page 1' })
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2))
  expect(table).toHaveTextContent('Điện Biên Phủ')
  expect(screen.getByLabelText('Corridor')).toHaveDisplayValue('Trục 40')
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

it('a failure says what happened, and the report can be read again', async () => {
  let fails = true
  open(DAY, {
    [`GET /api/plugins/telemetry/DEVICE/${bad.id.id}/values/timeseries`]: (call: RecordedCall) =>
      fails ? errorAnswer(500, 'The disk is full') : valuesFor(records, true)(call),
  })
  expect(await screen.findByText('The disk is full')).toBeVisible()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Điện Biên Phủ' })).toBeVisible()
})
