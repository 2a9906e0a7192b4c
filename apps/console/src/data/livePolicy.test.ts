import { LiveConnection } from '@greenwave/client/liveConnection'
import { TestClock } from '@greenwave/client/testing/testClock'
import { TestSockets } from '@greenwave/client/testing/testSocket'
import { expect, test } from 'vitest'
import { LIVE_POLICY } from './livePolicy.ts'

test('[spec 4 reconnect] [spec 9 limits] tries five times, three seconds apart, then gives up', () => {
  const clock = new TestClock()
  const sockets = new TestSockets()
  const connection = new LiveConnection({
    openSocket: sockets.open,
    after: clock.after,
    nowMs: () => clock.nowMs,
    token: () => 'the-token',
    policy: LIVE_POLICY,
    log: () => undefined,
    onOdd: () => undefined,
  })
  connection.connect()
  sockets.last.events.opened()
  const lose = () => sockets.last.events.closed(1006, '')
  lose()
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(connection.state).toEqual({ kind: 'retrying', attempt })
    clock.advance(2999)
    expect(sockets.all).toHaveLength(attempt)
    clock.advance(1)
    expect(sockets.all).toHaveLength(attempt + 1)
    lose()
  }
  expect(connection.state).toEqual({ kind: 'lost' })
  clock.advance(3_600_000)
  expect(sockets.all).toHaveLength(6)
})
