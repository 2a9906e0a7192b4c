import { openLive } from '@greenwave/client/programLive'
import { TestClock } from '@greenwave/client/testing/testClock'
import { TestSockets } from '@greenwave/client/testing/testSocket'
import { systemTransport } from '@greenwave/client/transport'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { describe, expect, test, vi } from 'vitest'
import { LiveIntake } from './liveIntake.ts'
import { PARTS, WatchedJunction } from './watchedJunction.ts'

const NOON = Date.UTC(2026, 10, 22, 5)
const JUNCTIONS = 6

/** Follows junctions of a platform that a test plays. */
function scene() {
  const sockets = new TestSockets()
  const clock = new TestClock()
  const refused: string[] = []
  const onAccepted = vi.fn()
  const intake = new LiveIntake({
    open: () =>
      openLive({
        base: 'https://platform.test',
        session: { token: 'token', onUnauthorized: async () => null },
        transport: { ...systemTransport, after: clock.after, openSocket: (_, events) => sockets.open(events) },
        log: () => {},
      }),
    now: () => NOON,
    onRefused: (junctions, reason) => refused.push(`${junctions} ${reason}`),
    onAccepted,
  })
  const all = Array.from({ length: JUNCTIONS }, (_, nth) => {
    return new WatchedJunction({ id: `j${nth}`, customerId: null }, createObserver([], learned), () => {}, [], NOON)
  })
  for (const watched of all) intake.follow(watched)
  /** Accepts the newest connection, and waits until everything is subscribed to. */
  const accept = async () => {
    const socket = sockets.last
    socket.events.opened()
    await expect.poll(() => socket.commands).toHaveLength(JUNCTIONS * PARTS.length)
    return socket
  }
  const snapshots = async () => {
    const socket = await accept()
    const commands = [...socket.commands]
    for (const { cmdId } of commands) socket.frame(cmdId, {})
    const telemetry = commands.filter(({ type }) => type === 'TIMESERIES').map(({ cmdId }) => cmdId)
    const lamps = (): void => {
      for (const cmdId of telemetry) socket.frame(cmdId, { T_D1: [[NOON, '1']] })
    }
    return { lamps }
  }
  return { intake, sockets, clock, refused, onAccepted, all, accept, snapshots }
}

describe('a platform that refuses the live connection', () => {
  test('is said to, with its reason, until everything can be heard', async () => {
    const { intake, clock, refused, onAccepted, accept, snapshots } = scene()
    const socket = await accept()
    socket.events.closed(1008, 'Max subscriptions limit reached')
    const says = '1008 Max subscriptions limit reached'
    expect([intake.isLive, intake.unheard, refused]).toEqual([
      false,
      { why: 'refused', since: NOON, says },
      [`${JUNCTIONS} ${says}`],
    ])
    clock.advance(60_000)
    const again = await accept()
    intake.pass()
    expect(intake.unheard?.why).toBe('refused')
    again.events.closed(1008, 'Max subscriptions limit reached')
    clock.advance(60_000)
    await snapshots()
    intake.pass()
    expect([intake.isLive, intake.unheard, refused.length, onAccepted.mock.calls.length]).toEqual([
      true,
      undefined,
      2,
      1,
    ])
    intake.stop()
  })
})

describe('a platform that stalls', () => {
  test('is not heard, and no junction is silent by that', async () => {
    const { intake, snapshots, all } = scene()
    const { lamps } = await snapshots()
    for (let second = 0; second < 5; second += 1) {
      lamps()
      intake.pass()
    }
    expect(intake.unheard).toBeUndefined()
    for (let second = 0; second < 5; second += 1) intake.pass()
    expect(intake.unheard).toEqual({ why: 'silence', since: NOON, says: '' })
    expect(all.map(({ evaluated }) => evaluated.isDeaf)).toEqual(all.map(() => true))
    lamps()
    intake.pass()
    expect([intake.unheard, all.some(({ evaluated }) => evaluated.isDeaf)]).toEqual([undefined, false])
    intake.stop()
  })
})
