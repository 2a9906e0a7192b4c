import type { LiveCommand } from '@greenwave/contract/wire/live'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptedSocket } from '../../test/liveSocket.ts'
import { testDevice, testId, testPage } from '../../test/records.ts'
import { renderConsole } from '../../test/renderParts.tsx'
import { type RecordedCall, signInForTest, startSessionForTest, stubPlatform } from '../../test/stubPlatform.ts'
import { type StubSocket, stubSocket } from '../../test/stubSocket.ts'

const CLOCK = 'Year,Month,Day,Hour,Minute,Second'
const DEVICE = testId(1)
const ATTRIBUTES = `GET /api/plugins/telemetry/DEVICE/${DEVICE}/values/attributes`

beforeEach(() => {
  signInForTest()
  startSessionForTest()
})

/** Opens the list with one active device and accepts its socket. */
async function openLiveList(shared: { key: string; value: unknown }[] = []) {
  const sockets = stubSocket()
  const nowMs = Date.now()
  let activeCount = 1
  const { calls } = stubPlatform({
    'GET /api/tenant/deviceInfos': (call: RecordedCall) =>
      call.query.get('pageSize') === '1'
        ? testPage([testDevice(1)], call.query.get('active') === 'true' ? activeCount : 1, 1)
        : testPage([testDevice(1, { active: true })]),
    [`${ATTRIBUTES}/SERVER_SCOPE`]: [{ key: 'active', value: true, lastUpdateTs: nowMs }],
    [`${ATTRIBUTES}/SHARED_SCOPE`]: shared.map((attribute) => ({ ...attribute, lastUpdateTs: nowMs - 60_000 })),
    'POST /api/auth/logout': undefined,
  })
  renderConsole('/devices')
  const row = (await screen.findByText('TLC-0001')).closest('tr')
  if (!row) throw new Error('No row')
  const socket = await acceptedSocket(sockets)
  return { row, socket, calls, countActive: (count: number) => (activeCount = count) }
}

/** Returns one sample of a controller's clock that is off by this many seconds. */
function clockSample(ts: number, driftSeconds: number): Record<string, [number, string][]> {
  const { year, month, day, hour, minute, second } = localTimeAt(ts + driftSeconds * 1000)
  const fields = { Year: year, Month: month, Day: day, Hour: hour, Minute: minute, Second: second }
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, [[ts, String(value)]]]))
}

/** Returns the command id of the subscription to a scope of the device. */
function subscribed(socket: StubSocket, scope: string, keys?: string): number {
  const commands = socket.sent.flatMap((message) =>
    typeof message === 'object' && message !== null && 'cmds' in message ? (message.cmds as LiveCommand[]) : [],
  )
  const found = commands.find(
    (command) => command.entityId === DEVICE && command.scope === scope && command.keys === keys,
  )
  if (!found) throw new Error(`Nothing subscribed to ${scope} ${keys ?? ''}`)
  return found.cmdId
}

describe('the status of a row', () => {
  it('follows the activity flag, and the counts with it, there and back [spec 2 devices] [spec 4 realtime]', async () => {
    const { row, socket, countActive } = await openLiveList()
    const active = screen.getByText('Active Devices').parentElement
    await waitFor(() => expect(active).toHaveTextContent('1'))
    const flag = subscribed(socket, 'SERVER_SCOPE', 'active')
    countActive(0)
    act(() => socket.frame(flag, { active: [[2, 'false']] }))
    expect(await within(row).findByText('Inactive')).toBeVisible()
    await waitFor(() => expect(active).toHaveTextContent('0'))
    countActive(1)
    act(() => socket.frame(flag, { active: [[3, 'true']] }))
    expect(await within(row).findByText('Active')).toBeVisible()
    await waitFor(() => expect(active).toHaveTextContent('1'))
  })

  it('sums up the settings that the controller has not taken', async () => {
    const { row, socket } = await openLiveList([
      { key: 'Mode', value: 1 },
      { key: 'Plan_total', value: 3 },
      { key: 'Vang', value: 3 },
    ])
    const client = subscribed(socket, 'CLIENT_SCOPE')
    act(() => socket.frame(client, { Mode: [[5, '4']], Plan_total: [[5, '2']], Vang: [[5, '3']] }))
    expect(await within(row).findByText('2 settings not taken')).toBeVisible()
    act(() => socket.frame(client, { Mode: [[6, '1']] }))
    expect(await within(row).findByText('1 setting not taken')).toBeVisible()
    act(() => socket.frame(client, { Plan_total: [[7, '3']] }))
    await waitFor(() => expect(within(row).queryByText(/not taken/)).not.toBeInTheDocument())
  })

  it('says how far a clock is off, above 2 s as a deviation', async () => {
    const { row, socket } = await openLiveList()
    act(() => socket.frame(subscribed(socket, 'LATEST_TELEMETRY', CLOCK), clockSample(Date.now(), -5)))
    expect(await within(row).findByText('Clock −5 s')).toHaveAttribute('data-tone', 'warn')
  })

  it('says that a clock is the last known one when its own sample is old, also when it was stored', async () => {
    const { row, socket } = await openLiveList()
    act(() => socket.frame(subscribed(socket, 'LATEST_TELEMETRY', CLOCK), clockSample(Date.now() - 70_000, 0)))
    expect(await within(row).findByText('Clock in step · last known')).toHaveAttribute('data-tone', 'mute')
    act(() => socket.frame(subscribed(socket, 'LATEST_TELEMETRY', CLOCK), clockSample(Date.now(), 0)))
    expect(await within(row).findByText('Clock in step')).toBeVisible()
    expect(await within(row).findByText('Clock in step · last known')).toBeVisible()
  })

  it('is shown as last known, in a neutral colour, while live data is lost', async () => {
    const { row, socket } = await openLiveList()
    act(() => socket.frame(subscribed(socket, 'SERVER_SCOPE', 'active'), { active: [[2, 'true']] }))
    expect((await within(row).findByText('Active')).closest('[data-tone]')).toHaveAttribute('data-tone', 'ok')
    act(() => socket.end(1006))
    expect(await within(row).findByText('Active · last known')).toHaveAttribute('data-tone', 'mute')
    expect(within(row).queryByText('Active')).not.toBeInTheDocument()
  })

  it('of a device without attributes or with text for numbers says Active or Inactive, and nothing else', async () => {
    const { row, socket } = await openLiveList()
    act(() => socket.frame(subscribed(socket, 'LATEST_TELEMETRY', CLOCK), { Year: [[1, 'năm']], Second: [[1, '{}']] }))
    act(() => socket.frame(subscribed(socket, 'CLIENT_SCOPE'), {}))
    expect(within(row).getByText('Active').parentElement).toHaveTextContent(/^Active$/)
  })
})
