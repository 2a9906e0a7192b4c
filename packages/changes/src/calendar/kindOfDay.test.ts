import { type Calendar, type KindSets, parseCalendar } from '@greenwave/contract/records/calendars'
import type { KindNote } from '@greenwave/contract/records/kindNotes'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { utcOfLocal } from '@greenwave/controller/timeZone'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfDate, formatLocalMinute, MINUTES_PER_DAY, parseLocalMinute } from './dates.ts'
import { type KindOfDay, kindNoteOf, kindOfDay, slotMs, whyOf } from './kindOfDay.ts'

const WORKING = { on: 'weekdays', days: [1, 2, 3, 4, 5, 7], kind: 'working' }
const SATURDAY = { on: 'weekdays', days: [6], kind: 'saturday', name: 'Weekend' }
const FLOOD = { on: 'hand', from: '2026-11-28T14:00', until: '2026-11-28T18:00', kind: 'flood', by: 'mai@signal.vn' }
const YELLOW = {
  Vang: 3,
  Do_cong: 2,
  Pr1_X1: 30,
  Pr1_X2: 20,
  Start_Pr1_X2: 35,
  Pr2_X1: 40,
  Pr2_X2: 20,
  Start_Pr2_X2: 45,
}

function calendarOf(...rules: readonly object[]): Calendar {
  const kinds = [
    { id: 'working', name: 'Working day', color: 'grey' },
    { id: 'saturday', name: 'Saturday', color: 'blue' },
    { id: 'flood', name: 'Flood', color: 'teal' },
  ]
  const { record, problems } = parseCalendar({ kinds, rules })
  if (!record) throw new Error(JSON.stringify(problems))
  return record
}

/** Two plans: the morning's begins at an hour, and the night's program begins at 22:00. */
function plans(hour: number, night = 2): Record<string, number> {
  const first = { P1_HH: hour, P1_MM: 0, P1_Pr: 1, P1_ENT: 1 }
  return { Plan_total: 2, ...first, P2_HH: 22, P2_MM: 0, P2_Pr: night, P2_ENT: 1 }
}
const KINDS: KindSets = { working: plans(5), saturday: plans(6), flood: plans(4) }

/** A junction and its watcher in minutes of local time. */
class Town {
  calendar: Calendar
  kinds = KINDS
  connected = true
  changedMs = 0
  note: KindNote | undefined
  minute: number
  readonly sent: { readonly at: string; readonly slot: string; readonly values: object }[] = []
  readonly shared: Record<string, TimedValue> = {}
  #nextLookMs = 0

  constructor(calendar: Calendar, from: string, values: object = { ...YELLOW, ...KINDS.working }) {
    this.calendar = calendar
    this.minute = parseLocalMinute(from)
    this.set(values, this.nowMs - 86_400_000)
  }

  get nowMs(): number {
    return utcOfLocal(this.minute * 60_000)
  }

  /** Sets values as a user does. */
  set(values: object, ts = this.nowMs): void {
    this.#nextLookMs = 0
    for (const [key, value] of Object.entries(values)) this.shared[key] = { ts, value }
  }

  look(): KindOfDay {
    const { calendar, kinds, shared, note, connected, changedMs, nowMs } = this
    return kindOfDay({ ...{ calendar, kinds, junction: 'A', shared, client: {}, note, connected, changedMs, nowMs } })
  }

  /** Does what a watcher does in this minute; `dies`: before it notes what it sent. */
  act(dies = false): void {
    if (this.nowMs < this.#nextLookMs) return
    const day = this.look()
    if (day.sendAtMs !== null && day.sendAtMs <= this.nowMs) {
      this.sent.push({ at: formatLocalMinute(this.minute), slot: day.slotName, values: day.values })
      this.set(day.values)
      if (dies) return
    }
    const after = this.look()
    const isSame = this.note?.slot === after.slotName && this.note.kind === after.slot.rule?.kind && this.note.at > 0
    const at = isSame ? (this.note?.at ?? 0) : after.state === 'sent' ? this.nowMs : 0
    this.note = kindNoteOf(this.calendar, after, at)
    this.#nextLookMs = Math.min(after.lookAtMs, after.sendAtMs ?? after.lookAtMs)
  }

  /** Takes in that something changed. */
  change(what: Partial<Pick<Town, 'calendar' | 'kinds' | 'connected' | 'changedMs'>>): void {
    Object.assign(this, what)
    this.#nextLookMs = 0
  }

  until(minute: string, isAlive = true): this {
    for (; this.minute < parseLocalMinute(minute); this.minute += 1) if (isAlive) this.act()
    return this
  }
}

const week = () => new Town(calendarOf(SATURDAY, WORKING), '2026-11-27T12:00')

describe('a junction', () => {
  it('gets what differs once for a day, before it begins, and keeps it', () => {
    const town = week().until('2026-11-28T12:00')
    expect(town.sent).toEqual([{ at: '2026-11-28T02:59', slot: '2026-11-28T03:00', values: { P1_HH: 6 } }])
    expect(town.note).toMatchObject({ kind: 'saturday', name: 'Saturday', rule: 'Weekend', state: 'sent' })
    expect(town.note?.next).toMatchObject({ kind: 'working', at: slotMs('2026-11-29T02:59') })
    expect(town.until('2026-12-02T12:00').sent).toHaveLength(2)
  })

  it('knows before when it is sent, and when to look again', () => {
    const town = week().until('2026-11-27T20:00')
    expect(town.note).toMatchObject({ kind: 'working', next: { name: 'Saturday', slot: '2026-11-28T03:00' } })
    expect(town.look().lookAtMs).toBe(slotMs('2026-11-28T02:59'))
    expect(town.note?.next?.at).toBe(slotMs('2026-11-28T02:59'))
  })

  it('is not sent to again where the note of a sending is missing', () => {
    const town = week().until('2026-11-28T02:59')
    town.act(true)
    expect(town.sent).toHaveLength(1)
    town.until('2026-11-28T12:00')
    expect([town.sent.length, town.note?.state, town.note?.slot]).toEqual([1, 'sent', '2026-11-28T03:00'])
  })

  it('keeps what a user set after the day began until the next day, and gets over what was set before', () => {
    const town = week().until('2026-11-28T01:00')
    town.set({ P1_HH: 7 })
    town.until('2026-11-28T09:00')
    expect(town.shared.P1_HH?.value).toBe(6)
    town.set({ P1_HH: 8 })
    town.until('2026-11-28T22:00')
    expect([town.note?.state, town.look().deviates, town.shared.P1_HH?.value]).toEqual(['hand', null, 8])
    town.until('2026-11-29T12:00')
    expect([town.note?.state, town.shared.P1_HH?.value, town.sent.length]).toEqual(['sent', 5, 2])
  })

  it('keeps what a user set on a day that no watcher saw begin', () => {
    const town = week().until('2026-11-28T08:00', false)
    town.set({ P2_HH: 21 })
    town.until('2026-11-28T09:00')
    expect([town.sent, town.note?.state]).toEqual([[], 'hand'])
  })

  it('that was missed gets its settings at a minute at which both run the same program, and deviates until then', () => {
    const town = week()
    // Friday's first program begins at 05:00, Saturday's at 06:00.
    town.until('2026-11-28T05:30', false)
    expect(town.look().deviates).toEqual({ sinceMs: slotMs('2026-11-28T03:00'), runs: 'Working day', day: 'Saturday' })
    town.until('2026-11-28T12:00')
    expect(town.sent.map(({ at }) => at)).toEqual(['2026-11-28T06:00'])
    expect(town.look().deviates).toBeNull()
  })

  it('that is away gets nothing until it is back', () => {
    const town = week()
    town.change({ connected: false })
    town.until('2026-11-28T09:00')
    expect([town.sent, town.note?.state, town.look().sendAtMs]).toEqual([[], 'due', null])
    town.change({ connected: true })
    expect(town.until('2026-11-28T10:00').sent.map(({ at }) => at)).toEqual(['2026-11-28T09:00'])
  })

  it('is sent to at the minutes of a rule by hand, and back', () => {
    const town = new Town(calendarOf(FLOOD, SATURDAY, WORKING), '2026-11-27T12:00').until('2026-11-28T15:00')
    expect(town.note).toMatchObject({ kind: 'flood', on: 'hand', by: 'mai@signal.vn', next: { name: 'Saturday' } })
    expect(town.until('2026-11-28T23:00').sent.slice(1)).toEqual([
      { at: '2026-11-28T14:00', slot: '2026-11-28T14:00', values: { P1_HH: 4 } },
      { at: '2026-11-28T18:00', slot: '2026-11-28T18:00', values: { P1_HH: 6 } },
    ])
  })

  it('is sent to again when a rule by hand is taken out', () => {
    const town = new Town(calendarOf(FLOOD, SATURDAY, WORKING), '2026-11-27T12:00').until('2026-11-28T14:30')
    town.change({ calendar: calendarOf(SATURDAY, WORKING), changedMs: town.nowMs })
    town.until('2026-11-28T15:00')
    expect([town.shared.P1_HH?.value, town.note?.state, town.note?.kind]).toEqual([6, 'sent', 'saturday'])
  })

  it('keeps what a user set while a rule by hand applies, but not what was set before the rule was made', () => {
    const town = week().until('2026-11-28T14:02')
    town.set({ P1_HH: 9 })
    town.until('2026-11-28T14:05')
    town.change({ calendar: calendarOf(FLOOD, SATURDAY, WORKING), changedMs: town.nowMs })
    expect(town.until('2026-11-28T14:10').shared.P1_HH?.value).toBe(4)
    // Also where no watcher saw it being made.
    const unseen = week().until('2026-11-28T14:02')
    unseen.set({ P1_HH: 9 })
    const made = calendarOf({ ...FLOOD, at: slotMs('2026-11-28T14:05') }, SATURDAY, WORKING)
    unseen.until('2026-11-28T14:05').change({ calendar: made })
    expect(unseen.until('2026-11-28T14:10').shared.P1_HH?.value).toBe(4)
    town.set({ P1_HH: 10 })
    expect(town.until('2026-11-28T15:00').note).toMatchObject({ kind: 'flood', state: 'hand' })
  })

  it('follows a calendar that is changed during the day', () => {
    const town = week().until('2026-11-27T13:00')
    const changed = calendarOf({ on: 'date', date: '2026-11-27', kind: 'saturday' }, WORKING)
    town.change({ calendar: changed, changedMs: town.nowMs })
    expect(town.look().deviates?.sinceMs).toBe(town.nowMs)
    expect(town.until('2026-11-27T14:00').sent).toHaveLength(1)
    town.change({ kinds: { ...KINDS, saturday: plans(7) } })
    expect(town.until('2026-11-27T15:00').sent[1]?.values).toEqual({ P1_HH: 7 })
  })

  it('never gets a set with a danger or values out of range, and deviates', () => {
    const danger = week()
    danger.kinds = { working: { ...plans(5), Start_Pr1_X2: 35 }, saturday: { ...plans(6), Start_Pr1_X2: 33 } }
    danger.until('2026-11-28T04:00')
    expect([danger.sent, danger.note?.state]).toEqual([[], 'danger'])
    expect(danger.look().deviates?.day).toBe('Saturday')
    const invalid = week()
    invalid.kinds = { ...KINDS, saturday: plans(24) }
    expect([invalid.until('2026-11-28T04:00').sent, invalid.note?.state]).toEqual([[], 'invalid'])
  })

  it('without a rule or settings of the kind is left alone', () => {
    const town = new Town(calendarOf(SATURDAY), '2026-11-27T12:00').until('2026-11-27T13:00')
    expect([town.sent, town.note?.state, town.look().deviates]).toEqual([[], 'none', null])
  })

  it('deviates where its controller reports other settings than it was sent', () => {
    const { calendar, kinds, shared, note, nowMs } = week().until('2026-11-27T13:00')
    const facts = { calendar, kinds, junction: 'A', shared, note, connected: true, changedMs: 0, nowMs }
    expect(kindOfDay({ ...facts, client: { P1_HH: { ts: 0, value: '6' } } })).toMatchObject({
      ...{ state: 'sent', deviates: { runs: 'Saturday', day: 'Working day' } },
    })
  })

  it('is not sent offsets that its controller does not report', () => {
    const { calendar, shared, note, nowMs } = week().until('2026-11-27T13:00')
    const kinds = { working: { ...plans(5), Offset_Pr1: 7 } }
    const facts = { calendar, kinds, junction: 'A', shared, note, connected: true, changedMs: 0, nowMs }
    expect(kindOfDay({ ...facts, client: {} }).values).toEqual({})
    expect(kindOfDay({ ...facts, client: { Offset_Pr1: { ts: 0, value: 0 } } }).values).toEqual({ Offset_Pr1: 7 })
  })
})

it('the reason of a change names kind and rule', () => {
  const calendar = calendarOf(FLOOD, SATURDAY, WORKING)
  expect(calendar.rules.map((rule) => whyOf(calendar, rule))).toEqual([
    ...['calendar: Flood, by hand', 'calendar: Saturday (Weekend)', 'calendar: Working day'],
  ])
})

describe('whoever dies, comes back and sets values', () => {
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.record({ act: fc.constantFrom('kill', 'start', 'away', 'back') }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('hand'), hour: fc.integer({ min: 7, max: 12 }) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('half') }) },
  )
  const story = fc.array(fc.tuple(fc.integer({ min: 1, max: 700 }), act), { maxLength: 14 })

  it('no slot is sent twice, no user is overruled on the day, and the day is right in the end', () => {
    fc.assert(
      fc.property(story, (acts) => {
        const town = week()
        const [end, acting] = [parseLocalMinute('2026-12-01T02:00'), [...acts]]
        let [isAlive, isHalf, byHand] = [true, false, -1]
        /** Slots whose sending a killed watcher did not note, by the minute of it. */
        const unnoted = new Map<string, number>()
        let waits = acting[0]?.[0] ?? 0
        for (; town.minute < end; town.minute += 1) {
          const before = town.sent.length
          if (isAlive) town.act(isHalf)
          if (town.sent.length > before) {
            const { slot = '' } = town.sent.at(-1) ?? {}
            expect(byHand < parseLocalMinute(slot) || byHand < 0).toBe(true)
            // Sent again only if a user set something else between a sending without a note and the beginning of the day.
            const isAgain = town.sent.slice(0, -1).some((one) => one.slot === slot)
            expect(isAgain && byHand < (unnoted.get(slot) ?? Number.POSITIVE_INFINITY)).toBe(false)
            if (isHalf) unnoted.set(slot, town.minute)
            isHalf = false
          }
          waits -= 1
          if (waits > 0) continue
          const [, one] = acting.shift() ?? []
          waits = acting[0]?.[0] ?? Number.POSITIVE_INFINITY
          if (one?.act === 'kill') isAlive = false
          if (one?.act === 'start') {
            isAlive = true
            town.change({})
          }
          if (one?.act === 'away') town.change({ connected: false })
          if (one?.act === 'back') town.change({ connected: true })
          if (one?.act === 'half') isHalf = true
          if (one && 'hour' in one && isAlive && town.note?.state !== 'due') {
            // A user sees what the junction has, and sets another hour in the same minute.
            town.set({ P1_HH: one.hour }, town.nowMs + 30_000)
            byHand = town.minute
          }
        }
        town.change({ connected: true })
        town.until('2026-12-01T12:00')
        expect(town.note?.state).toMatch(/^(sent|hand)$/)
        if (town.note?.state === 'sent') expect(town.shared.P1_HH?.value).toBe(5)
        else expect(byHand).toBeGreaterThanOrEqual(dayOfDate('2026-12-01') * MINUTES_PER_DAY)
      }),
      {
        numRuns: 150,
        examples: [
          [
            [
              [242, { act: 'half' }],
              [658, { act: 'hand', hour: 7 }],
            ],
          ],
        ],
      },
    )
  })
})
