import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAlarm, testDevice } from '../test/records.ts'
import { BrowserNotices } from './browserNotices.ts'

const START = Date.parse('2026-11-22T12:00:00Z')
const rulesOf = (rules: Partial<NotifyRules> = {}) =>
  parseNotifyRules({ gw: { notify: { browser: true, ...rules } } }) as NotifyRules

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** One browser with its tabs. */
function openBrowser() {
  const stored = new Map<string, string>()
  const shown: string[][] = []
  const muted = new Set<string>()
  let active: AlarmInfo[] = []
  let free: Promise<unknown> = Promise.resolve()
  const tab = () => {
    const notices = new BrowserNotices({
      readActive: async () => active,
      readMuted: async () => muted,
      oneForAllTabs: (task) => {
        const done = free.then(task)
        free = done
        return done
      },
      storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
      nowMs: () => Date.now(),
    })
    const show = (alarms: readonly AlarmInfo[]) => void shown.push(alarms.map(({ id }) => id.id.slice(-1)))
    return { touch: (rules = rulesOf()) => notices.touch({ rules, show }), stop: () => notices.stop() }
  }
  const raise = (number: number, change: Partial<AlarmInfo> = {}) => {
    active = [testAlarm(number, testDevice(number), { createdTime: Date.now(), ...change }), ...active]
  }
  return { tab, raise, shown, muted, stored }
}
const later = (ms = 6_000) => vi.advanceTimersByTimeAsync(ms)

test('what was open before the first console is not new; what comes then is shown once, by one of many tabs', async () => {
  const { tab, raise, shown } = openBrowser()
  raise(1)
  const tabs = [tab(), tab()]
  for (const one of tabs) one.touch()
  await later()
  raise(2)
  raise(3)
  for (const one of tabs) one.touch()
  await later()
  for (const one of tabs) one.touch()
  await later()
  expect(shown).toEqual([['3', '2']])
})

test.each<[name: string, change: Partial<AlarmInfo>, rules: Partial<NotifyRules>]>([
  ['acknowledged', { acknowledged: true }, {}],
  ['below the least level', { severity: 'MINOR' }, {}],
  ['of a customer that the rules do not name', {}, { customers: ['6f2ac7b0-0000-4000-8000-000000000001'] }],
  ['outside the time', {}, { from: '13:00', to: '14:00' }],
  ['of a user who wants no notices', {}, { browser: false }],
])('an incident %s is not shown', async (_name, change, rules) => {
  const { tab, raise, shown } = openBrowser()
  const { touch } = tab()
  const order = rulesOf(rules)
  touch(order)
  await later()
  raise(1, change)
  touch(order)
  await later()
  expect(shown).toEqual([])
  touch()
  await later()
  // What was raised before somebody wanted notices at all is not new either.
  expect(shown).toEqual('severity' in change || 'acknowledged' in change || 'browser' in rules ? [] : [['1']])
})

test('a muted junction is shown when its mute has ended and the incident goes on', async () => {
  const { tab, raise, shown, muted } = openBrowser()
  const { touch } = tab()
  touch()
  await later()
  raise(1)
  muted.add(testDevice(1).id.id)
  touch()
  await later()
  expect(shown).toEqual([])
  muted.clear()
  touch()
  await later()
  expect(shown).toEqual([['1']])
})

test('a reload misses nothing; after a longer absence nothing that is open counts as new', async () => {
  const { tab, raise, shown } = openBrowser()
  const first = tab()
  first.touch()
  await later()
  first.stop()
  raise(1)
  await later()
  const second = tab()
  second.touch()
  await later()
  expect(shown).toEqual([['1']])
  await later(700_000)
  raise(2)
  await later()
  const third = tab()
  third.touch()
  await later()
  expect(shown).toEqual([['1']])
})

test('it asks at most once in five seconds, however often something changes', async () => {
  const read = vi.fn(async () => [])
  const notices = new BrowserNotices({
    readActive: read,
    readMuted: async () => new Set(),
    oneForAllTabs: (task) => task(),
    storage: { getItem: () => null, setItem: () => {} },
    nowMs: () => Date.now(),
  })
  for (let second = 0; second < 20; second += 1) {
    notices.touch({ rules: rulesOf(), show: () => {} })
    await later(1_000)
  }
  expect(read.mock.calls.length).toBeGreaterThan(2)
  expect(read.mock.calls.length).toBeLessThan(6)
})

test('what others wrote into the storage, or nobody can read, breaks nothing', async () => {
  for (const odd of ['', '{', '[]', '{"at":1e99,"since":-1,"ids":5}']) {
    const { tab, raise, shown, stored } = openBrowser()
    stored.set('greenwave.noticed', odd)
    const { touch } = tab()
    touch()
    await later()
    raise(7)
    touch()
    await later()
    expect(shown).toEqual([['7']])
  }
})
