import type { JsonValue } from '@greenwave/contract/wire/attributes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConnectivityWrite,
  inactivityTimeoutMs,
  whenConnected,
  whenDisconnected,
  whenHeard,
  whenSwept,
  whenTimeoutChanged,
} from './connectivityRule.ts'

const DEFAULT_MS = 600_000
const attributes = (values: Record<string, JsonValue>) =>
  new Map(Object.entries(values).map(([key, value]) => [key, { ts: 0, value }]))

test('the first word of a device makes it active [contract 8]', () => {
  expect(whenHeard(attributes({ active: false }), 1000)).toEqual({ lastActivityTime: 1000, active: true })
  expect(whenHeard(attributes({}), 1000)).toEqual({ lastActivityTime: 1000, active: true })
})

test('of a connection and a disconnection the newer one is the later one, whatever the clock said before', () => {
  const times = (lastConnectTime: number, lastDisconnectTime: number) =>
    attributes({ lastConnectTime, lastDisconnectTime })
  expect(whenConnected(times(1000, 2000), 3000)).toEqual({ lastConnectTime: 3000 })
  expect(whenConnected(times(1000, 3_600_000), 3000)).toEqual({ lastConnectTime: 3000, lastDisconnectTime: 3000 })
  expect(whenDisconnected(times(3000, 2000), 4000)).toEqual({ lastDisconnectTime: 4000 })
  expect(whenDisconnected(times(3_600_000, 2000), 4000)).toEqual({ lastConnectTime: 3999, lastDisconnectTime: 4000 })
})

test('an active device only gets its time renewed, and never an older one [contract 8]', () => {
  const active = attributes({ active: true, lastActivityTime: 1000 })
  expect(whenHeard(active, 1001)).toEqual({ lastActivityTime: 1001 })
  expect(whenHeard(active, 1000)).toEqual({})
  expect(whenHeard(active, 999)).toEqual({})
})

test.each([
  [2000, { lastActivityTime: 2000, inactivityAlarmTime: 0, active: true }],
  [1999, { lastActivityTime: 1999, inactivityAlarmTime: 0, active: true }],
  [2001, { lastActivityTime: 2001, active: true }],
])('a device evaluated inactive at 2000 and heard at %i [contract 8]', (at, written) => {
  const inactive = attributes({ active: false, lastActivityTime: 1000, inactivityAlarmTime: 2000 })
  expect(whenHeard(inactive, at)).toEqual(written)
})

test.each<[what: string, values: Record<string, JsonValue>, now: number, becomesInactive: boolean]>([
  ['just before the timeout', { active: true, lastActivityTime: 1000 }, 600_999, false],
  ['at the timeout', { active: true, lastActivityTime: 1000 }, 601_000, true],
  ['judged already', { active: false, lastActivityTime: 1000, inactivityAlarmTime: 601_000 }, 700_000, false],
  [
    'heard again since the last time',
    { active: true, lastActivityTime: 700_000, inactivityAlarmTime: 601_000 },
    1_300_000,
    true,
  ],
  ['never heard, too young', { active: false }, 599_999, false],
  ['never heard', { active: false }, 600_000, true],
  ['never heard and judged', { active: false, inactivityAlarmTime: 600_000 }, 9_000_000, false],
  ['with a timeout of its own', { active: true, lastActivityTime: 1000, inactivityTimeout: 5_000 }, 6_000, true],
  ['with a longer one', { active: true, lastActivityTime: 1000, inactivityTimeout: 10_000_000 }, 700_000, false],
])('the sweep, a device %s [contract 8]', (_what, values, now, becomesInactive) => {
  expect(whenSwept(attributes(values), 0, now, DEFAULT_MS)).toEqual(
    becomesInactive ? { inactivityAlarmTime: now, active: false } : {},
  )
})

test('a device is not evaluated before it is as old as its timeout [contract 8]', () => {
  expect(whenSwept(attributes({ active: false }), 100_000, 600_000, DEFAULT_MS)).toEqual({})
  expect(whenSwept(attributes({ active: false }), 100_000, 700_000, DEFAULT_MS)).not.toEqual({})
})

test.each([[0], [-5], ['soon'], [true], [null]])('an inactivityTimeout of %j is the default [contract 8]', (value) => {
  expect(inactivityTimeoutMs(attributes({ inactivityTimeout: value }), DEFAULT_MS)).toBe(DEFAULT_MS)
})

test('a longer timeout makes a device active again that was heard within it [contract 8]', () => {
  const inactive = { active: false, lastActivityTime: 1000, inactivityAlarmTime: 601_000 }
  expect(whenTimeoutChanged(attributes({ ...inactive, inactivityTimeout: 2_000_000 }), 0, 700_000, DEFAULT_MS)).toEqual(
    {
      inactivityAlarmTime: 0,
      active: true,
    },
  )
  expect(whenTimeoutChanged(attributes(inactive), 0, 700_000, DEFAULT_MS)).toEqual({})
  expect(whenTimeoutChanged(attributes({ active: false }), 0, 10, DEFAULT_MS)).toEqual({})
})

test('whatever happens, active tells whether the device was heard within its timeout at the last sweep [contract 8]', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(400_000) }),
    fc.record({ kind: fc.constant('heard' as const), lateMs: fc.nat(3_000) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const state = new Map(Object.entries({ active: { ts: 0, value: false as JsonValue } }))
      const apply = (write: ConnectivityWrite) => {
        for (const [key, value] of Object.entries(write)) state.set(key, { ts: 0, value })
      }
      const createdAt = 1_000_000
      let now = createdAt
      let heardAt = 0
      for (const { kind, ...how } of steps) {
        if (kind === 'wait' && 'ms' in how) now += how.ms
        if (kind === 'heard' && 'lateMs' in how) {
          heardAt = Math.max(heardAt, now - how.lateMs)
          apply(whenHeard(state, now - how.lateMs))
        }
        apply(whenSwept(state, createdAt, now, DEFAULT_MS))
        // A report may be older than the device, and no device is judged before it is as old as its timeout.
        expect(state.get('active')?.value).toBe(heardAt > 0 && now < Math.max(heardAt, createdAt) + DEFAULT_MS)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('times that a wrong clock left in the future do not hold a device active or inactive for good', () => {
  const future = 9e12
  const heard = attributes({ active: false, lastActivityTime: future, inactivityAlarmTime: future })
  expect(whenHeard(heard, 1000)).toEqual({ lastActivityTime: 1000, inactivityAlarmTime: 0, active: true })
  const silent = attributes({ active: true, lastActivityTime: future, inactivityAlarmTime: future })
  expect(whenSwept(silent, future, 700_000, DEFAULT_MS)).toEqual({ inactivityAlarmTime: 700_000, active: false })
})
