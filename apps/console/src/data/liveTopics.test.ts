import { TestClock } from '@greenwave/client/testing/testClock'
import { TestSockets } from '@greenwave/client/testing/testSocket'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIVE_POLICY, LiveConnection, RETRY_MS } from './liveConnection.ts'
import { KEEP_MS, LiveTopics, type Topic } from './liveTopics.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const TELEMETRY: Topic = { deviceId: DEVICE, scope: 'LATEST_TELEMETRY' }
const SHARED: Topic = { deviceId: DEVICE, scope: 'SHARED_SCOPE' }

interface PendingRead {
  topic: Topic
  answer: (samples: TimedValues) => void
  fail: (error: Error) => void
}

let clock: TestClock
let sockets: TestSockets
let connection: LiveConnection
let topics: LiveTopics
let frames: (() => void)[]
let reads: PendingRead[]
let future: Topic[]

const turn = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

/** The screen draws. */
async function draw(): Promise<void> {
  await turn()
  for (const callback of frames.splice(0)) callback()
}

beforeEach(() => {
  clock = new TestClock()
  sockets = new TestSockets()
  frames = []
  reads = []
  future = []
  connection = new LiveConnection({
    openSocket: sockets.open,
    after: clock.after,
    token: () => 'token',
    policy: LIVE_POLICY,
    onOdd: () => undefined,
    log: () => undefined,
  })
  topics = new LiveTopics({
    connection,
    read: (topic) =>
      topic.scope === 'LATEST_TELEMETRY'
        ? null
        : new Promise((answer, fail) => {
            reads.push({ topic, answer, fail })
          }),
    nowMs: () => clock.nowMs,
    serverNowMs: () => clock.nowMs,
    onFuture: (topic) => future.push(topic),
    after: clock.after,
    onNextFrame: (callback) => frames.push(callback),
  })
  connection.connect()
  sockets.last.events.opened()
})

function reconnect(): void {
  sockets.last.events.closed(1006, '')
  clock.advance(RETRY_MS)
  sockets.last.events.opened()
}

describe('watching', () => {
  test('[spec 4 subscriptions] subscribes with the first watcher and once for all', async () => {
    topics.watch(TELEMETRY, () => undefined)
    topics.watch({ ...TELEMETRY }, () => undefined)
    await turn()
    expect(sockets.last.commands).toEqual([
      { type: 'TIMESERIES', entityType: 'DEVICE', entityId: DEVICE, scope: 'LATEST_TELEMETRY', cmdId: 1 },
    ])
  })

  test('[spec 4 subscriptions] ends the subscription when the last watcher has left, after a few seconds of grace', async () => {
    const leaveA = topics.watch(TELEMETRY, () => undefined)
    const leaveB = topics.watch(TELEMETRY, () => undefined)
    const cancelled = () => sockets.last.commands.filter(({ unsubscribe }) => unsubscribe).map(({ cmdId }) => cmdId)
    await turn()
    leaveA()
    clock.advance(1000)
    leaveB()
    sockets.last.frame(1, {})
    clock.advance(KEEP_MS - 1)
    await turn()
    expect(cancelled()).toEqual([])
    clock.advance(1)
    await turn()
    expect(cancelled()).toEqual([1])
    expect(topics.value(TELEMETRY).samples).toBeUndefined()
  })

  test('whoever comes back in time finds the values and the subscription still there', async () => {
    const leave = topics.watch(TELEMETRY, () => undefined)
    sockets.last.frame(1, { T_D1: [[5, '9']] })
    await draw()
    leave()
    clock.advance(KEEP_MS - 1)
    topics.watch(TELEMETRY, () => undefined)
    clock.advance(KEEP_MS)
    await turn()
    expect(topics.value(TELEMETRY).samples).toEqual({ T_D1: { ts: 5, value: '9' } })
    expect(sockets.last.commands).toHaveLength(1)
  })

  test('before the first snapshot there is nothing, which is not the same as an empty one', async () => {
    topics.watch(TELEMETRY, () => undefined)
    expect(topics.value(TELEMETRY).samples).toBeUndefined()
    sockets.last.frame(1, {})
    await draw()
    expect(topics.value(TELEMETRY).samples).toEqual({})
  })

  test('frames between two drawings of the screen are shown at once, and watchers called once', async () => {
    let calls = 0
    topics.watch(TELEMETRY, () => {
      calls += 1
    })
    sockets.last.frame(1, { T_D1: [[5, '9']] })
    sockets.last.frame(1, { T_X2: [[5, '3']] })
    sockets.last.frame(1, { T_D1: [[6, '8']] })
    expect(topics.value(TELEMETRY).samples).toBeUndefined()
    await draw()
    expect(calls).toBe(1)
    expect(topics.value(TELEMETRY).samples).toEqual({ T_D1: { ts: 6, value: '8' }, T_X2: { ts: 5, value: '3' } })
  })

  test('a value is the same object until it changes', async () => {
    topics.watch(TELEMETRY, () => undefined)
    sockets.last.frame(1, { T_D1: [[5, '9']] })
    await draw()
    const before = topics.value(TELEMETRY)
    await draw()
    expect(topics.value(TELEMETRY)).toBe(before)
  })

  test('says when the last frame arrived', async () => {
    topics.watch(TELEMETRY, () => undefined)
    clock.advance(700)
    sockets.last.frame(1, { T_D1: [[5, '9']] })
    await draw()
    expect(topics.value(TELEMETRY).arrivedAtMs).toBe(clock.nowMs)
  })
})

describe('samples of the future', () => {
  const year2100 = 4_102_444_800_000

  test('are left out of the snapshot too, and told until true ones come', async () => {
    topics.watch(TELEMETRY, () => undefined)
    sockets.last.frame(1, { T_D1: [[year2100, '9']], T_V1: [[clock.nowMs, '0']] })
    await draw()
    expect(topics.value(TELEMETRY)).toMatchObject({
      samples: { T_V1: { ts: clock.nowMs, value: '0' } },
      futureMs: year2100,
    })
    expect(future).toEqual([TELEMETRY])
    sockets.last.frame(1, { T_D1: [[clock.nowMs, '8']] })
    await draw()
    expect(topics.value(TELEMETRY).samples?.T_D1).toEqual({ ts: clock.nowMs, value: '8' })
    expect(topics.value(TELEMETRY).futureMs).toBeUndefined()
  })

  test('tell nothing of attributes: their value is what the platform holds', async () => {
    topics.watch(SHARED, () => undefined)
    reads[0]?.answer({})
    sockets.last.frame(1, { Mode: [[year2100, '0']] })
    await draw()
    expect(topics.value(SHARED).samples).toEqual({ Mode: { ts: year2100, value: '0' } })
    sockets.last.frame(1, { Mode: [[clock.nowMs, '4']] })
    await draw()
    expect(topics.value(SHARED).samples).toEqual({ Mode: { ts: clock.nowMs, value: '4' } })
  })
})

describe('reading over HTTP', () => {
  test('fetches, then follows: whichever comes first is shown', async () => {
    topics.watch(SHARED, () => undefined)
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await draw()
    expect(topics.value(SHARED).samples).toEqual({ Mode: { ts: 5, value: 4 } })
    sockets.last.frame(1, { Mode: [[8, '0']] })
    await draw()
    expect(topics.value(SHARED).samples).toEqual({ Mode: { ts: 8, value: '0' } })
  })

  test('works without any live connection', async () => {
    connection.disconnect()
    topics.watch(SHARED, () => undefined)
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await draw()
    expect(topics.value(SHARED).samples).toEqual({ Mode: { ts: 5, value: 4 } })
  })

  test('a failed read is told, and forgotten with the next one that succeeds', async () => {
    topics.watch(SHARED, () => undefined)
    const failure = new Error('no answer')
    reads[0]?.fail(failure)
    await draw()
    expect(topics.value(SHARED).readError).toBe(failure)
    const again = topics.readAgain(DEVICE, 'SHARED_SCOPE')
    reads[1]?.answer({})
    await again
    await draw()
    expect(topics.value(SHARED)).toMatchObject({ readError: undefined, samples: {} })
  })

  test('[spec 4 configuration] a scope is read again on demand, where it is followed', async () => {
    topics.watch(SHARED, () => undefined)
    await turn()
    void topics.readAgain(DEVICE, 'SHARED_SCOPE')
    void topics.readAgain(DEVICE, 'SERVER_SCOPE')
    void topics.readAgain('another', 'SHARED_SCOPE')
    expect(reads.map(({ topic }) => topic.scope)).toEqual(['SHARED_SCOPE', 'SHARED_SCOPE'])
  })
})

describe('after a reconnect', () => {
  test('[spec 4 reconnect] subscribes again with fresh ids and reads again', async () => {
    topics.watch(SHARED, () => undefined)
    topics.watch(TELEMETRY, () => undefined)
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await turn()
    reconnect()
    await turn()
    expect(sockets.last.commands.map(({ cmdId, scope }) => [cmdId, scope])).toEqual([
      [3, 'SHARED_SCOPE'],
      [4, 'LATEST_TELEMETRY'],
    ])
    expect(reads).toHaveLength(2)
  })

  test('keeps the old values until the snapshot comes, and then what was deleted meanwhile is gone', async () => {
    topics.watch(TELEMETRY, () => undefined)
    sockets.last.frame(1, { T_D1: [[5, '9']], T_V1: [[5, '0']] })
    await draw()
    reconnect()
    await draw()
    expect(Object.keys(topics.value(TELEMETRY).samples ?? {})).toEqual(['T_D1', 'T_V1'])
    sockets.last.frame(2, { T_D1: [[90, '1']] })
    await draw()
    expect(topics.value(TELEMETRY).samples).toEqual({ T_D1: { ts: 90, value: '1' } })
  })

  test('a topic that was begun while the connection was away is subscribed when it is back', async () => {
    sockets.last.events.closed(1006, '')
    topics.watch(TELEMETRY, () => undefined)
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    await turn()
    expect(sockets.last.commands).toHaveLength(1)
  })

  test('a topic that was left while the connection was away is not subscribed again', async () => {
    const leave = topics.watch(TELEMETRY, () => undefined)
    await turn()
    sockets.last.events.closed(1006, '')
    leave()
    clock.advance(KEEP_MS)
    connection.connect()
    sockets.last.events.opened()
    await turn()
    expect(sockets.last.commands).toEqual([])
  })
})

test('another user finds nothing of the one before', async () => {
  topics.watch(SHARED, () => undefined)
  sockets.last.frame(1, { Mode: [[8, '0']] })
  await draw()
  topics.clear()
  await draw()
  expect(topics.value(SHARED).samples).toBeUndefined()
})
