import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type NotifyRules, parseNotifyRules } from './notify.ts'
import { wantsIncident, wantsMessagesAt } from './notifyMatch.ts'

const rulesOf = (notify: Partial<NotifyRules>): NotifyRules => parseNotifyRules({ gw: { notify } }) as NotifyRules
const wants = (notify: Partial<NotifyRules>, time: string) => wantsMessagesAt(rulesOf(notify), Date.parse(time))

const ZONES = ['Asia/Ho_Chi_Minh', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
const DAY_MIN = 1440

/** Says the same slowly: the wanted minutes of a local week, one by one. */
function oracle({ days, from, to, timeZone }: NotifyRules, nowMs: number): boolean {
  const [date = '', time = ''] = new Date(nowMs).toLocaleString('sv-SE', { timeZone }).split(' ')
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7
  const minutes = (text: string) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1])
  const length = minutes(to) === minutes(from) ? DAY_MIN : (minutes(to) - minutes(from) + DAY_MIN) % DAY_MIN
  const wanted = new Set<number>()
  for (const day of days) {
    const begin = (day - 1) * DAY_MIN + (length === DAY_MIN ? 0 : minutes(from))
    for (let minute = begin; minute < begin + length; minute += 1) wanted.add(minute % (7 * DAY_MIN))
  }
  return wanted.has(weekday * DAY_MIN + minutes(time))
}

describe('the time of messages', () => {
  test('goes over midnight, and belongs to the day on which it begins', () => {
    const night = { from: '22:00', to: '06:00', days: [5], timeZone: 'Asia/Ho_Chi_Minh' } as const
    expect(wants({ ...night, days: [...night.days] }, '2026-11-20T21:59:00+07:00')).toBe(false)
    expect(wants({ ...night, days: [...night.days] }, '2026-11-20T22:00:00+07:00')).toBe(true)
    expect(wants({ ...night, days: [...night.days] }, '2026-11-21T05:59:00+07:00')).toBe(true)
    expect(wants({ ...night, days: [...night.days] }, '2026-11-21T06:00:00+07:00')).toBe(false)
    expect(wants({ ...night, days: [...night.days] }, '2026-11-20T05:00:00+07:00')).toBe(false)
  })

  test('is the whole day when both ends are the same', () => {
    expect(wants({ from: '07:00', to: '07:00', days: [7] }, '2026-11-22T00:00:00Z')).toBe(true)
    expect(wants({ from: '07:00', to: '07:00', days: [7] }, '2026-11-23T00:00:00Z')).toBe(false)
  })

  test("follows the user's clock over the nights in which it is put forward and back", () => {
    const early = { from: '02:00', to: '03:00', timeZone: 'Europe/Berlin' }
    // 29 March has no such hour, 25 October has it twice.
    for (const time of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z']) expect(wants(early, time)).toBe(false)
    for (const time of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) expect(wants(early, time)).toBe(true)
    expect(wants(early, '2026-10-25T02:00:00Z')).toBe(false)
  })

  test('is what a slow oracle says, in every time zone', () => {
    const time = fc.integer({ min: 0, max: DAY_MIN - 1 }).map((minute) => {
      return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    })
    const rules = fc.record({
      from: time,
      to: time,
      days: fc.uniqueArray(
        fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 5 as const, 6 as const, 7 as const),
        { minLength: 1 },
      ),
      timeZone: fc.constantFrom(...ZONES),
    })
    // Two years, with the nights in which clocks are changed.
    const moments = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2028, 0, 1) / 60_000 })
    fc.assert(
      fc.property(rules, moments, (partial, minute) => {
        const all = rulesOf(partial)
        expect(wantsMessagesAt(all, minute * 60_000)).toBe(oracle(all, minute * 60_000))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the incidents of messages', () => {
  const customer = '6f2ac7b0-0000-4000-8000-000000000001'

  test.each([
    [5, [], 4, null, false],
    [5, [], 5, null, true],
    [3, [], 3, customer, true],
    [4, [customer], 5, customer, true],
    [4, [customer], 5, '6f2ac7b0-0000-4000-8000-000000000002', false],
    [4, [customer], 5, null, false],
  ] as const)(
    'from level %i, customers %j: level %i of %j is wanted: %s',
    (least, customers, level, customerId, is) => {
      expect(wantsIncident(rulesOf({ least, customers: [...customers] }), { level, customerId })).toBe(is)
    },
  )
})
