/** @file Long: the whole life of one connection, on one fake socket. */
import { ClientMessage } from '@greenwave/contract/wire/live'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type ConnectionState,
  LiveConnection,
  type LivePolicy,
  type Subscription,
  type TextReader,
} from './liveConnection.ts'
import { TestClock } from './testing/testClock.ts'
import { TestSockets } from './testing/testSocket.ts'

const MAX_ATTEMPTS = 5
const RETRY_MS = 3000
const PROVEN_AFTER_MS = 10_000
const OPEN_WITHIN_MS = 10_000
const QUIET_MS = 5000
const PROBE_ANSWER_MS = 3000
/** When is asked again after "Too many updates!". */
const ASK_AGAIN_MS = 5000
const POLICY: LivePolicy = {
  retryMs: (attempt) => (attempt <= MAX_ATTEMPTS ? RETRY_MS : undefined),
  provenAfterMs: PROVEN_AFTER_MS,
  openWithinMs: OPEN_WITHIN_MS,
  quietMs: QUIET_MS,
  probeAnswerMs: PROBE_ANSWER_MS,
}

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const TELEMETRY: Subscription = {
  type: 'TIMESERIES',
  entityType: 'DEVICE',
  entityId: DEVICE,
  scope: 'LATEST_TELEMETRY',
}
const CLIENT: Subscription = { type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: DEVICE, scope: 'CLIENT_SCOPE' }

let clock: TestClock
/** By how much the machine's clock was set, which timers do not follow. */
let setMs: number
let sockets: TestSockets
let token: string | null
let remarks: string[]
let oddities: string[]
let states: ConnectionState[]
let connection: LiveConnection

/** Messages are sent at the end of the turn of the event loop in which they were asked for. */
const turn = () => Promise.resolve()

beforeEach(() => {
  clock = new TestClock()
  setMs = 0
  sockets = new TestSockets()
  token = 'the-token'
  remarks = []
  oddities = []
  states = []
  connection = new LiveConnection({
    openSocket: sockets.open,
    after: clock.after,
    nowMs: () => clock.nowMs + setMs,
    token: () => token,
    policy: POLICY,
    log: (remark) => remarks.push(remark),
    onOdd: (remark) => oddities.push(remark),
  })
  connection.onState((state) => states.push(state))
})

function goLive(): void {
  connection.connect()
  sockets.last.events.opened()
}

function lose(code = 1006): void {
  sockets.last.events.closed(code, '')
}

describe('signing in', () => {
  test('[spec 4 realtime] [spec 7 realtime] sends authCmd with the token first, and counts as live from then on', () => {
    connection.connect()
    expect(connection.state).toEqual({ kind: 'connecting', again: false })
    sockets.last.events.opened()
    expect(sockets.last.sent).toEqual([{ authCmd: { cmdId: 0, token: 'the-token' } }])
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('[spec 4 realtime] without a stored token nothing is opened; a remark is all', () => {
    token = null
    connection.connect()
    expect(sockets.all).toHaveLength(0)
    expect(connection.state).toEqual({ kind: 'off' })
    expect(remarks).toHaveLength(1)
  })

  test('uses the token that is stored when the socket opens again', () => {
    goLive()
    lose()
    token = 'a-newer-token'
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    expect(sockets.last.sent[0]).toEqual({ authCmd: { cmdId: 0, token: 'a-newer-token' } })
  })
})

describe('losing the connection', () => {
  test('is retried as its policy says, until the policy gives up', () => {
    goLive()
    lose()
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(connection.state).toEqual({ kind: 'retrying', attempt })
      clock.advance(RETRY_MS - 1)
      expect(sockets.all).toHaveLength(attempt)
      clock.advance(1)
      expect(sockets.all).toHaveLength(attempt + 1)
      lose()
    }
    expect(connection.state).toEqual({ kind: 'lost' })
    clock.advance(3_600_000)
    expect(sockets.all).toHaveLength(MAX_ATTEMPTS + 1)
  })

  test('shows at once, and not only after the first failed retry', () => {
    goLive()
    lose()
    expect(states.at(-1)).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('after a frame arrived, the next loss has all five retries again', () => {
    goLive()
    lose()
    clock.advance(RETRY_MS)
    lose()
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    sockets.last.frame(99, {})
    lose()
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('after the connection lasted for a while, the next loss has all five retries again', () => {
    goLive()
    lose()
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    clock.advance(PROVEN_AFTER_MS)
    lose()
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('a platform that accepts and closes at once is not retried for ever', () => {
    goLive()
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      lose()
      clock.advance(RETRY_MS)
      sockets.last.events.opened()
    }
    lose()
    expect(connection.state).toEqual({ kind: 'lost' })
  })

  test('a socket that does not open in time counts as a failed try', () => {
    connection.connect()
    clock.advance(OPEN_WITHIN_MS)
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
    expect(sockets.all[0]?.isClosed).toBe(true)
  })

  test('events of a dropped socket are ignored', () => {
    goLive()
    const first = sockets.last
    connection.connect()
    sockets.last.events.opened()
    first.events.closed(1006, '')
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('disconnecting ends it for good', () => {
    goLive()
    connection.disconnect()
    expect(sockets.last.isClosed).toBe(true)
    clock.advance(3_600_000)
    expect(connection.state).toEqual({ kind: 'off' })
    expect(sockets.all).toHaveLength(1)
    expect(clock.waiting).toBe(0)
  })
})

describe('being refused', () => {
  test.each([1007, 1008])('[spec 4 reconnect] close code %i is a refusal and is not tried again', (code) => {
    goLive()
    sockets.last.events.closed(code, 'Token is outdated')
    expect(connection.state).toEqual({ kind: 'refused', code, reason: 'Token is outdated' })
    clock.advance(3_600_000)
    connection.checkNow()
    expect(sockets.all).toHaveLength(1)
  })

  test('the user may have it tried again', () => {
    goLive()
    lose(1008)
    connection.connect()
    expect(connection.state).toEqual({ kind: 'connecting', again: true })
    expect(sockets.all).toHaveLength(2)
  })
})

describe('trying again', () => {
  test('[spec 4 reconnect] when network or visibility return, a lost connection is tried at once with all tries again', () => {
    goLive()
    lose()
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      clock.advance(RETRY_MS)
      lose()
    }
    connection.checkNow()
    expect(connection.state).toEqual({ kind: 'connecting', again: true })
    lose()
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('when network or visibility return, a waiting try is made at once', () => {
    goLive()
    lose()
    connection.checkNow()
    expect(sockets.all).toHaveLength(2)
    clock.advance(RETRY_MS)
    expect(sockets.all).toHaveLength(2)
  })

  test('[spec 4 subscriptions] asking for a subscription while the connection is given up tries to connect', () => {
    goLive()
    lose()
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      clock.advance(RETRY_MS)
      lose()
    }
    expect(connection.subscribe(TELEMETRY, () => undefined)).toBeUndefined()
    expect(connection.state).toEqual({ kind: 'connecting', again: true })
  })
})

describe('subscribing', () => {
  test('[spec 4 subscriptions] only while connected; otherwise there is none', () => {
    expect(connection.subscribe(TELEMETRY, () => undefined)).toBeUndefined()
    connection.connect()
    expect(connection.subscribe(TELEMETRY, () => undefined)).toBeUndefined()
    sockets.last.events.opened()
    expect(connection.subscribe(TELEMETRY, () => undefined)).toBeTypeOf('function')
  })

  test('[spec 7 realtime] sends type, entity, scope and an id of its own; cancels with the same and unsubscribe', async () => {
    goLive()
    const end = connection.subscribe(TELEMETRY, () => undefined)
    connection.subscribe(CLIENT, () => undefined)
    await turn()
    end?.()
    end?.()
    await turn()
    expect(sockets.last.sent.slice(1)).toEqual([
      {
        cmds: [
          { type: 'TIMESERIES', entityType: 'DEVICE', entityId: DEVICE, scope: 'LATEST_TELEMETRY', cmdId: 1 },
          { type: 'ATTRIBUTES', entityType: 'DEVICE', entityId: DEVICE, scope: 'CLIENT_SCOPE', cmdId: 2 },
        ],
      },
      {
        cmds: [
          {
            type: 'TIMESERIES',
            entityType: 'DEVICE',
            entityId: DEVICE,
            scope: 'LATEST_TELEMETRY',
            cmdId: 1,
            unsubscribe: true,
          },
        ],
      },
    ])
  })

  test('every message is one that the contract allows, also for hundreds of subscriptions at once', async () => {
    goLive()
    for (let count = 0; count < 250; count++) connection.subscribe({ ...CLIENT, keys: 'active' }, () => undefined)
    await turn()
    for (const message of sockets.last.sent) expect(z.safeParse(ClientMessage, message).success).toBe(true)
    expect(sockets.last.commands).toHaveLength(250)
    for (const message of sockets.last.sent) expect(JSON.stringify(message).length).toBeLessThan(32_768)
  })

  test('[spec 7 realtime] frames go to the handler of their subscriptionId alone', async () => {
    goLive()
    const heard: string[] = []
    connection.subscribe(TELEMETRY, (frame) => heard.push(`telemetry ${JSON.stringify(frame.data)}`))
    connection.subscribe(CLIENT, () => heard.push('client'))
    await turn()
    sockets.last.frame(1, { T_D1: [[5, '27']] })
    expect(heard).toEqual(['telemetry {"T_D1":[[5,"27"]]}'])
  })

  test('who reads texts gets each frame after the first as text, from its data on, and parsed what it cannot read', async () => {
    goLive()
    const heard: string[] = []
    const readText: TextReader = (text, at, { entityId }) => {
      heard.push(`text ${entityId === DEVICE} ${text.slice(at, at + 10)}`)
      return text.includes('"27"')
    }
    connection.subscribeAll([TELEMETRY], ({ data }) => heard.push(`parsed ${JSON.stringify(data)}`), readText)
    connection.subscribe(CLIENT, ({ data }) => heard.push(`client ${JSON.stringify(data)}`))
    await turn()
    const before = connection.frames
    sockets.last.frame(1, { a: [[5, '28']] })
    sockets.last.frame(1, { a: [[6, '27']] })
    sockets.last.frame(1, { a: [[7, '26']] })
    sockets.last.frame(2, { a: [[8, '27']] })
    sockets.last.frame(3, { a: [[9, '27']] })
    expect(heard).toEqual([
      'parsed {"a":[[5,"28"]]}',
      'text true {"a":[[6,"',
      'text true {"a":[[7,"',
      'parsed {"a":[[7,"26"]]}',
      'client {"a":[[8,"27"]]}',
    ])
    expect(connection.frames - before).toBe(5)
  })

  test('ids are new after a reconnect: a late frame of the old connection reaches no handler', async () => {
    goLive()
    const heard: string[] = []
    connection.subscribe(TELEMETRY, () => heard.push('old'))
    lose()
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    connection.subscribe(TELEMETRY, () => heard.push('new'))
    await turn()
    sockets.last.frame(1, {})
    expect(heard).toEqual([])
    sockets.last.frame(2, {})
    expect(heard).toEqual(['new'])
  })

  test('[spec 7 realtime] a frame with an error code is only logged', () => {
    goLive()
    const heard: unknown[] = []
    connection.subscribe(TELEMETRY, (frame) => heard.push(frame))
    sockets.last.say({
      subscriptionId: 1,
      errorCode: 1,
      errorMsg: 'Failed to fetch data!',
      data: null,
      latestValues: {},
    })
    expect(heard).toEqual([])
    expect(remarks.join()).toContain('Failed to fetch data!')
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('after "Too many updates!" subscriptions stay; the one whose frame was dropped and those without any are asked again, once', async () => {
    goLive()
    const heard: string[] = []
    connection.subscribe(TELEMETRY, () => heard.push('dropped'))
    connection.subscribe(TELEMETRY, () => heard.push('complete'))
    connection.subscribe(CLIENT, () => heard.push('silent'))
    const ended = connection.subscribe(TELEMETRY, () => heard.push('ended'))
    await turn()
    sockets.last.frame(1, {})
    sockets.last.frame(2, {})
    // ThingsBoard sends nothing else in this frame.
    const tooMany = { subscriptionId: 1, errorCode: 34, errorMsg: 'Too many updates!' }
    sockets.last.say(tooMany)
    sockets.last.say(tooMany)
    ended?.()
    await turn()
    const before = sockets.last.commands.length
    clock.advance(1)
    // Keeps the connection from being probed for its silence.
    sockets.last.frame(2, {})
    clock.advance(ASK_AGAIN_MS - 1)
    await turn()
    expect(sockets.last.commands.slice(before)).toEqual([
      { ...TELEMETRY, cmdId: 1, unsubscribe: true },
      { ...TELEMETRY, cmdId: 1 },
      { ...CLIENT, cmdId: 3, unsubscribe: true },
      { ...CLIENT, cmdId: 3 },
    ])
    sockets.last.frame(1, {})
    sockets.last.frame(3, {})
    expect(heard).toEqual(['dropped', 'complete', 'complete', 'dropped', 'silent'])
  })

  test('a connection that is lost after "Too many updates!" asks nothing on the next one', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    sockets.last.say({ subscriptionId: 1, errorCode: 34, errorMsg: 'Too many updates!' })
    lose()
    clock.advance(RETRY_MS)
    sockets.last.events.opened()
    clock.advance(ASK_AGAIN_MS)
    await turn()
    expect(sockets.last.commands).toEqual([])
  })

  test.each([
    'not json',
    '{"cmdUpdateType":"COUNT_DATA","cmdId":3}',
    '[]',
    '{"subscriptionId":1,"errorCode":0,"data":{"a":[["x"]]}}',
  ])('a message that is no frame of ours is logged and nothing else: %s', (text) => {
    goLive()
    const heard: unknown[] = []
    connection.subscribe(TELEMETRY, (frame) => heard.push(frame))
    sockets.last.events.received(text)
    expect(heard).toEqual([])
    expect(remarks).toHaveLength(1)
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('unknown members of a frame are accepted; an odd part is left out with a remark', () => {
    goLive()
    const heard: unknown[] = []
    connection.subscribe(TELEMETRY, (frame) => heard.push(frame.data))
    sockets.last.say({ subscriptionId: 1, errorCode: 0, data: { a: [[1, '7']] }, latestValues: 'none', ofTomorrow: {} })
    expect(heard).toEqual([{ a: [[1, '7']] }])
    expect(oddities).toEqual(['a frame: latestValues cannot be read and is passed over'])
    expect(remarks).toEqual([])
  })

  test('allows as many subscriptions as a platform does, and throws at one more', () => {
    goLive()
    for (let count = 0; count < 40_000; count++) connection.subscribe(CLIENT, () => undefined)
    expect(() => connection.subscribe(CLIENT, () => undefined)).toThrow(RangeError)
  })
})

describe('a dead connection that nobody closed', () => {
  test('is probed after silence, and lost when the probe is not answered', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    clock.advance(QUIET_MS)
    await turn()
    expect(sockets.last.commands.at(-1)).toEqual({
      type: 'ATTRIBUTES',
      entityType: 'DEVICE',
      entityId: DEVICE,
      scope: 'SERVER_SCOPE',
      keys: 'active',
      cmdId: 2,
    })
    clock.advance(PROBE_ANSWER_MS)
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('stays live while the probe is answered, and cancels each probe', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    for (let probe = 2; probe < 5; probe++) {
      clock.advance(QUIET_MS)
      await turn()
      sockets.last.frame(probe, { active: [[1, 'true']] })
      await turn()
      expect(sockets.last.commands.at(-1)).toMatchObject({ cmdId: probe, unsubscribe: true })
    }
    clock.advance(QUIET_MS - 1)
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('is not probed while frames come', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    for (let second = 0; second < 60; second++) {
      sockets.last.frame(1, { T_D1: [[second, '1']] })
      clock.advance(1000)
    }
    await turn()
    expect(sockets.last.commands).toHaveLength(1)
  })

  test('is probed so long after the last frame, with one timer however many frames come', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    clock.advance(QUIET_MS - 1)
    const { timersSet } = clock
    for (let nth = 0; nth < 1000; nth++) sockets.last.frame(1, { T_D1: [[nth, '1']] })
    expect(clock.timersSet).toBe(timersSet)
    clock.advance(QUIET_MS - 1)
    await turn()
    expect(sockets.last.commands).toHaveLength(1)
    clock.advance(1)
    await turn()
    expect(sockets.last.commands).toHaveLength(2)
  })

  test('is probed in time although the clock was set back', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    sockets.last.frame(1, { T_D1: [[1, '1']] })
    setMs = -3_600_000
    clock.advance(QUIET_MS)
    await turn()
    expect(sockets.last.commands).toHaveLength(2)
  })

  test('is listened to again after a time without any subscription', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)?.()
    clock.advance(2 * QUIET_MS)
    connection.subscribe(TELEMETRY, () => undefined)
    clock.advance(QUIET_MS + PROBE_ANSWER_MS)
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })

  test('without a subscription there is no probe, since no value is shown as live', async () => {
    goLive()
    clock.advance(60_000)
    await turn()
    expect(sockets.last.commands).toEqual([])
    expect(connection.state).toEqual({ kind: 'live' })
  })

  test('is probed at once when the page wakes up', async () => {
    goLive()
    connection.subscribe(TELEMETRY, () => undefined)
    await turn()
    connection.checkNow()
    clock.advance(PROBE_ANSWER_MS)
    expect(connection.state).toEqual({ kind: 'retrying', attempt: 1 })
  })
})
