import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import { describe, expect, test } from 'vitest'
import { afterTelling, dueFor, type NotifiedJunction, type Scene, stillNotified } from './due.ts'
import type { Listener } from './listeners.ts'
import type { OverIncident } from './message.ts'
import type { OpenIncident } from './openIncidents.ts'

type OfJunction = Exclude<OpenIncident, { code: 'corridor' }>
const NOON = Date.parse('2026-11-22T12:00:00Z')
const C1 = '6f2ac7b0-0000-4000-8000-000000000001'
const C2 = '6f2ac7b0-0000-4000-8000-000000000002'

const listener = (rules: Partial<NotifyRules> = {}, customerId: string | null = null): Listener => ({
  ...{ userId: 'u', email: 'u@city.example', customerId },
  rules: parseNotifyRules({ gw: { notify: { email: true, ...rules } } }) as NotifyRules,
})
const incident = (over: Partial<OfJunction> = {}): OpenIncident => ({
  ...{ alarmId: 'a', deviceId: 'd', code: 'dark', level: 4, sinceMs: 1, title: 'T', text: '', facts: {} },
  ...{ isAcknowledged: false, ...over },
})
function scene(
  open: OpenIncident,
  junction: Partial<NotifiedJunction> = {},
  over: readonly OverIncident[] = [],
): Scene {
  const one = { id: 'd', customerId: C1, isMuted: false, notified: {}, ...junction }
  return { open: new Map([[open.alarmId, open]]), over, junctions: new Map([['d', one]]), nowMs: NOON }
}
const notified = (to: readonly string[]) => ({ a: { code: 'dark', since: 1, title: 'T', to: [...to] } })
const count = (who: Listener, what: Scene) => dueFor(who, 'email', what).open.length

describe('what is due', () => {
  test.each<
    [
      name: string,
      open: Partial<OfJunction>,
      junction: Partial<NotifiedJunction>,
      rules: Partial<NotifyRules>,
      customerId: string | null,
      expected: number,
    ]
  >([
    ['an incident that is wanted', {}, {}, {}, null, 1],
    ['not what is acknowledged', { isAcknowledged: true }, {}, {}, null, 0],
    ['not what is muted', {}, { isMuted: true }, {}, null, 0],
    ['not below the least level', { level: 3 }, {}, { least: 4 }, null, 0],
    ['not of other customers', {}, { customerId: null }, { customers: [C1] }, null, 0],
    ["only of the user's own customer", {}, { customerId: null }, {}, C1, 0],
    ["of the user's own customer, whatever customers the rules name", {}, {}, { customers: [C2] }, C1, 1],
    ['not outside the time', {}, {}, { from: '13:00', to: '14:00' }, null, 0],
    ['not what was notified', {}, { notified: notified(['u email']) }, {}, null, 0],
    ['what was told to others, or by another channel', {}, { notified: notified(['u push', 'v email']) }, {}, null, 1],
  ])('%s', (_name, open, junction, rules, customerId, expected) => {
    const what = scene(incident(open), junction)
    expect(count(listener(rules, customerId), what)).toBe(expected)
  })

  test('nothing of a junction while it is not known who was notified', () => {
    expect(count(listener(), { ...scene(incident()), junctions: new Map() })).toBe(0)
  })

  test('that it is over, to those who were notified and want to hear it', () => {
    const over = [{ alarmId: 'b', deviceId: 'd', code: 'dark', since: 1, title: 'T', to: ['u email'] }]
    const what = scene(incident({ isAcknowledged: true }), {}, over)
    expect(dueFor(listener({ cleared: true }), 'email', what).over).toEqual(over)
    expect(dueFor(listener({ cleared: true }), 'push', what).over).toEqual([])
    expect(dueFor(listener(), 'email', what).over).toEqual([])
  })
})

describe('who was notified', () => {
  test('grows with what was notified, and shrinks with what is over', () => {
    const first = afterTelling({}, { open: [incident()], over: [] }, 'u email')
    expect(first).toEqual(notified(['u email']))
    const second = afterTelling(first, { open: [incident()], over: [] }, 'v push')
    expect(second).toEqual(notified(['u email', 'v push']))
    const third = afterTelling(
      second,
      { open: [], over: [{ ...notified([]).a, alarmId: 'a', deviceId: 'd' }] },
      'u email',
    )
    expect(third).toEqual(notified(['v push']))
    expect(
      afterTelling(first, { open: [], over: [{ ...notified([]).a, alarmId: 'a', deviceId: 'd' }] }, 'u email'),
    ).toEqual({})
    expect(
      stillNotified(
        second,
        () => false,
        () => false,
      ),
    ).toEqual(second)
    expect(
      stillNotified(
        second,
        () => true,
        (name) => name === 'v push',
      ),
    ).toEqual(notified(['v push']))
    expect(
      stillNotified(
        second,
        () => true,
        () => false,
      ),
    ).toEqual({})
  })
})
