import { LiveConnection } from '@greenwave/client/liveConnection'
import { TestClock } from '@greenwave/client/testing/testClock'
import { TestSockets } from '@greenwave/client/testing/testSocket'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { beforeEach, describe, expect, test } from 'vitest'
import { LIVE_POLICY, RETRY_MS } from './livePolicy.ts'
import { LiveTopics, NOTHING_ARRIVED, type Topic, type TopicValue } from './liveTopics.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const TELEMETRY: Topic = { entityId: DEVICE, scope: 'LATEST_TELEMETRY' }
const SHARED: Topic = { entityId: DEVICE, scope: 'SHARED_SCOPE' }

interface PendingRead {
  topic: Topic
  answer: (samples: TimedValues) => void
  fail: (error: Error) => void
}

let clock: TestClock
let sockets: TestSockets
let connection: LiveConnection
let topics: LiveTopics
let values: Map<Topic, TopicValue>
let over: Topic[]
let reads: PendingRead[]
let future: Topic[]

const turn = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)))

const value = (topic: Topic): TopicValue => values.get(topic) ?? NOTHING_ARRIVED

function follow(topic: Topic): () => void {
  return topics.follow(topic, { value: (arrived) => values.set(topic, arrived), over: () => over.push(topic) })
}

beforeEach(() => {
  clock = new TestClock()
  sockets = new TestSockets()
  reads = []
  future = []
  connection = new LiveConnection({
    openSocket: sockets.open,
    after: clock.after,
    nowMs: () => clock.nowMs,
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
  })
  values = new Map()
  over = []
  connection.connect()
  sockets.last.events.opened()
})

function reconnect(): void {
  sockets.last.events.closed(1006, '')
  clock.advance(RETRY_MS)
  sockets.last.events.opened()
}

describe('following', () => {
  test('[spec 4 subscriptions] subscribes at once, and ends the subscription with the following', async () => {
    const end = follow(TELEMETRY)
    await turn()
    expect(sockets.last.commands).toEqual([
      { type: 'TIMESERIES', entityType: 'DEVICE', entityId: DEVICE, scope: 'LATEST_TELEMETRY', cmdId: 1 },
    ])
    end()
    end()
    await turn()
    expect(sockets.last.commands.filter(({ unsubscribe }) => unsubscribe).map(({ cmdId }) => cmdId)).toEqual([1])
  })

  test('[spec 4 subscriptions] of some keys subscribes to these alone', async () => {
    follow({ entityId: DEVICE, scope: 'SERVER_SCOPE', keys: 'active' })
    await turn()
    expect(sockets.last.commands).toMatchObject([{ type: 'ATTRIBUTES', scope: 'SERVER_SCOPE', keys: 'active' }])
  })

  test('before the first snapshot there is nothing, which is not the same as an empty one', () => {
    follow(TELEMETRY)
    expect(value(TELEMETRY).samples).toBeUndefined()
    sockets.last.frame(1, {})
    expect(value(TELEMETRY).samples).toEqual({})
  })

  test('each frame reaches the follower as it arrives, with the time of arrival', () => {
    follow(TELEMETRY)
    clock.advance(700)
    sockets.last.frame(1, { T_D1: [[5, '9']] })
    expect(value(TELEMETRY)).toMatchObject({ samples: { T_D1: { ts: 5, value: '9' } }, arrivedAtMs: clock.nowMs })
    sockets.last.frame(1, { T_X2: [[5, '3']] })
    expect(value(TELEMETRY).samples).toEqual({ T_D1: { ts: 5, value: '9' }, T_X2: { ts: 5, value: '3' } })
  })

  test('an answer that comes after the following has ended reaches nobody', async () => {
    const end = follow(SHARED)
    end()
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await turn()
    expect(value(SHARED).samples).toBeUndefined()
  })
})

describe('samples of the future', () => {
  const year2100 = 4_102_444_800_000

  test('are left out of the snapshot too, and reported until true ones come', async () => {
    follow(TELEMETRY)
    sockets.last.frame(1, { T_D1: [[year2100, '9']], T_V1: [[clock.nowMs, '0']] })
    await turn()
    expect(value(TELEMETRY)).toMatchObject({
      samples: { T_V1: { ts: clock.nowMs, value: '0' } },
      futureMs: year2100,
    })
    expect(future).toEqual([TELEMETRY])
    sockets.last.frame(1, { T_D1: [[clock.nowMs, '8']] })
    await turn()
    expect(value(TELEMETRY).samples?.T_D1).toEqual({ ts: clock.nowMs, value: '8' })
    expect(value(TELEMETRY).futureMs).toBeUndefined()
  })

  test('do not include attributes: their value is what the platform stores', async () => {
    follow(SHARED)
    reads[0]?.answer({})
    sockets.last.frame(1, { Mode: [[year2100, '0']] })
    await turn()
    expect(value(SHARED).samples).toEqual({ Mode: { ts: year2100, value: '0' } })
    sockets.last.frame(1, { Mode: [[clock.nowMs, '4']] })
    await turn()
    expect(value(SHARED).samples).toEqual({ Mode: { ts: clock.nowMs, value: '4' } })
  })
})

describe('reading over HTTP', () => {
  test('fetches, then follows: whichever comes first is shown', async () => {
    follow(SHARED)
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await turn()
    expect(value(SHARED).samples).toEqual({ Mode: { ts: 5, value: 4 } })
    sockets.last.frame(1, { Mode: [[8, '0']] })
    await turn()
    expect(value(SHARED).samples).toEqual({ Mode: { ts: 8, value: '0' } })
  })

  test('works without any live connection', async () => {
    connection.disconnect()
    follow(SHARED)
    reads[0]?.answer({ Mode: { ts: 5, value: 4 } })
    await turn()
    expect(value(SHARED).samples).toEqual({ Mode: { ts: 5, value: 4 } })
  })

  test('a failed read is reported until a read succeeds', async () => {
    follow(SHARED)
    const failure = new Error('no answer')
    reads[0]?.fail(failure)
    await turn()
    expect(value(SHARED).readError).toBe(failure)
    const again = topics.readAgain(DEVICE, 'SHARED_SCOPE')
    reads[1]?.answer({})
    await again
    await turn()
    expect(value(SHARED)).toMatchObject({ readError: undefined, samples: {} })
  })

  test('[spec 4 configuration] a scope is read again on demand, where it is followed', async () => {
    follow(SHARED)
    await turn()
    void topics.readAgain(DEVICE, 'SHARED_SCOPE')
    void topics.readAgain(DEVICE, 'SERVER_SCOPE')
    void topics.readAgain('another', 'SHARED_SCOPE')
    expect(reads.map(({ topic }) => topic.scope)).toEqual(['SHARED_SCOPE', 'SHARED_SCOPE'])
  })
})

describe('after a reconnect', () => {
  test('[spec 4 reconnect] subscribes again with fresh ids and reads again', async () => {
    follow(SHARED)
    follow(TELEMETRY)
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
    follow(TELEMETRY)
    sockets.last.frame(1, { T_D1: [[5, '9']], T_V1: [[5, '0']] })
    await turn()
    reconnect()
    await turn()
    expect(Object.keys(value(TELEMETRY).samples ?? {})).toEqual(['T_D1', 'T_V1'])
    sockets.last.frame(2, { T_D1: [[90, '1']] })
    await turn()
    expect(value(TELEMETRY).samples).toEqual({ T_D1: { ts: 90, value: '1' } })
  })

  test('a topic that was begun while the connection was away is subscribed when it is back', async () => {
    sockets.last.events.closed(1006, '')
    follow(TELEMETRY)
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    await turn()
    expect(sockets.last.commands).toHaveLength(1)
  })

  test('a topic that was left while the connection was away is not subscribed again', async () => {
    const leave = follow(TELEMETRY)
    await turn()
    sockets.last.events.closed(1006, '')
    leave()
    connection.connect()
    sockets.last.events.opened()
    await turn()
    expect(sockets.last.commands).toEqual([])
  })
})

test('after the end of the session no follower gets values, and each is told of the end', async () => {
  follow(SHARED)
  sockets.last.frame(1, { Mode: [[8, '0']] })
  topics.clear()
  expect(over).toEqual([SHARED])
  sockets.last.frame(1, { Mode: [[9, '4']] })
  reads[0]?.answer({})
  await turn()
  expect(value(SHARED).samples).toEqual({ Mode: { ts: 8, value: '0' } })
  expect(sockets.last.commands.filter(({ unsubscribe }) => unsubscribe).map(({ cmdId }) => cmdId)).toEqual([1])
})
