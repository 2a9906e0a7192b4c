import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MOST_SUBSCRIPTIONS, type NotifyRules, parseNotifyRules, withNotifyRules } from './notify.ts'
import {
  isNotifyRecord,
  notifyStatusKey,
  parseNotifyStatus,
  parseTeller,
  parseNotified,
  subscriptionMark,
  NOTIFIED_KEY,
  tellerKey,
} from './notifyRecords.ts'

const DEFAULTS = parseNotifyRules({ gw: { notify: {} } })
const subscription = (nth: number) => ({
  ...{ endpoint: `https://push.example/${nth}`, p256dh: 'BA_-', auth: 'c2VjcmV0', label: 'Chrome', at: 1 },
})

describe('the rules of a user', () => {
  test('are none where none were saved', () => {
    for (const info of [undefined, null, 'text', [], {}, { gw: 5 }, { gw: { notify: 'x' } }]) {
      expect(parseNotifyRules(info)).toBeUndefined()
    }
  })

  test('take the default for each odd member, and keep the others', () => {
    const odd = {
      least: 9,
      customers: ['x'],
      days: [],
      from: '24:00',
      timeZone: 'Mars/Olympus',
      email: 'yes',
      cleared: true,
    }
    expect(parseNotifyRules({ gw: { notify: odd } })).toEqual({ ...DEFAULTS, cleared: true })
    expect(parseNotifyRules({ gw: { notify: odd } }, 'Europe/Berlin')).toMatchObject({ timeZone: 'Europe/Berlin' })
    expect(parseNotifyRules({ gw: { notify: { timeZone: 'UTC' } } }, 'Europe/Berlin')).toMatchObject({
      timeZone: 'UTC',
    })
  })

  test('are read whatever is there, and are what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (info, notify) => {
        const rules = parseNotifyRules({ gw: { notify } })
        if (rules) expect(parseNotifyRules(withNotifyRules(info, rules))).toEqual(rules)
      }),
    )
  })

  test('leave everything else of the notes as it was', () => {
    const rules = DEFAULTS as NotifyRules
    const info = { description: 'night shift', gw: { other: 1, notify: { future: 2 } } }
    expect(withNotifyRules(info, rules)).toEqual({
      description: 'night shift',
      gw: { other: 1, notify: { ...rules, future: 2 } },
    })
    expect(withNotifyRules('night shift', rules)).toMatchObject({ description: 'night shift' })
  })

  test('have few browsers for web push, and none that cannot be read', () => {
    const rows = [{ endpoint: 'ftp://x' }, 7, ...Array.from({ length: 20 }, (_, nth) => subscription(nth))]
    const rules = parseNotifyRules({ gw: { notify: { subscriptions: rows } } })
    expect(rules?.subscriptions).toEqual(Array.from({ length: MOST_SUBSCRIPTIONS }, (_, nth) => subscription(nth)))
  })
})

describe('the records of messages', () => {
  test('are read from JSON and from text, and are empty for anything else', () => {
    const notified = { a1: { code: 'dark', since: 5, title: 'Ngã tư', to: ['u email'] } }
    expect(parseNotified(notified)).toEqual(notified)
    expect(parseNotified(JSON.stringify(notified))).toEqual(notified)
    expect(parseNotified({ ...notified, b: { code: 5 } })).toEqual(notified)
    expect(parseTeller('{"by":"x","at":5}')).toEqual({ by: 'x', at: 5 })
    const status = { email: { sentAt: 5, failure: { at: 6, problem: 'new kind', detail: '' } }, testAt: 7, gone: ['x'] }
    expect(parseNotifyStatus(status).email?.failure?.problem).toBe('other')
    for (const odd of [undefined, 'x', 5, [], '[]']) {
      expect([parseNotified(odd), parseTeller(odd), parseNotifyStatus(odd)]).toEqual([
        {},
        undefined,
        { testAt: 0, month: '', gone: [] },
      ])
    }
  })

  test('have keys of their own', () => {
    expect([NOTIFIED_KEY, tellerKey(2, 4), notifyStatusKey('u')].every(isNotifyRecord)).toBe(true)
    expect(['gw_mute', 'gw_level', 'gw_teller_x', 'notify'].some(isNotifyRecord)).toBe(false)
    expect(subscriptionMark(`https://push.example/${'x'.repeat(100)}`)).toBe('x'.repeat(24))
  })
})
