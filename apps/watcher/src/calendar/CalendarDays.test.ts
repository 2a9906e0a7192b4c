/** @file Days of a played city with a calendar. Long: one town, with one story after another. */
import { type Calendar, parseCalendar } from '@greenwave/contract/records/calendars'
import { parseKindNote, parseSwitchNote } from '@greenwave/contract/records/kindNotes'
import { RateLimit } from '@greenwave/harness/rateLimit'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalendarCity, type CalendarJunction } from '../testing/calendarCity.ts'
import { moreAtOnce } from './stages.ts'

const at = (time: string) => Date.parse(`${time}+07:00`)
const BEGIN = at('2026-11-28T03:00')
const MOMENT = at('2026-11-28T02:59')

function plans(hour: number): Record<string, number> {
  const first = { P1_HH: hour, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
  return { Plan_total: 2, ...first, P2_HH: 22, P2_MM: 0, P2_Pr: 2, P2_ENT: 1 }
}
const KINDS = { working: plans(5), saturday: plans(6) }

function calendar(...rules: readonly object[]): Calendar {
  const kinds = ['working', 'saturday'].map((id) => ({ id, name: id, color: 'grey' }))
  const { record } = parseCalendar({ kinds, rules })
  if (!record) throw new Error('not a calendar')
  return record
}
const WEEK = calendar(
  { on: 'weekdays', days: [6], kind: 'saturday', name: 'Weekend' },
  { on: 'weekdays', days: [1, 2, 3, 4, 5, 7], kind: 'working' },
)

const cityOf = (junctions: number, from = '2026-11-28T02:58') =>
  new CalendarCity(
    WEEK,
    at(from),
    Array.from({ length: junctions }, (_, nth) => `j${nth}`),
    KINDS.working,
    KINDS,
  )

const hourOf = ({ shared }: CalendarJunction) => shared.P1_HH?.value
const noteOf = ({ server }: CalendarJunction) => parseKindNote(server.gw_kind?.value)
const only = ({ all: [junction] }: CalendarCity) => junction as CalendarJunction

describe('a day of the calendar', () => {
  it('is sent at its minute as a change of the calendar, confirmed, and noted', async () => {
    const city = cityOf(3)
    city.startWatcher()
    await city.pass(50_000)
    expect(city.all.map(({ writes }) => writes.length)).toEqual([0, 0, 0])
    expect(noteOf(only(city))).toMatchObject({ kind: 'working', state: 'sent', next: { kind: 'saturday', at: MOMENT } })
    await city.pass(60_000)
    for (const junction of city.all) {
      const [write] = junction.writes
      expect([junction.writes.length, write?.values]).toEqual([1, { P1_HH: 6 }])
      expect(write?.atMs).toBeGreaterThanOrEqual(MOMENT)
      expect(write?.atMs).toBeLessThan(MOMENT + 10_000)
      const [record] = [...junction.records.values()]
      expect(record).toMatchObject({
        ...{ state: 'written', from: 'watcher', by: { name: 'City' }, why: 'calendar: saturday (Weekend)' },
        ...{ batch: 'calendar/city/2026-11-28T03:00', after: { P1_HH: 6 }, before: KINDS.working },
      })
      expect(noteOf(junction)).toMatchObject({ kind: 'saturday', slot: '2026-11-28T03:00', state: 'sent' })
    }
    expect([city.all.map(({ off }) => off), city.warnings]).toEqual([[null, null, null], []])
  })

  it('is noted on the calendar: the next switch, and how the present one went', async () => {
    const city = cityOf(3)
    city.startWatcher()
    await city.pass(20_000)
    expect(parseSwitchNote(city.assets.gw_switch_1of1?.value)).toEqual({
      next: { slot: '2026-11-28T03:00', kinds: [{ name: 'saturday', junctions: 3 }], from: MOMENT, until: MOMENT },
      now: {
        ...{ slot: '2026-11-27T03:00', kinds: [{ name: 'working', junctions: 3 }] },
        ...{ right: 3, due: 0, hand: 0, refused: 0, differs: 0 },
      },
    })
    for (const nth of [1, 2]) city.connect(`j${nth}`, nth === 2)
    await city.pass(140_000)
    city.set('j2', { P1_HH: 9 })
    await city.pass(20_000)
    expect(parseSwitchNote(city.assets.gw_switch_1of1?.value)).toMatchObject({
      ...{ next: { slot: '2026-11-29T03:00' }, now: { slot: '2026-11-28T03:00', right: 1, due: 1, hand: 1 } },
    })
  })

  it('is recorded as run from when the junction has its settings, and as none while those of a user stay', async () => {
    const city = cityOf(2)
    city.startWatcher()
    await city.pass(240_000)
    city.set('j1', { P1_HH: 9 })
    await city.pass(20_000)
    city.setKinds('j0', undefined)
    await city.pass(5_000)
    expect(city.all.map(({ kinds }) => kinds.map(({ kind }) => kind))).toEqual([
      ['working', 'saturday', ''],
      ['working', 'saturday', ''],
    ])
    for (const { kinds, writes } of city.all) {
      const sentMs = writes[0]?.atMs ?? 0
      expect(kinds[1]?.fromMs).toBeGreaterThanOrEqual(sentMs)
      expect(kinds[1]?.fromMs).toBeLessThan(sentMs + 2_000)
    }
  })

  it('is sent in stages where many junctions change: to one, ten and fifty that confirm', async () => {
    const city = cityOf(120)
    city.startWatcher()
    await city.pass(180_000)
    const times = city.all.map(({ writes }) => writes[0]?.atMs ?? 0).sort((a, b) => a - b)
    expect(city.all.every(({ writes }) => writes.length === 1)).toBe(true)
    const until = (ms: number) => times.filter((time) => time <= (times[0] ?? 0) + ms).length
    // A controller reports after 900 ms.
    expect([until(850), until(1750) <= 11, until(10_000)]).toEqual([1, true, 120])
  })

  it('looks after what was sent only when something came of it, since its settings are packed', async () => {
    const city = cityOf(60)
    for (const junction of city.all) junction.takes = false
    city.startWatcher()
    const isSent = () => city.all.some(({ writes }) => writes.length > 0)
    for (let second = 0; second < 300 && !isSent(); second += 1) await city.pass(1_000)
    await city.pass(2_000)
    const [first] = city.all.filter(({ writes }) => writes.length > 0)
    const before = first?.unpacked ?? 0
    expect(before).toBeGreaterThan(0)
    await city.pass(30_000)
    // Its note is compared meanwhile, and the stage waits for it five times a second.
    expect((first?.unpacked ?? 0) - before).toBeLessThan(10)
  })

  it('is read before its moment, so that then it is only written, and anew where a user changed something since', async () => {
    const city = cityOf(20, '2026-11-28T02:40')
    city.startWatcher()
    await city.pass(18 * 60_000)
    expect(city.reads.length).toBe(20)
    city.set('j7', { Vang: 5 })
    await city.pass(59_000)
    expect(city.reads.length).toBe(20)
    await city.pass(60_000)
    expect(city.reads.slice(20).map(({ id }) => id)).toEqual(['j7'])
    const [record] = [...(city.junctions.get('j7')?.records.values() ?? [])]
    expect(record?.before).toEqual({ ...KINDS.working, Vang: 5 })
    expect(new Set(city.all.map(hourOf))).toEqual(new Set([6]))
  })

  it('goes first to junctions that would soon show a program of neither day', async () => {
    const city = cityOf(60)
    const soon = city.all.slice(30)
    for (const { id } of soon) {
      city.set(id, plans(3))
      city.setKinds(id, { working: plans(3), saturday: plans(6) })
    }
    city.startWatcher()
    await city.pass(180_000)
    const times = (of: readonly CalendarJunction[]) => of.map(({ writes }) => writes[0]?.atMs ?? 0)
    expect(Math.max(...times(soon))).toBeLessThanOrEqual(Math.min(...times(city.all.slice(0, 30))))
  })

  it('stops where junctions do not take it, and each deviates', async () => {
    const city = cityOf(60)
    for (const junction of city.all) junction.takes = false
    city.startWatcher()
    await city.pass(300_000)
    expect(city.all.filter(({ writes }) => writes.length > 0)).toHaveLength(3)
    expect(city.all.filter(({ off }) => off?.day === 'saturday')).toHaveLength(60)
    expect(city.warnings).toEqual([expect.stringContaining('3 junctions did not take its settings')])
    expect(city.all.filter((junction) => noteOf(junction)?.state === 'due')).toHaveLength(57)
  })

  it('waits for a controller that is away, and leaves what a user set after it began', async () => {
    const city = cityOf(2)
    city.connect('j0', false)
    city.startWatcher()
    await city.pass(240_000)
    expect(only(city).writes).toEqual([])
    city.set('j1', { P1_HH: 8 })
    city.connect('j0', true)
    await city.pass(10_000)
    expect(city.all.map(hourOf)).toEqual([6, 8])
    expect(city.all.map((junction) => noteOf(junction)?.state)).toEqual(['sent', 'hand'])
    expect(city.all.map(({ off }) => off)).toEqual([null, null])
  })

  it('follows a changed calendar, and a junction that is taken out of it', async () => {
    const city = cityOf(1, '2026-11-27T12:00')
    city.startWatcher()
    await city.pass(10_000)
    city.calendar = calendar({ on: 'date', date: '2026-11-27', kind: 'saturday' })
    await city.pass(70_000)
    expect(hourOf(only(city))).toBe(6)
    city.setKinds('j0', undefined)
    await city.pass(5_000)
    expect(only(city).server).toEqual({})
  })

  it('by hand is a change of who made the rule, at its junctions alone', async () => {
    const city = cityOf(2, '2026-11-27T12:00')
    const hand = {
      on: 'hand',
      from: '2026-11-27T11:00',
      until: '2026-11-27T13:00',
      kind: 'saturday',
      junctions: ['j0'],
    }
    city.calendar = calendar(
      { ...hand, by: 'mai@signal.vn', name: 'High tide' },
      { on: 'weekdays', days: [1, 2, 3, 4, 5, 6, 7], kind: 'working' },
    )
    city.startWatcher()
    await city.pass(60_000)
    expect(city.all.map(hourOf)).toEqual([6, 5])
    expect([...only(city).records.values()]).toMatchObject([
      { by: { name: 'mai@signal.vn' }, why: 'calendar: saturday, by hand (High tide)', after: { P1_HH: 6 } },
    ])
  })

  it('is sent once by two watchers, and at once by the next one after a stop', async () => {
    const city = cityOf(5)
    city.startWatcher()
    city.startWatcher()
    await city.pass(120_000)
    expect(city.all.map(({ writes }) => writes.length)).toEqual([1, 1, 1, 1, 1])
    const next = cityOf(1, '2026-11-28T02:59')
    next.startWatcher()
    await next.pass(1_000)
    await next.stopWatcher()
    next.startWatcher()
    await next.pass(15_000)
    expect(only(next).writes).toHaveLength(1)
  })

  it('is sent completely to a platform that limits calls', async () => {
    const city = cityOf(80)
    city.limit = new RateLimit('20:1,600:60', city.clock.nowMs)
    city.startWatcher()
    await city.pass(240_000)
    expect(city.refused).toBeGreaterThan(0)
    expect(new Set(city.all.map(({ writes }) => writes.length))).toEqual(new Set([1]))
    expect(new Set(city.all.map((junction) => noteOf(junction)?.kind))).toEqual(new Set(['saturday']))
  })
})

/** What holds after the switch, whatever happened in it. */
function expectSentOnce(city: CalendarCity): void {
  for (const junction of city.all) {
    expect(junction.writes.length).toBe(1)
    expect(hourOf(junction)).toBe(6)
    expect([...junction.records.values()].map(({ state }) => state)).toEqual(['written'])
    expect(noteOf(junction)).toMatchObject({ slot: '2026-11-28T03:00', state: 'sent' })
  }
}

describe('killed at any moment', () => {
  it('after each of its calls, a watcher leaves what the next one completes', async () => {
    for (let calls = 1; calls <= 24; calls += 1) {
      const city = cityOf(1, '2026-11-28T02:58:50')
      city.startWatcher(calls)
      await city.pass(20_000)
      city.startWatcher()
      await city.pass(60_000)
      expectSentOnce(city)
    }
  })

  const act = fc.tuple(
    fc.integer({ min: 100, max: 25_000 }),
    fc.constantFrom('kill', 'start', 'off', 'on', 'away', 'back'),
  )

  it('watchers and platform send each day once, and every junction is right or deviates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.boolean(), async (acts, isLimited) => {
        const city = cityOf(3, '2026-11-28T02:58:40')
        if (isLimited) city.limit = new RateLimit('5:1,150:60', city.clock.nowMs)
        city.startWatcher()
        for (const [ms, what] of acts) {
          await city.pass(ms)
          if (what === 'kill') city.killWatcher()
          if (what === 'start') city.startWatcher()
          if (what === 'off' || what === 'on') city.turn(what)
          if (what === 'away' || what === 'back') city.connect('j1', what === 'back')
        }
        city.turn('on')
        city.connect('j1', true)
        if (city.alive === 0) city.startWatcher()
        await city.pass(90_000)
        await city.pass(Math.max(0, BEGIN + 5_000 - city.clock.nowMs))
        expectSentOnce(city)
      }),
      { numRuns: rounds({ few: 12, all: 500 }) },
    )
  })
})

it('stages are one, ten, fifty, and then many; a tenth of failures stops them', () => {
  const counts = { confirmed: 0, failed: 0, underWay: 0 }
  expect(moreAtOnce(50, counts)).toBe(250)
  expect([0, 1, 10, 50].map((confirmed) => moreAtOnce(51, { ...counts, confirmed }))).toEqual([1, 10, 50, 250])
  expect(moreAtOnce(51, { ...counts, confirmed: 1, underWay: 4 })).toBe(6)
  expect(moreAtOnce(500, { confirmed: 0, failed: 3, underWay: 0 })).toBeNull()
  expect(moreAtOnce(500, { confirmed: 97, failed: 3, underWay: 0 })).toBe(250)
})
