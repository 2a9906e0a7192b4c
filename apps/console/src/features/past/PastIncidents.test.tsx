/** @file The past incidents in the whole console: rows, filters in the address, details, and the file. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { cityMs, localClock, localDay } from '../../test/localTime.ts'
import { CUSTOMER_ID, testAlarm, testCustomer, testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import {
  errorAnswer,
  type RecordedCall,
  signInForTest,
  stubPlatform,
  type TestTokenOptions,
} from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 22, 0, 12, 8)
const END = START + HOUR_MS
const device = testDevice(1, { label: 'Lý Thường Kiệt' })
const dark = testAlarm(20, device, {
  type: 'Dark',
  cleared: true,
  acknowledged: true,
  status: 'CLEARED_ACK',
  startTs: START,
  clearTs: END,
  details: {
    code: 'dark',
    text: 'Phase 2 is dark',
    facts: { phases: [2] },
    rule: 'A phase shows three zeros',
    evidence: [
      { ts: START, counts: [9, 0, 0, 0, 0, 0, -1, 0, 4], clockMs: null },
      { ts: START + 1000, counts: [8, 0, 0, 0, 0, 0, 3, 0, 0], clockMs: START + 4000 },
    ],
  },
  assignee: { id: { id: testId(60) }, firstName: 'Lan', lastName: 'Ngô', email: 'lan@signal.vn' },
})
const note = (number: number, type: string, comment: Record<string, unknown>) => ({
  id: { id: testId(number) },
  createdTime: 1,
  alarmId: dark.id,
  userId: null,
  type,
  comment,
  firstName: null,
  lastName: null,
  email: 'mai@signal.vn',
})
const comments = testPage([
  note(1, 'SYSTEM', { text: 'Alarm was acknowledged by user Mai', subtype: 'ACKED_BY_USER', userName: 'Mai' }),
  note(2, 'OTHER', { text: 'A fuse was replaced' }),
])

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

function open(address: string, answers: Record<string, unknown> = {}, user: TestTokenOptions = {}) {
  signInForTest(user)
  stop = startSession()
  const { calls } = stubPlatform({
    'GET /api/v2/alarms': testPage([dark]),
    [`GET /api/v2/alarm/DEVICE/${testId(1)}`]: testPage([dark]),
    [`GET /api/v2/alarm/CUSTOMER/${CUSTOMER_ID}`]: testPage([]),
    [`GET /api/alarm/${dark.id.id}/comment`]: comments,
    'GET /api/alarm/types': testPage([{ tenantId: device.tenantId, entityType: 'ALARM', type: 'Dark' }]),
    'GET /api/customers': testPage([testCustomer(3, { id: { entityType: 'CUSTOMER', id: CUSTOMER_ID } })]),
    [`GET /api/customer/${CUSTOMER_ID}`]: testCustomer(3),
    'GET /api/tenant/deviceInfos': testPage([device]),
    [`GET /api/device/info/${testId(1)}`]: device,
    'GET /api/tenant/assetInfos': testPage([]),
    'GET /api/system/info': {},
    ...answers,
  })
  const asked = () =>
    calls.filter(({ path, query }) => path.startsWith('/api/v2/alarm') && query.get('pageSize') === '20')
  return { ...renderConsole(address), calls, asked }
}

const rows = () => screen.findByRole('list', { name: 'Past incidents' })

it('a row says what was wrong, where, when and for how long, and who dealt with it', async () => {
  const { asked } = open('/now?show=past')
  const row = within(await rows()).getByRole('listitem')
  expect(within(row).getByRole('link', { name: 'Lý Thường Kiệt' })).toHaveAttribute('href', `/devices/${testId(1)}`)
  expect(row).toHaveTextContent('Phase 2 is dark')
  expect(row).toHaveTextContent(`${localDay(START)}, ${localClock(START)} – ${localClock(END)} · lasted 1 h 0 min`)
  await waitFor(() => expect(row).toHaveTextContent('acknowledged by Mai · assigned to Lan Ngô · 1 comment'))
  expect(within(row).getByTitle('Fault')).toBeVisible()
  expect(Object.fromEntries(asked()[0]?.query ?? [])).toEqual({
    page: '0',
    pageSize: '20',
    sortProperty: 'createdTime',
    sortOrder: 'DESC',
    statusList: 'CLEARED',
  })
})

it('a row opens into the numbers that raised it and the comments, and closes again', async () => {
  open('/now?show=past')
  const button = within(await rows()).getByRole('button', { name: 'Details: Lý Thường Kiệt, Phase 2 is dark' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(button)
  const table = screen.getByRole('table', { name: /seconds left of red/ })
  expect(
    within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    ...[localClock(START), '9 / 0 / 0', '0 / 0 / 0', '– / 0 / 4', '–'],
    // The controller's clock, in the zone of its city.
    ...[localClock(START + 1000), '8 / 0 / 0', '0 / 0 / 0', '3 / 0 / 0', '07:12:12'],
  ])
  expect(screen.getByText('Raised when: A phase shows three zeros')).toBeVisible()
  expect(await screen.findByText('Mai acknowledged it')).toBeVisible()
  expect(screen.getByText('A fuse was replaced')).toBeVisible()
  await userEvent.click(button)
  expect(screen.queryByRole('table')).toBeNull()
})

describe('the filters', () => {
  it('are in the address, and the platform filters', async () => {
    const { asked, router } = open('/now?show=past&severity=danger&kind=Dark&from=2026-11-01')
    await rows()
    expect(asked()[0]?.query.get('severityList')).toBe('CRITICAL')
    expect(asked()[0]?.query.get('typeList')).toBe('Dark')
    expect(asked()[0]?.query.get('startTime')).toBe(String(cityMs(2026, 10, 1)))
    await userEvent.selectOptions(screen.getByLabelText('Severity'), 'Deviation')
    await waitFor(() => expect(asked().at(-1)?.query.get('severityList')).toBe('MINOR,WARNING,INDETERMINATE'))
    expect(router.state.location.search).toMatchObject({ severity: 'deviation', kind: 'Dark', from: '2026-11-01' })
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(asked().at(-1)?.query.has('typeList')).toBe(false))
    expect(router.state.location.searchStr).not.toMatch(/severity|kind|from/)
  })

  it('a kind has the name of its state, and choosing one begins at the first page', async () => {
    // What reads on until there is no next page, as the ribbon does, gets one page.
    const answer = ({ query }: RecordedCall) =>
      query.get('pageSize') === '20' ? testPage([dark], 50, 20) : testPage([dark])
    const { asked, router } = open('/now?show=past&page=2', { 'GET /api/v2/alarms': answer })
    await rows()
    await userEvent.selectOptions(screen.getByLabelText('Kind'), await screen.findByRole('option', { name: 'Dark' }))
    await waitFor(() => expect(asked().at(-1)?.query.get('typeList')).toBe('Dark'))
    expect(asked().at(-1)?.query.get('page')).toBe('0')
    expect(router.state.location.search).toEqual({ show: 'past', kind: 'Dark' })
  })

  it('a junction is found by typing, and takes the place of a customer', async () => {
    const { asked, router } = open(`/now?show=past&customer=${CUSTOMER_ID}`)
    expect(await screen.findByText('No past incident matches the filters')).toBeVisible()
    expect(await screen.findByRole('option', { name: 'Quận 3' })).toBeInTheDocument()
    const field = screen.getByRole('combobox', { name: 'Junction' })
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: 'Lý Thường Kiệt' }))
    await rows()
    expect(asked().at(-1)?.path).toBe(`/api/v2/alarm/DEVICE/${testId(1)}`)
    expect(router.state.location.search).toMatchObject({ junction: testId(1) })
    expect(router.state.location.searchStr).not.toContain('customer')
    await waitFor(() => expect(field).toHaveValue('Lý Thường Kiệt'))
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: 'Any junction' }))
    await waitFor(() => expect(asked().at(-1)?.path).toBe('/api/v2/alarms'))
  })
})

it('nothing past, and a list that failed, say so; the failure can be tried again', async () => {
  let fails = true
  const answers = { 'GET /api/v2/alarms': () => (fails ? errorAnswer(500, 'The disk is full') : testPage([])) }
  open('/now?show=past', answers)
  expect(await screen.findByText('The disk is full')).toBeVisible()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No incident is over yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDisabled()
})

describe('the file', () => {
  const saved: { name: string; text: Promise<string> }[] = []
  beforeEach(() => {
    saved.length = 0
    let file = new Blob()
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (blob: Blob) => {
          file = blob
          return 'blob:file'
        }
        static override revokeObjectURL = () => undefined
      },
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: file.text() })
    })
  })
  afterEach(() => void vi.restoreAllMocks())

  it('can be cancelled while it is written; then nothing is saved', async () => {
    const waiting = Promise.withResolvers<unknown>()
    const isFile = ({ query }: { query: URLSearchParams }) => query.get('pageSize') === '100'
    open('/now?show=past', {
      'GET /api/v2/alarms': (call: { query: URLSearchParams }) => (isFile(call) ? waiting.promise : testPage([dark])),
    })
    await rows()
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(await screen.findByText(/0 of 0 written/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    waiting.resolve(testPage([dark]))
    expect(await screen.findByRole('button', { name: 'Save as CSV' })).toBeEnabled()
    expect(saved).toEqual([])
  })

  it('that fails says so until the next attempt', async () => {
    let fails = true
    const isFile = ({ query }: { query: URLSearchParams }) => query.get('pageSize') === '100'
    open('/now?show=past', {
      'GET /api/v2/alarms': (call: { query: URLSearchParams }) =>
        isFile(call) && fails ? new TypeError('no network') : testPage([dark]),
    })
    await rows()
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be written. Nothing was saved')
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    expect(await screen.findByText('The file has 1 incident.')).toBeVisible()
    expect(saved).toHaveLength(1)
  })
})
