import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInForTest, stubPlatform, testTokens } from '../test/stubPlatform.ts'
import { type StubSocket, stubSocket } from '../test/stubSocket.ts'
import { keepConnected } from './keepConnected.ts'
import { connection, startLive } from './live.ts'
import { createQueryClient } from './queryClient.ts'
import { session, startSession } from './session.ts'

let sockets: StubSocket[]
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  sockets = stubSocket()
  stops = []
})
afterEach(() => {
  for (const stop of stops.toReversed()) stop()
})

/** Signs in and connects; the page is one that keeps connected. */
function start(answers: Record<string, unknown> = {}) {
  const { calls } = stubPlatform(answers)
  signInForTest()
  stops.push(startSession(), startLive(createQueryClient()), keepConnected())
  sockets.at(-1)?.accept()
  return { renewals: () => calls.filter(({ path }) => path === '/api/auth/token').length }
}
const lose = () => sockets.at(-1)?.end()
/** Lets every attempt of a time fail. */
async function stayGone(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1000) {
    await vi.advanceTimersByTimeAsync(1000)
    lose()
  }
}

describe('a page that keeps connected', () => {
  it('tries again for hours, and is live when the platform is back', async () => {
    start()
    lose()
    await stayGone(3 * 3_600_000)
    const attempts = sockets.length
    expect(attempts).toBeGreaterThan(3000)
    await vi.advanceTimersByTimeAsync(4000)
    expect(sockets.length).toBeGreaterThan(attempts)
    sockets.at(-1)?.accept()
    expect(connection.state).toEqual({ kind: 'live' })
  })

  it('gives up after five attempts again once it has ended', async () => {
    start()
    stops.pop()?.()
    lose()
    await stayGone(60_000)
    expect(connection.state).toEqual({ kind: 'lost' })
    expect(sockets).toHaveLength(6)
  })

  it('renews a refused token as often as it takes, while the platform does not answer', async () => {
    let isGone = true
    const { renewals } = start({
      'POST /api/auth/token': () => (isGone ? new TypeError('no network') : testTokens({ sessionId: 'renewed' })),
    })
    sockets.at(-1)?.end(1007, 'Token is outdated')
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(60_000)
      sockets.at(-1)?.end(1007, 'Token is outdated')
    }
    expect(session.getState().state).toBe('signedIn')
    isGone = false
    const before = renewals()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(renewals()).toBeGreaterThan(before)
    sockets.at(-1)?.accept()
    expect(connection.state).toEqual({ kind: 'live' })
    expect(session.getState()).toMatchObject({ state: 'signedIn', user: { sessionId: 'renewed' } })
  })

  it('connects again after a refusal that has another reason', async () => {
    start()
    sockets.at(-1)?.end(1008, 'too many')
    expect(connection.state.kind).toBe('refused')
    await vi.advanceTimersByTimeAsync(31_000)
    sockets.at(-1)?.accept()
    expect(connection.state).toEqual({ kind: 'live' })
  })

  it('renews a token within a minute of a sleep in which its timer did not run', async () => {
    const { renewals } = start({ 'POST /api/auth/token': () => testTokens({ sessionId: 'after the sleep' }) })
    vi.setSystemTime(Date.now() + 30 * 86_400_000)
    await vi.advanceTimersByTimeAsync(61_000)
    expect(renewals()).toBeGreaterThan(0)
    expect(session.getState()).toMatchObject({ state: 'signedIn', user: { sessionId: 'after the sleep' } })
  })
})
