/** @file Long: the whole life of the models of devices, on one clock and one fake connection. */
import type { ConnectionState } from '@greenwave/client/liveConnection'
import { TestClock } from '@greenwave/client/testing/testClock'
import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVER, SHARED } from '../../test/devicePage.ts'
import { FakeTopics } from '../../test/fakeTopics.ts'
import { DeviceFeeds, type DevicePart, KEEP_MS } from './DeviceFeed.ts'
import { DeviceModels, type DeviceModelsDeps } from './DeviceModels.ts'
import { DEVICE_STEPS, type DeviceState } from './deviceState.ts'
import { LISTED_STEPS, type ListedState } from './listedState.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const OTHER = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e11'
const WHOLE: readonly DevicePart[] = ['telemetry', 'attributes']
const LAMPS = { T_D1: 0, T_V1: 0, T_X1: 21, T_D2: 26, T_V2: 0, T_X2: 0, T_D3: 51, T_V3: 0, T_X3: 0 }
const CLOCK_TOPIC = 'LATEST_TELEMETRY Year,Month,Day,Hour,Minute,Second'

let clock: TestClock
let topics: FakeTopics
let models: DeviceModels<DeviceState>
let listed: DeviceModels<ListedState>
let drawings: (() => void)[]
let setConnection: (kind: 'live' | 'retrying') => void

/** Draws a frame of the screen. */
const draw = () => {
  for (const callback of drawings.splice(0)) callback()
}
const shown = (): DeviceState => models.shown(DEVICE)
const watch = (parts = WHOLE, watcher: () => void = () => undefined) => models.watch(DEVICE, parts, watcher)
/** Sends all attributes of a controller that is connected and runs what was asked for. */
const sendAttributes = (client: Readonly<Record<string, unknown>> = SHARED) => {
  topics.frame('SERVER_SCOPE', SERVER, 1)
  topics.frame('SHARED_SCOPE', SHARED, 1)
  topics.frame('CLIENT_SCOPE', client, 2)
}

beforeEach(() => {
  // 07:08:09.300 in the controllers' time zone.
  clock = new TestClock(Date.UTC(2026, 2, 5, 0, 8, 9, 300))
  topics = new FakeTopics(() => clock.nowMs)
  drawings = []
  let state: ConnectionState = { kind: 'live' }
  const listeners: ((state: ConnectionState) => void)[] = []
  setConnection = (kind) => {
    state = kind === 'live' ? { kind } : { kind, attempt: 1 }
    for (const listener of listeners) listener(state)
  }
  const deps: DeviceModelsDeps = {
    feeds: new DeviceFeeds({ topics, after: clock.after }),
    connection: {
      get state() {
        return state
      },
      onState: (listener) => {
        listeners.push(listener)
        return () => undefined
      },
    },
    after: clock.after,
    nowMs: () => clock.nowMs,
    serverAheadMs: () => 0,
    onNextFrame: (callback) => {
      drawings.push(callback)
      return () => {
        drawings = drawings.filter((drawing) => drawing !== callback)
      }
    },
  }
  models = new DeviceModels(DEVICE_STEPS, deps)
  listed = new DeviceModels(LISTED_STEPS, deps)
})

describe('watching a device', () => {
  test('[spec 4 subscriptions] follows each part with the first watcher and once for all', () => {
    watch()
    watch()
    watch(['attributes'])
    expect(topics.topics).toEqual(['LATEST_TELEMETRY', 'SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'])
    expect(topics.begun).toBe(4)
  })

  test('of a list follows the keys that it shows alone', () => {
    watch(['activeFlag', 'clock'])
    expect(topics.topics).toEqual(['SERVER_SCOPE active', CLOCK_TOPIC])
    topics.frame('SERVER_SCOPE active', { active: 'true' }, 1)
    draw()
    expect(shown().activeFlag).toBe(true)
  })

  test('[spec 4 subscriptions] ends when the last watcher has left, after a few seconds of grace, and nothing goes on', () => {
    const leaveA = watch()
    const leaveB = watch()
    leaveA()
    leaveA()
    clock.advance(KEEP_MS)
    expect(topics.topics).toHaveLength(4)
    leaveB()
    clock.advance(KEEP_MS - 1)
    expect(topics.topics).toHaveLength(4)
    clock.advance(1)
    expect(topics.topics).toEqual([])
    expect(clock.waiting).toBe(0)
    expect(shown().telemetryKnown).toBe(false)
  })

  test('a watcher that returns in time finds the values and subscriptions still there', () => {
    const leave = watch()
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    draw()
    leave()
    clock.advance(KEEP_MS - 1)
    watch()
    clock.advance(KEEP_MS)
    expect(shown().signals.phases[0].lamps.green).toBe(21)
    expect(topics.begun).toBe(4)
  })

  test('a part that nobody watches any more becomes unknown, the others stay', () => {
    const leave = watch()
    watch(['attributes'])
    topics.frame('LATEST_TELEMETRY', { ...LAMPS, ...writeDeviceTime(localTimeAt(clock.nowMs)) }, clock.nowMs)
    sendAttributes()
    leave()
    clock.advance(KEEP_MS)
    draw()
    expect(topics.topics).toEqual(['SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'])
    expect(shown()).toMatchObject({ telemetryKnown: false, clock: null, signals: { sampleAtMs: null } })
    expect(shown().settings.mode).toBe(4)
  })

  test('all of the telemetry includes the clock; after it has ended, the clock followed alone counts again', () => {
    const drift = () => shown().clock?.driftSeconds
    const time = (ahead: number) => writeDeviceTime(localTimeAt(clock.nowMs + ahead * 1000))
    watch(['clock'])
    topics.frame(CLOCK_TOPIC, time(3), clock.nowMs)
    draw()
    expect(drift()).toBe(3)
    const leave = watch()
    topics.frame('LATEST_TELEMETRY', time(5), clock.nowMs)
    topics.frame(CLOCK_TOPIC, time(4), clock.nowMs)
    draw()
    expect(drift()).toBe(5)
    leave()
    clock.advance(KEEP_MS)
    draw()
    expect(drift()).toBe(4)
  })

  test('[spec 4 subscriptions] a list and the page of a device share its subscriptions', () => {
    const leave = listed.watch(DEVICE, ['attributes'], () => undefined)
    sendAttributes()
    watch()
    expect(topics.begun).toBe(4)
    expect(shown().settings.mode).toBe(4)
    leave()
    clock.advance(KEEP_MS)
    expect(topics.topics).toHaveLength(4)
  })

  test('the state of a page that was left is kept for the same few seconds, although a list goes on', () => {
    listed.watch(DEVICE, ['attributes'], () => undefined)
    const leave = watch()
    sendAttributes()
    draw()
    leave()
    clock.advance(KEEP_MS - 1)
    expect(shown().settings.mode).toBe(4)
    clock.advance(1)
    expect(shown()).toBe(DEVICE_STEPS.nothingKnown)
    expect(listed.shown(DEVICE).shared).toBeDefined()
    watch()
    clock.advance(KEEP_MS)
    expect(shown().settings.mode).toBe(4)
  })

  test('what a list shows of a device is the same as on its page', () => {
    listed.watch(DEVICE, ['attributes', 'activeFlag', 'clock'], () => undefined)
    watch(['attributes', 'activeFlag', 'clock'])
    topics.frame(CLOCK_TOPIC, writeDeviceTime(localTimeAt(clock.nowMs + 3000)), clock.nowMs)
    topics.frame('SERVER_SCOPE active', { active: 'true' }, 1)
    sendAttributes({ ...SHARED, Mode: 1 })
    for (const ms of [0, 1000, 20_000]) {
      clock.advance(ms)
      draw()
      expect(shown()).toMatchObject(listed.shown(DEVICE))
    }
    expect(listed.shown(DEVICE)).toMatchObject({ activeFlag: true, clock: { driftSeconds: 3 } })
    expect(listed.shown(DEVICE).deliveries.summary.notTaken).toBe(1)
  })

  test('another device has its own model', () => {
    watch()
    models.watch(OTHER, ['attributes'], () => undefined)
    expect(topics.begun).toBe(7)
    expect(models.shown(OTHER)).not.toBe(shown())
  })

  test('after the end of the session nothing is known, and watching starts again', () => {
    let notified = 0
    const leave = watch(WHOLE, () => {
      notified += 1
    })
    sendAttributes()
    draw()
    topics.end()
    expect(notified).toBeGreaterThan(1)
    expect(shown().shared).toBeUndefined()
    expect(clock.waiting).toBe(0)
    watch()
    expect(topics.topics).toHaveLength(4)
    leave()
    clock.advance(KEEP_MS)
    expect(topics.topics).toHaveLength(4)
  })
})

describe('what is shown', () => {
  test('is drawn once for all frames that arrive between two drawings, each of which is folded', () => {
    let notified = 0
    watch(WHOLE, () => {
      notified += 1
    })
    topics.frame('LATEST_TELEMETRY', { ...LAMPS, T_X1: 22 }, clock.nowMs - 1000)
    topics.frame('LATEST_TELEMETRY', { ...LAMPS, T_X1: 0, T_V1: 3 }, clock.nowMs)
    expect(shown().telemetryKnown).toBe(false)
    draw()
    expect(notified).toBe(1)
    expect(shown().signals.phases[0]).toMatchObject({ condition: 'yellow' })
  })

  test('is drawn again after the last device was left while a drawing was due, which then never comes', () => {
    watch()
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    expect(drawings).toHaveLength(1)
    topics.end()
    expect(drawings).toEqual([])
    watch()
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    draw()
    expect(shown().telemetryKnown).toBe(true)
  })

  test('is the same object until it changes', () => {
    watch()
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    draw()
    const before = shown()
    draw()
    expect(shown()).toBe(before)
  })

  test('is unknown without attributes, which is not the same as unset; the error of a read is shown', () => {
    watch()
    const failure = new Error('no answer')
    topics.fail('SHARED_SCOPE', failure)
    draw()
    expect(shown()).toMatchObject({ shared: undefined, readError: failure })
  })
})

describe('as time passes', () => {
  const freshness = () => shown().lampsFreshness.kind

  test('lamps without new samples become stale on time, and their age increases', () => {
    watch()
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    draw()
    expect(shown().lampsFreshness).toEqual({ kind: 'live', ageMs: 0 })
    clock.advance(STALE_AFTER_MS)
    expect(freshness()).toBe('live')
    clock.advance(2)
    expect(freshness()).toBe('stale')
    clock.advance(3000)
    expect(shown().lampsFreshness).toEqual({ kind: 'stale', ageMs: 5000 })
  })

  test('a clock becomes stale although the lamps are live', () => {
    watch()
    topics.frame('LATEST_TELEMETRY', writeDeviceTime(localTimeAt(clock.nowMs)), clock.nowMs)
    for (let second = 0; second < 4; second++) {
      topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
      clock.advance(1000)
    }
    expect([freshness(), shown().clockFreshness.kind]).toEqual(['live', 'stale'])
  })

  test('a lost connection is shown at once, without waiting for a drawing', () => {
    watch()
    sendAttributes()
    topics.frame('LATEST_TELEMETRY', { ...LAMPS, ...writeDeviceTime(localTimeAt(clock.nowMs)) }, clock.nowMs)
    draw()
    expect([freshness(), shown().day.nowBy]).toEqual(['live', 'device'])
    setConnection('retrying')
    expect([freshness(), shown().clockFreshness.kind, shown().day.nowBy]).toEqual(['lost', 'lost', 'server'])
    setConnection('live')
    expect(freshness()).toBe('live')
  })

  test('a setting that is not reported is saved for 10 s, and not confirmed by itself after that', () => {
    watch(['attributes'])
    sendAttributes({ Period_Pr1: 80 })
    topics.frame('SHARED_SCOPE', { Mode: 1 }, clock.nowMs)
    draw()
    const stateOfMode = () => shown().deliveries.groups.find(({ group }) => group.kind === 'mode')?.state
    expect(stateOfMode()).toBe('sent')
    clock.advance(9000)
    expect(stateOfMode()).toBe('sent')
    clock.advance(2000)
    expect(stateOfMode()).toBe('notConfirmed')
  })

  test('the time of day follows the platform’s clock when the controller reports none', () => {
    watch(['attributes'])
    sendAttributes()
    draw()
    expect(shown().day).toEqual({ nowBy: 'server', nowSecond: 7 * 3600 + 8 * 60, aheadSeconds: 0 })
    clock.advance(1000)
    expect(shown().day.nowSecond).toBe(7 * 3600 + 8 * 60 + 10)
  })

  test('it is shown at once, and no frame of the screen is asked for; one that was due has nothing left to show', () => {
    let notified = 0
    watch(WHOLE, () => {
      notified += 1
    })
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    draw()
    clock.advance(STALE_AFTER_MS + 2)
    expect(freshness()).toBe('stale')
    expect(drawings).toEqual([])
    topics.frame('LATEST_TELEMETRY', LAMPS, clock.nowMs)
    expect(drawings).toHaveLength(1)
    notified = 0
    setConnection('retrying')
    expect(drawings).toEqual([])
    expect(notified).toBe(1)
  })

  test('all devices share one timer', () => {
    watch()
    models.watch(OTHER, WHOLE, () => undefined)
    expect(clock.waiting).toBe(1)
    clock.advance(10_000)
    expect(clock.waiting).toBe(1)
  })
})
