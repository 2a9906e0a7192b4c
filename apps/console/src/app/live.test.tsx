import { QueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceState } from '../data/device/deviceState.ts'
import { useDevice } from '../data/device/useDevice.ts'
import { callApi } from '../data/api.ts'
import { connection, isDataOnItsWay, startLive } from '../data/live.ts'
import { log, recentRemarks } from '../data/log.ts'
import { session, signOut, startSession } from '../data/session.ts'
import { useConnectionState } from '../data/useLive.ts'
import { errorAnswer, signInForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'
import { type StubSocket, stubSocket } from '../test/stubSocket.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const ATTRIBUTES = `/api/plugins/telemetry/DEVICE/${DEVICE}/values/attributes`

let sockets: StubSocket[]
let queryClient: QueryClient
let stops: (() => void)[]

const socket = (): StubSocket => {
  const last = sockets.at(-1)
  if (!last) throw new Error('No socket was opened')
  return last
}

beforeEach(() => {
  sockets = stubSocket()
  queryClient = new QueryClient()
  stubPlatform({
    [`GET ${ATTRIBUTES}/SERVER_SCOPE`]: [],
    [`GET ${ATTRIBUTES}/SHARED_SCOPE`]: [{ key: 'Mode', value: 4, lastUpdateTs: 5 }],
    'POST /api/auth/logout': undefined,
  })
  stops = [startSession(), startLive(queryClient)]
})

afterEach(() => {
  act(() => {
    signOut()
    for (const stop of stops.reverse()) stop()
  })
})

function State() {
  return <p>state {useConnectionState().kind}</p>
}

const seen = ({ telemetryKnown, signals, shared, client }: DeviceState) => ({
  red: telemetryKnown ? signals.phases[0].lamps.red : null,
  shared,
  client,
})

function Device() {
  const { red, shared, client } = useDevice(DEVICE, seen)
  return (
    <dl>
      <dd>{red !== null ? `red ${red}` : 'no telemetry'}</dd>
      <dd>{shared ? `mode ${String(shared.Mode?.value)} of ${shared.Mode?.ts}` : 'no shared'}</dd>
      <dd>{client ? 'client' : 'no client'}</dd>
    </dl>
  )
}

describe('[spec 4 realtime]', () => {
  test('signing in connects to /api/ws with the token, signing out disconnects [spec 4 login] [spec 4 logout]', async () => {
    render(<State />)
    expect(screen.getByText('state off')).toBeVisible()
    act(() => signInForTest())
    expect(socket().url).toBe('ws://localhost:3000/api/ws')
    act(() => socket().accept())
    expect(socket().sent).toEqual([{ authCmd: { cmdId: 0, token: localStorage.getItem('token') } }])
    expect(screen.getByText('state live')).toBeVisible()
    act(() => signOut())
    expect(screen.getByText('state off')).toBeVisible()
  })

  test('data is on its way until the connection is live and each call has its answer, also a failed one', async () => {
    expect(isDataOnItsWay()).toBe(false)
    act(() => signInForTest())
    expect(isDataOnItsWay()).toBe(true)
    act(() => socket().accept())
    expect(isDataOnItsWay()).toBe(false)
    for (const answer of [[], new TypeError('Failed to fetch')]) {
      const arrives = Promise.withResolvers<unknown>()
      stubPlatform({ [`GET ${ATTRIBUTES}/SHARED_SCOPE`]: () => arrives.promise })
      const params = { entityType: 'DEVICE', entityId: DEVICE, scope: 'SHARED_SCOPE' } as const
      const call = callApi('attributes', { params }).catch(() => [])
      await vi.waitFor(() => expect(isDataOnItsWay()).toBe(true))
      arrives.resolve(answer)
      expect(await call).toEqual([])
      expect(isDataOnItsWay()).toBe(false)
    }
  })

  test('a token that is only renewed leaves the connection as it is', () => {
    act(() => signInForTest())
    act(() => socket().accept())
    act(() => signInForTest({ sessionId: '11111111-1111-1111-1111-111111111111' }))
    expect(sockets).toHaveLength(1)
  })

  test('a device view opens telemetry and the three scopes of attributes, reads over HTTP and the socket, each value missing until it has come, and closes them after it is left [spec 4 subscriptions]', async () => {
    act(() => signInForTest())
    act(() => socket().accept())
    const view = render(<Device />)
    expect(screen.getByText('no telemetry')).toBeVisible()
    expect(await screen.findByText('mode 4 of 5')).toBeVisible()
    const commands = () =>
      socket()
        .sent.slice(1)
        .flatMap((message) => (message as { cmds: { cmdId: number; scope: string; unsubscribe?: true }[] }).cmds)
    const scopes = ['LATEST_TELEMETRY', 'SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE']
    expect(commands().map(({ scope }) => scope)).toEqual(scopes)
    const [telemetry, , shared] = commands().map(({ cmdId }) => cmdId)
    act(() => {
      socket().frame(telemetry ?? 0, { T_D1: [[9, '27']] })
      socket().frame(shared ?? 0, { Mode: [[9, '0']] })
    })
    for (const text of ['red 27', 'mode 0 of 9', 'no client']) expect(await screen.findByText(text)).toBeVisible()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    view.unmount()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    const closed = commands().filter(({ unsubscribe }) => unsubscribe)
    expect(new Set(closed.map(({ scope }) => scope))).toEqual(new Set(scopes))
    expect(closed).toHaveLength(4)
    vi.useRealTimers()
  })
})

const firstPhase = ({ signals }: DeviceState) => signals.phases[0].lamps
const secondPhase = ({ signals }: DeviceState) => signals.phases[1].lamps
const askedMode = ({ settings, deliveries }: DeviceState) => ({ mode: settings.mode, deliveries })

function First() {
  return <p>first {useDevice(DEVICE, firstPhase).green}</p>
}
function Second() {
  return <p>second {useDevice(DEVICE, secondPhase).red}</p>
}
function Mode() {
  return <p>mode {useDevice(DEVICE, askedMode).mode}</p>
}

test('a component renders again for what it selects of a device, and for nothing else', async () => {
  const rendered: string[] = []
  const note = (name: string) => rendered.push(name)
  act(() => signInForTest())
  act(() => socket().accept())
  render(
    <>
      <Profiler id="first" onRender={note}>
        <First />
      </Profiler>
      <Profiler id="second" onRender={note}>
        <Second />
      </Profiler>
      <Profiler id="mode" onRender={note}>
        <Mode />
      </Profiler>
    </>,
  )
  const telemetry = () => (socket().sent[1] as { cmds: { cmdId: number }[] }).cmds[0]?.cmdId ?? 0
  expect(await screen.findByText('mode 4')).toBeVisible()
  act(() => socket().frame(telemetry(), { T_X1: [[9, '27']], T_D2: [[9, '1']] }))
  expect(await screen.findByText('first 27')).toBeVisible()
  rendered.length = 0
  act(() => socket().frame(telemetry(), { T_X1: [[10, '26']], T_D2: [[10, '1']], Second: [[10, '5']] }))
  expect(await screen.findByText('first 26')).toBeVisible()
  expect(rendered).toEqual(['first'])
})

test('after a reconnect everything that was read is read again', async () => {
  act(() => signInForTest())
  act(() => socket().accept())
  await queryClient.fetchQuery({ queryKey: ['something'], queryFn: () => 1, staleTime: Number.POSITIVE_INFINITY })
  expect(queryClient.getQueryState(['something'])?.isInvalidated).toBe(false)
  act(() => socket().end())
  act(() => connection.connect())
  act(() => socket().accept())
  expect(queryClient.getQueryState(['something'])?.isInvalidated).toBe(true)
})

test('another user finds nothing of the one before', () => {
  act(() => signInForTest())
  queryClient.setQueryData(['something'], 1)
  log('something')
  act(() => signOut())
  expect(queryClient.getQueryData(['something'])).toBeUndefined()
  expect(recentRemarks()).toEqual([])
})

describe('a refused token', () => {
  test('is renewed once, and the connection made with the new one', async () => {
    act(() => signInForTest())
    const fresh = testTokens({ sessionId: '22222222-2222-2222-2222-222222222222' })
    const { calls } = stubPlatform({ 'POST /api/auth/token': fresh, 'POST /api/auth/logout': undefined })
    act(() => socket().accept())
    act(() => socket().end(1007, 'JWT Token expired'))
    await waitFor(() => expect(sockets).toHaveLength(2))
    act(() => socket().accept())
    expect(socket().sent).toEqual([{ authCmd: { cmdId: 0, token: fresh.token } }])
    act(() => socket().end(1007, 'JWT Token expired'))
    expect(connection.state).toEqual({ kind: 'refused', code: 1007, reason: 'JWT Token expired' })
    expect(calls.filter(({ path }) => path === '/api/auth/token')).toHaveLength(1)
  })

  test('that cannot be renewed ends the session', async () => {
    act(() => signInForTest())
    stubPlatform({ 'POST /api/auth/token': errorAnswer(401, 'Token is outdated', 10) })
    act(() => socket().accept())
    act(() => socket().end(1007, 'Token is outdated'))
    await waitFor(() => expect(session.getState().state).toBe('signedOut'))
    expect(connection.state).toEqual({ kind: 'off' })
  })

  test('is not renewed for a refusal that is no matter of tokens', () => {
    act(() => signInForTest())
    const { calls } = stubPlatform({})
    act(() => socket().accept())
    act(() => socket().end(1008, 'Max tenant sessions limit reached!'))
    expect(connection.state.kind).toBe('refused')
    expect(calls).toEqual([])
  })
})
