/** @file The page of evidence in the whole console: what is shown, what is taken, and a platform that signs none. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { testDevice } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, OF_THINGSBOARD, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'

const FROM = Date.UTC(2026, 0, 22, 1, 0, 0)
const device = testDevice(1, { label: 'Lý Thường Kiệt' })
const ID = device.id.id
const FILE = `GET /api/greenwave/evidence/device/${ID}`
const KEY = {
  ...{ algorithm: 'Ed25519', installation: '5f0c', publicKey: 'key', pem: '' },
  fingerprint: '3f2a:91c0:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0001',
}

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

/** Phase 1 is green in the first ten seconds, then nothing arrives. */
function history({ query }: RecordedCall): unknown {
  const [startTs, endTs] = [Number(query.get('startTs')), Number(query.get('endTs'))]
  const times = Array.from({ length: 10 }, (_, n) => FROM + n * 1000).filter((ts) => ts >= startTs && ts < endTs)
  const counts = new Map([
    ['T_X1', 12],
    ['T_D2', 20],
    ['T_D3', 40],
  ])
  const keys = (query.get('keys') ?? '').split(',').filter((key) => /^T_/.test(key))
  const samples = keys.map((key) => [key, times.map((ts) => ({ ts, value: counts.get(key) ?? 0 }))])
  const events = [{ ts: FROM + 5010, value: { v: 1, kind: 'connection', at: FROM + 5000, connected: false } }]
  const change = {
    ...{ v: 1, id: 'c', at: FROM, by: { id: 'u', name: 'mai@signal.vn' }, from: 'console', state: 'written' },
    ...{ why: 'Market day', scope: 'SHARED_SCOPE', before: { Vang: 3 }, after: { Vang: 4 } },
  }
  const kept = Object.entries({ gw_event: events, gw_change: [{ ts: FROM, value: change }] })
  const asked = query.get('keys')?.split(',') ?? []
  return times.length === 0
    ? {}
    : Object.fromEntries(keys.length > 0 ? samples : kept.filter(([key]) => asked.includes(key)))
}

function open(search: string, answers: Record<string, unknown> = {}) {
  signInForTest({ scope: 'CUSTOMER_USER' })
  stop = startSession()
  const { calls } = stubPlatform({
    [`GET /api/device/info/${ID}`]: device,
    [`GET /api/plugins/telemetry/DEVICE/${ID}/values/timeseries`]: history,
    [`GET /api/plugins/telemetry/DEVICE/${ID}/values/attributes/SERVER_SCOPE`]: [],
    'GET /api/greenwave/evidence/key': KEY,
    ...answers,
  })
  return { calls, ...renderConsole(`/devices/${ID}/evidence${search}`) }
}
const MINUTE = `?from=${FROM}&until=${FROM + 60_000}`

it('shows what was kept of the span, second by second, and saves the file that the platform signed', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:evidence'
  })
  const headers = { 'content-disposition': 'attachment; filename="TLC-0001.evidence.zip"' }
  const { calls } = open(MINUTE, { [FILE]: new Response('a package', { headers }) })
  const lamps = await screen.findByRole('region', { name: 'Lamps' })
  const rows = within(lamps).getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^08:00:00–08:00:1010greenredred/),
    expect.stringMatching(/^08:00:10–08:01:0050–––.*no data$/),
  ])
  expect(screen.getByText('60: 10 from samples, 0 from records, 50 missing')).toBeVisible()
  expect(screen.getByRole('region', { name: 'What happened' })).toHaveTextContent('08:00:05Not connected any more')
  const changes = screen.getByRole('region', { name: 'Who set what' })
  expect(within(changes).getAllByRole('row')[1]).toHaveTextContent(
    '08:00:00mai@signal.vnYellow (Vang)34WrittenMarket day',
  )
  expect(await screen.findByText(KEY.fingerprint)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Take the file' }))
  expect(await screen.findByText(/Saved as TLC-0001\.evidence\.zip/)).toBeVisible()
  expect(await saved[0]?.text()).toBe('a package')
  const asked = calls.find(({ path }) => path.startsWith('/api/greenwave/evidence/device'))
  expect([asked?.query.get('startTs'), asked?.query.get('endTs')]).toEqual([String(FROM), String(FROM + 60_000)])
})

it('names what is wrong with a span, keeps what was typed, and shows another one', async () => {
  const { router } = open(MINUTE)
  const until = await screen.findByLabelText('Until')
  expect(until).toHaveValue('22/01/2026 08:01:00')
  await userEvent.clear(until)
  await userEvent.type(until, '22012026070000')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('Give a time after the beginning')).toBeVisible()
  await userEvent.clear(until)
  await userEvent.type(until, '22/01/2026 12:00:00')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText(/Spans of up to an hour are shown here/)).toBeVisible()
  expect(router.state.location.search).toEqual({ from: FROM, until: FROM + 4 * 3_600_000 })
})

it('of a platform that signs none says so, and what makes the file then', async () => {
  const keyCall = vi.fn(() => errorAnswer(404, 'Not found', 32))
  open(MINUTE, {
    ...OF_THINGSBOARD,
    'GET /api/greenwave/evidence/key': keyCall,
    [FILE]: errorAnswer(404, 'Not found', 32),
  })
  expect(await screen.findByText(/This platform does not sign evidence/)).toBeVisible()
  expect(keyCall).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Take the file' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/greenwave export --format evidence/))
})
