import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONFIRM_WITHIN_MS,
  type DeliveryFacts,
  type DeliveryState,
  keyDelivery,
  reportsAnything,
  sameValue,
} from '../delivery.ts'
import { SETTING_GROUPS, SETTING_KEYS } from '../testing/commonSettings.ts'
import { EXAMPLE_SCHEDULE } from '../testing/settings.ts'
import type { TimedValues } from '../timedValue.ts'
import { writeSettings } from './allSettings.ts'
import { allDeliveries, deliverySummary } from './delivery.ts'
import { isSameGroup, keysOf, type SettingGroup, settingOf } from './table.ts'

const SAVED_AT = 1_000_000

function attributes(values: Record<string, unknown>, ts: number): TimedValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, ts }]))
}

/** Mode 0 was requested at SAVED_AT; before that the controller reported mode 4 and a period. */
function facts(changes: Partial<DeliveryFacts>): DeliveryFacts {
  return {
    desired: attributes({ Mode: 0 }, SAVED_AT),
    reported: attributes({ Mode: 4, Period_Pr1: 80 }, SAVED_AT - 60_000),
    connected: true,
    nowMs: SAVED_AT + 1000,
    ...changes,
  }
}

function modeState(changes: Partial<DeliveryFacts>): DeliveryState | undefined {
  return keyDelivery(facts(changes), 'Mode')?.state
}

describe('one setting', () => {
  test('is saved while the controller still has time to report', () => {
    expect(modeState({})).toBe('sent')
    expect(modeState({ nowMs: SAVED_AT + CONFIRM_WITHIN_MS - 1 })).toBe('sent')
  })

  test('is waiting while the controller is offline, however long', () => {
    expect(modeState({ connected: false })).toBe('waiting')
    expect(modeState({ connected: false, nowMs: SAVED_AT + 86_400_000 })).toBe('waiting')
    expect(modeState({ connected: false, reported: {} })).toBe('waiting')
  })

  test('(R15) is applied when the controller reports the same value, as a number or as a text, online or not', () => {
    expect(modeState({ reported: attributes({ Mode: 0 }, SAVED_AT + 500) })).toBe('taken')
    expect(modeState({ reported: attributes({ Mode: '0' }, SAVED_AT + 500) })).toBe('taken')
    expect(modeState({ reported: attributes({ Mode: 0 }, SAVED_AT + 500), connected: false })).toBe('taken')
  })

  test('(R15) is applied also where the same value was reported before: platforms may store changes only', () => {
    expect(modeState({ reported: attributes({ Mode: 0 }, SAVED_AT - 500) })).toBe('taken')
  })

  test('is not confirmed after 10 s without a report', () => {
    expect(modeState({ nowMs: SAVED_AT + CONFIRM_WITHIN_MS })).toBe('notConfirmed')
    expect(modeState({ nowMs: SAVED_AT + CONFIRM_WITHIN_MS, reported: attributes({ Vang: 3 }, SAVED_AT) })).toBe(
      'notConfirmed',
    )
  })

  test('has 10 s again from the moment the controller comes back', () => {
    const nowMs = SAVED_AT + 3_600_000
    expect(modeState({ nowMs, connectedSinceMs: nowMs - 5000 })).toBe('sent')
    expect(modeState({ nowMs, connectedSinceMs: nowMs - CONFIRM_WITHIN_MS })).toBe('notConfirmed')
  })

  test('differs when the controller answers with another value, and shows both', () => {
    for (const reportedAt of [SAVED_AT, SAVED_AT + 300]) {
      const reported = attributes({ Mode: 1 }, reportedAt)
      expect(keyDelivery(facts({ reported }), 'Mode')).toEqual({
        key: 'Mode',
        state: 'differs',
        desired: 0,
        reported: 1,
      })
    }
  })

  test('differs also when another value is reported only after it was due', () => {
    const nowMs = SAVED_AT + CONFIRM_WITHIN_MS + 5000
    expect(modeState({ nowMs })).toBe('notConfirmed')
    expect(modeState({ nowMs, reported: attributes({ Mode: 1 }, nowMs - 100) })).toBe('differs')
  })

  test('differs when the controller reports its old value anew after the write: it refuses', () => {
    const heard = attributes({ Mode: 4 }, SAVED_AT + 400)
    expect(modeState({ reported: heard, nowMs: SAVED_AT + 2000 })).toBe('differs')
    expect(modeState({ reported: heard, nowMs: SAVED_AT + 86_400_000 })).toBe('differs')
    const before = attributes({ Mode: 4 }, SAVED_AT - 1)
    expect(modeState({ reported: before, nowMs: SAVED_AT + 86_400_000 })).toBe('notConfirmed')
  })

  test('is not yet answered by a report that may have been on its way when it was written, or when the controller came back', () => {
    const reported = attributes({ Mode: 4 }, SAVED_AT + 20)
    expect(modeState({ reported, nowMs: SAVED_AT + 100 })).toBe('sent')
    expect(modeState({ reported, nowMs: SAVED_AT + 1000 })).toBe('differs')
    const backMs = SAVED_AT + 60_000
    const greeting = attributes({ Mode: 4 }, backMs + 20)
    expect(modeState({ reported: greeting, connectedSinceMs: backMs, nowMs: backMs + 100 })).toBe('sent')
    expect(modeState({ reported: greeting, connectedSinceMs: backMs, nowMs: backMs + 1000 })).toBe('differs')
  })

  test('is not hidden by a time of the future: a clock that was wrong tells no order', () => {
    const year2100 = 4_102_444_800_000
    const nowMs = SAVED_AT + 60_000
    expect(modeState({ desired: attributes({ Mode: 0 }, year2100), nowMs })).toBe('differs')
    expect(modeState({ desired: attributes({ Mode: 0 }, year2100), reported: {}, nowMs })).toBe('noReport')
    expect(modeState({ connectedSinceMs: year2100, nowMs })).toBe('notConfirmed')
    const ahead = attributes({ Mode: 4 }, year2100)
    expect(modeState({ reported: ahead })).toBe('sent')
    expect(modeState({ reported: ahead, nowMs })).toBe('notConfirmed')
  })

  test('without any client attribute is "no report", never applied', () => {
    const nowMs = SAVED_AT + CONFIRM_WITHIN_MS
    expect(modeState({ reported: {}, nowMs })).toBe('noReport')
    expect(modeState({ reported: attributes({ Mode: '' }, 0), nowMs })).toBe('noReport')
  })

  test('that was never set has no delivery', () => {
    expect(keyDelivery(facts({}), 'Vang')).toBeNull()
    expect(keyDelivery(facts({ desired: attributes({ Mode: '' }, 0) }), 'Mode')).toBeNull()
  })
})

describe('what one dialog saves', () => {
  test('holds every setting key once', () => {
    expect(SETTING_GROUPS.map(settingOf).flatMap(keysOf).sort()).toEqual([...SETTING_KEYS].sort())
  })

  test('stands where the worst of its keys stands', () => {
    const desired = attributes({ Vang: 4, Do_cong: 2 }, SAVED_AT)
    const half = attributes({ Vang: 4, Do_cong: 1 }, SAVED_AT + 100)
    const stateOf = (group: SettingGroup, changes: Partial<DeliveryFacts>) =>
      allDeliveries(facts({ desired, ...changes })).find((delivery) => isSameGroup(delivery.group, group))?.state
    const group = { kind: 'clearance' } as const
    expect(stateOf(group, { reported: half })).toBe('differs')
    expect(stateOf(group, { reported: attributes({ Vang: 4 }, SAVED_AT) })).toBe('sent')
    const taken = attributes({ Vang: 4, Do_cong: 2 }, SAVED_AT + 100)
    expect(stateOf(group, { reported: taken })).toBe('taken')
    expect(stateOf({ kind: 'plan', plan: 1 }, {})).toBeUndefined()
  })
})

describe('all settings in one line', () => {
  const everything = writeSettings(EXAMPLE_SCHEDULE)
  const desired = attributes(everything, SAVED_AT)
  const nowMs = SAVED_AT + 60_000

  test('nothing is left to take when all is reported', () => {
    const summary = deliverySummary(facts({ desired, reported: attributes(everything, SAVED_AT + 100), nowMs }))
    expect(summary).toEqual({ notTaken: 0, pending: 0, noReport: false, worst: 'taken' })
  })

  test('2 settings not taken: a plan that differs and times that were not confirmed', () => {
    const { Vang: _, ...rest } = everything
    const reported = { ...attributes(rest, SAVED_AT + 100), ...attributes({ P2_HH: 9, Vang: 9 }, SAVED_AT + 200) }
    const older = { ...reported, ...attributes({ Vang: 9 }, SAVED_AT - 1) }
    expect(deliverySummary(facts({ desired, reported: older, nowMs }))).toEqual({
      notTaken: 2,
      pending: 0,
      noReport: false,
      worst: 'differs',
    })
  })

  test('a controller without any report has taken nothing, and says so', () => {
    const summary = deliverySummary(facts({ desired, reported: {}, nowMs }))
    expect(summary).toEqual({ notTaken: SETTING_GROUPS.length, pending: 0, noReport: true, worst: 'noReport' })
  })

  test('a controller that was never set up has nothing to take', () => {
    expect(deliverySummary(facts({ desired: {} }))).toEqual({ notTaken: 0, pending: 0, noReport: false, worst: null })
  })

  test('settings saved moments ago are pending and not yet "not taken"', () => {
    expect(deliverySummary(facts({}))).toMatchObject({ notTaken: 0, pending: 1 })
  })
})

test('any facts give every setting that was set exactly one state, and applied only where the values are the same', () => {
  const anyAttributes = fc.dictionary(
    fc.constantFrom(...SETTING_KEYS.slice(0, 8)),
    fc.record({
      value: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.jsonValue(), fc.constantFrom('', '1')),
      ts: fc.nat(20_000),
    }),
  )
  const anyFacts = fc.record({
    desired: anyAttributes,
    reported: anyAttributes,
    connected: fc.boolean(),
    connectedSinceMs: fc.option(fc.nat(20_000), { nil: undefined }),
    nowMs: fc.nat(40_000),
  })
  fc.assert(
    fc.property(anyFacts, (any) => {
      for (const delivery of allDeliveries(any).flatMap((group) => group.keys)) {
        const same = sameValue(delivery.desired, delivery.reported)
        expect(delivery.state === 'taken').toBe(same)
        expect(delivery.state === 'waiting').toBe(!same && !any.connected)
        expect(delivery.state === 'noReport' && reportsAnything(any.reported)).toBe(false)
        expect(delivery.state === 'differs' && delivery.reported === undefined).toBe(false)
      }
    }),
  )
})

describe('delivery against the story behind it', () => {
  /** An event of one setting; `afterMs` since the event before. */
  type Event = { readonly afterMs: number } & (
    | { readonly kind: 'write' | 'report'; readonly value: number }
    | { readonly kind: 'connect' | 'disconnect' | 'nothing' }
  )

  const gap = fc.oneof(fc.nat(1500), fc.nat(12_000))
  const anyStory = fc.array(
    fc.oneof(
      fc.record({ afterMs: gap, kind: fc.constantFrom('write' as const), value: fc.integer({ min: 3, max: 5 }) }),
      fc.record({ afterMs: gap, kind: fc.constantFrom('report' as const), value: fc.integer({ min: 3, max: 5 }) }),
      fc.record({ afterMs: gap, kind: fc.constantFrom('connect' as const, 'disconnect' as const, 'nothing' as const) }),
    ),
    { maxLength: 12 },
  )

  /**
   * Returns what a platform stores after a story: values with the time of their last write, as docs/device-firmware.md
   * describes.
   */
  function kept(story: readonly Event[]): DeliveryFacts {
    let nowMs = SAVED_AT
    let connected = false
    let connectedSinceMs: number | undefined
    const desired: Record<string, { value: unknown; ts: number }> = {}
    const reported: Record<string, { value: unknown; ts: number }> = {}
    for (const event of story) {
      nowMs += event.afterMs
      if (event.kind === 'write') desired.Vang = { value: event.value, ts: nowMs }
      if (event.kind === 'connect' && !connected) connectedSinceMs = nowMs
      if (event.kind === 'connect' || event.kind === 'disconnect') connected = event.kind === 'connect'
      if (event.kind === 'report' && connected) {
        const before = reported.Vang
        const isNews = !before || before.value !== event.value || (desired.Vang?.ts ?? 0) >= before.ts
        if (isNews) reported.Vang = { value: event.value, ts: nowMs }
      }
    }
    return { desired, reported, connected, connectedSinceMs, nowMs }
  }

  /** Returns the state by the judgement of somebody who watched the story and does not use the platform's times. */
  function told(story: readonly Event[]): DeliveryState | null {
    let wanted: number | undefined
    let said: number | undefined
    let sinceWrite = 0
    let sinceConnect = Number.POSITIVE_INFINITY
    let connected = false
    let answered = false
    for (const event of story) {
      sinceWrite += event.afterMs
      sinceConnect += event.afterMs
      if (event.kind === 'write') {
        wanted = event.value
        sinceWrite = 0
        answered = false
      }
      if (event.kind === 'connect' && !connected) sinceConnect = 0
      if (event.kind === 'connect' || event.kind === 'disconnect') connected = event.kind === 'connect'
      if (event.kind === 'report' && connected) {
        said = event.value
        answered = true
      }
    }
    if (wanted === undefined) return null
    if (said === wanted) return 'taken'
    if (!connected) return 'waiting'
    const patience = Math.min(sinceWrite, sinceConnect)
    if (answered && patience >= 1000) return 'differs'
    if (patience < 10_000) return 'sent'
    return said === undefined ? 'noReport' : 'notConfirmed'
  }

  test('follows what was reported after the write, whatever was reported, written and lost before', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        // A report in the same millisecond as the write counts as an answer; no time shows which of the two was first.
        fc.pre(story.every((event) => event.kind !== 'write' || event.afterMs > 0))
        expect(keyDelivery(kept(story), 'Vang')?.state ?? null).toBe(told(story))
      }),
      { numRuns: 2000 },
    )
  })
})
