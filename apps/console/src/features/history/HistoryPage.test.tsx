/** @file The history of a junction in the whole console, where the platform tells only part of it. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startSession } from '../../data/session.ts'
import { localClock, localDay } from '../../test/localTime.ts'
import { testAlarm, testDevice, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { errorAnswer, type RecordedCall, signInForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { stubSocket } from '../../test/stubSocket.ts'
import { changePack } from '../../texts/texts.ts'

const AT = Date.UTC(2026, 0, 22, 1, 2, 3)
/** The end of a mode. */
const END = Date.UTC(2026, 0, 22, 3)
const device = testDevice(1, { label: 'Lý Thường Kiệt' })
const dark = testAlarm(20, device, {
  ...{ type: 'Dark', cleared: true, startTs: AT - 60_000, clearTs: AT + 60_000 },
  details: { code: 'dark', text: 'Phase 2 is dark', facts: { phases: [2] }, rule: '', evidence: [] },
})
const TIMESERIES = `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries`
const ATTRIBUTES = `GET /api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE`
const ALARMS = `GET /api/v2/alarm/DEVICE/${device.id.id}`

let stop = () => {}
beforeEach(() => stubSocket())
afterEach(() => stop())

function open(answers: Record<string, unknown>) {
  signInForTest({ scope: 'CUSTOMER_USER' })
  stop = startSession()
  const { calls } = stubPlatform({
    [`GET /api/device/info/${device.id.id}`]: device,
    [TIMESERIES]: {},
    [ATTRIBUTES]: [],
    [ALARMS]: testPage([]),
    ...answers,
  })
  return { calls, ...renderConsole(`/devices/${device.id.id}/history?at=${AT}`) }
}

const keysOf = ({ query }: RecordedCall) => query.get('keys') ?? ''

/** The nine counts of one second, and no clock. */
function sample({ query }: RecordedCall): unknown {
  const counts = [0, 0, 14, 19, 0, 0, 44, 0, 0]
  const keys = (query.get('keys') ?? '').split(',').filter((key) => key.startsWith('T_'))
  return Object.fromEntries(keys.map((key, nth) => [key, [{ ts: AT + 300, value: counts[nth] }]]))
}

it('says the second at the cursor in words and numbers, and what happened around it', async () => {
  open({ [TIMESERIES]: sample, [ALARMS]: testPage([dark]) })
  expect(await screen.findByRole('figure', { name: 'Phase 1: green' })).toHaveTextContent('14')
  expect(screen.getByRole('figure', { name: 'Phase 3: red' })).toHaveTextContent('44')
  expect(screen.getByText('Mode', { selector: 'dt' }).nextSibling).toHaveTextContent('Tự động')
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said().join()).toContain(`${localClock(AT)}: Phase 1 green 14 s, Phase 2 red 19 s, Phase 3 red 44 s`)
  const table = await screen.findByRole('table')
  await waitFor(() => expect(table).toHaveTextContent('Phase 2 is dark'))
  await userEvent.click(within(table).getByRole('button', { name: new RegExp(`${localClock(AT - 60_000)}$`) }))
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuenow', String(AT / 1000 - 60))
  expect(screen.getByRole('figure', { name: 'Phase 1: no data' })).toBeVisible()
})

it('shows a phase whose display hides its lamp as not shown, and a lamp that counts nothing without seconds', async () => {
  const site = { display: { 1: { red: 'none', yellow: 'none', green: 'none' }, 2: { red: 'last-8-0' } } }
  const hides = (call: RecordedCall) => {
    const counts = sample(call) as Record<string, { value: number }[]>
    for (const value of counts.T_D2 ?? []) value.value = 0
    return counts
  }
  open({ [TIMESERIES]: hides, [ATTRIBUTES]: [{ key: 'gw_site', value: site, lastUpdateTs: AT }] })
  expect(await screen.findByRole('figure', { name: 'Phase 1: green' })).not.toHaveTextContent('14')
  expect(screen.getByRole('figure', { name: 'Phase 2: not shown' })).toHaveAttribute('data-not-shown')
  expect(screen.getByRole('figure', { name: 'Phase 3: red' })).not.toHaveAttribute('data-not-shown')
  expect(screen.getByRole('figure', { name: 'Phase 3: red' })).toHaveTextContent('44')
})

it('an actuated junction has no outlines, and says why', async () => {
  const site = (control: unknown) => ({ key: 'gw_site', value: { control }, lastUpdateTs: AT })
  const note = /^Actuated greens have no set place in the cycle/
  const { unmount } = open({ [TIMESERIES]: sample, [ATTRIBUTES]: [site({ kind: 'actuated' })] })
  expect(await screen.findByText(note)).toBeVisible()
  unmount()
  stop()
  open({ [TIMESERIES]: sample, [ATTRIBUTES]: [site({ kind: 'fixed' })] })
  expect(await screen.findByRole('figure', { name: 'Phase 1: green' })).toBeVisible()
  expect(screen.queryByText(note)).toBeNull()
})

it('says that nothing happened only after all was read', async () => {
  let tell = () => {}
  const notified = new Promise<void>((resolve) => {
    tell = resolve
  })
  open({
    [ALARMS]: async () => {
      await notified
      return testPage([])
    },
  })
  expect(await screen.findByText('What happened')).toBeVisible()
  expect(await screen.findByText(/^Loading, \d+ of \d+ parts$/)).toBeVisible()
  expect(screen.queryByText(/^Nothing happened in this span/)).toBeNull()
  tell()
  expect(await screen.findByText(/^No data for 10 min/)).toBeVisible()
})

it('says what the platform refuses and shows the rest; what failed can be read again', async () => {
  let refuses = true
  const { calls } = open({
    [TIMESERIES]: (call: RecordedCall) => {
      if (!refuses || keysOf(call).startsWith('T_')) return sample(call)
      return errorAnswer(403, "You don't have permission to perform this operation!")
    },
    [ALARMS]: () => (refuses ? errorAnswer(500, 'The disk is full') : testPage([dark])),
  })
  const alert = await screen.findByRole('alert')
  await waitFor(() =>
    expect(alert).toHaveTextContent('The records of the cycles could not be read. You may not read it'),
  )
  await waitFor(() => expect(alert).toHaveTextContent(/The incidents could not be read\.\s*Try again/))
  expect(await screen.findByRole('figure', { name: 'Phase 1: green' })).toHaveTextContent('14')
  const asked = calls.length
  refuses = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('table')).toHaveTextContent('Phase 2 is dark'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(calls.length).toBeGreaterThan(asked)
})

it('what could not be read is not called "no data", anywhere, and is read again once the platform is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let isBack = false
  const whenBack = (answer: (call: RecordedCall) => unknown) => (call: RecordedCall) =>
    isBack ? answer(call) : new TypeError('no network')
  open({
    [TIMESERIES]: whenBack(sample),
    [ALARMS]: whenBack(() => testPage([dark])),
    'HEAD /favicon.svg': whenBack(() => undefined),
  })
  expect(await screen.findByRole('figure', { name: 'Phase 1: Could not be read' })).toBeVisible()
  expect(await screen.findByText('Not everything in this span could be read.')).toBeVisible()
  expect(screen.getByText('From', { selector: 'dt' }).nextSibling).toHaveTextContent(/^Could not be read$/)
  expect(screen.queryByText(/^No data for/)).toBeNull()
  expect(screen.queryByText('The platform has kept nothing of this time.')).toBeNull()
  expect(screen.queryByText(/settings of this time/)).toBeNull()
  await vi.advanceTimersByTimeAsync(3000)
  expect(screen.getByRole('figure', { name: 'Phase 1: Could not be read' })).toBeVisible()
  isBack = true
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByRole('figure', { name: 'Phase 1: green' })).toHaveTextContent('14')
  await waitFor(() => expect(screen.getByRole('table')).toHaveTextContent('Phase 2 is dark'))
  expect(screen.queryByText('Not everything in this span could be read.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says where nothing was kept', async () => {
  open({})
  expect(await screen.findByText('The platform has kept nothing of this time.')).toBeVisible()
  expect(screen.getByText('Settings at this time are unknown, so no outlines are shown.')).toBeVisible()
})

it('a junction that is not there leads back to the others', async () => {
  open({ [`GET /api/device/info/${device.id.id}`]: errorAnswer(404, 'Device not found', 32) })
  expect(await screen.findByText('Device not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the devices' })).toHaveAttribute('href', '/devices')
})

const written = {
  v: 1,
  id: 'c',
  at: AT,
  by: { id: 'u', name: 'minh@city.test' },
  state: 'written',
  scope: 'SHARED_SCOPE',
}
/** Opens the history with one change, and resolves with what is said of it. */
async function saidOf(change: object): Promise<HTMLElement> {
  const value = JSON.stringify({ ...written, ...change })
  open({
    [TIMESERIES]: (call: RecordedCall) =>
      keysOf(call).includes('gw_change') ? { gw_change: [{ ts: AT, value }] } : {},
  })
  return screen.findByText(/minh@city\.test /)
}

it('says a change in the words of this language, and what has no value as it is on record', async () => {
  const words = ['Program 2 phase 1 green: 30 s → 35 s', 'Cabinet: door 2']
  const values = { after: { Pr2_X1: 35, Pr2_X2: 20 }, before: { Pr2_X1: 30, Pr2_X2: 20 } }
  expect(await saidOf({ words, ...values })).toHaveTextContent(
    /changed settings: Program 2 phase 1 green 30 s → 35 s; Cabinet: door 2$/,
  )
})

it('says in the words of this language what a clock was set to', async () => {
  await changePack('vi')
  onTestFinished(() => act(() => changePack('default')))
  const words = ['Clock: set to 2026-11-22 08:05:00']
  const after = { Year: 2026, Month: 11, Day: 22, Hour: 8, Minute: 5, Second: 0 }
  expect(await saidOf({ words, after, before: {} })).toHaveTextContent(/: Đặt đồng hồ thành 22\/11\/2026 08:05:00$/)
})

it.each([
  [null, undefined, 'ended manually'],
  [END, null, `ended manually → ${localDay(END)}, ${localClock(END)}`],
  [undefined, END, `${localDay(END)}, ${localClock(END)} → ended at once`],
])('says when a mode ends in the words of this language: %s, before %s', async (until, untilBefore, said) => {
  const words = ['Mode: 4 (automatic) → 1 (route1)', 'Until: 2026-01-22T03:00:00.000Z']
  expect(await saidOf({ until, untilBefore, words, after: { Mode: 1 }, before: { Mode: 4 } })).toHaveTextContent(
    new RegExp(`: Mode .* → Tuyến 1; Until ${said}$`),
  )
})

it('says the first values of a change of very many, and counts the others', async () => {
  const words = ['1', '2', '3', '4', '5', '6', '7'].map((plan) => `Plan ${plan} hour: 5 → 6`)
  expect(await saidOf({ words, after: {}, before: {} })).toHaveTextContent(/Plan 5 hour: 5 → 6; 2 more values$/)
})

it('says of a change without other values that the same were sent again', async () => {
  expect(await saidOf({ words: [], after: { Mode: 4 }, before: { Mode: 4 } })).toHaveTextContent(
    /: The same values were sent again$/,
  )
})
