import { type Calendar, type KindSets, parseCalendar } from '@greenwave/contract/records/calendars'
import { planAt } from '@greenwave/controller/schedule'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfDate, formatLocalMinute, MINUTES_PER_DAY } from './dates.ts'
import { sendingsOf } from './sending.ts'

const FRIDAY = { on: 'date', date: '2026-11-27', kind: 'friday' }
const SATURDAY = { on: 'date', date: '2026-11-28', kind: 'saturday' }
const DAY = dayOfDate('2026-11-28')

function calendarOf(...rules: readonly object[]): Calendar {
  const kinds = ['friday', 'saturday', 'flood'].map((id) => ({ id, name: id, color: 'grey' }))
  const { record, problems } = parseCalendar({ kinds, rules })
  if (!record) throw new Error(JSON.stringify(problems))
  return record
}

/** Settings of plans as [time, program]. */
function plans(...list: readonly (readonly [string, number])[]): Record<string, number> {
  const entries = list.flatMap(([time, program], nth) => {
    const [hour, minute] = time.split(':').map(Number)
    const key = `P${nth + 1}`
    return [
      [`${key}_HH`, hour],
      [`${key}_MM`, minute],
      [`${key}_Pr`, program],
      [`${key}_ENT`, 1],
    ] as [string, number][]
  })
  return { Plan_total: list.length, ...Object.fromEntries(entries) }
}

const sent = (calendar: Calendar, kinds: KindSets, day = DAY) =>
  sendingsOf(calendar, kinds, 'A', day).map(({ atMinute, from, to, values }) => ({
    at: formatLocalMinute(atMinute),
    ...{ from, to, values },
  }))

describe('what a day sends', () => {
  it('is what differs, at the latest minute before its beginning at which both kinds run one program', () => {
    const friday = plans(['05:00', 1], ['22:00', 2])
    const saturday = plans(['06:00', 1], ['22:00', 2])
    expect(sent(calendarOf(FRIDAY, SATURDAY), { friday, saturday })).toEqual([
      { at: '2026-11-28T02:59', from: 'friday', to: 'saturday', values: { P1_HH: 6 } },
    ])
  })

  it('goes earlier where the programs of both nights differ until the day begins', () => {
    // Friday's night program 3 runs from 02:40, Saturday's is 2 until 06:00.
    const friday = plans(['02:40', 3], ['22:00', 2])
    const saturday = plans(['06:00', 3], ['22:00', 2])
    expect(sent(calendarOf(FRIDAY, SATURDAY), { friday, saturday })[0]?.at).toBe('2026-11-28T02:39')
  })

  it('goes at the beginning of the day where no minute of three hours has one program', () => {
    const [friday, saturday] = [plans(['05:00', 1]), plans(['05:00', 2])]
    expect(sent(calendarOf(FRIDAY, SATURDAY), { friday, saturday })[0]?.at).toBe('2026-11-28T03:00')
  })

  it('takes a program with other greens for another program, and flashing for one', () => {
    const same = plans(['05:00', 1])
    const kinds = { friday: { ...same, Pr1_X1: 30 }, saturday: { ...same, Pr1_X1: 35 } }
    expect(sent(calendarOf(FRIDAY, SATURDAY), kinds)).toEqual([
      { at: '2026-11-28T03:00', from: 'friday', to: 'saturday', values: { Pr1_X1: 35 } },
    ])
    const flashing = { friday: plans(['05:00', 1], ['23:00', 0]), saturday: plans(['06:00', 2], ['23:00', 0]) }
    expect(sent(calendarOf(FRIDAY, SATURDAY), flashing)[0]?.at).toBe('2026-11-28T02:59')
  })

  it('is nothing for a day of the same kind, of no kind, or of a kind that the junction has not', () => {
    const friday = plans(['05:00', 1])
    const both = { on: 'span', from: '2026-11-27', until: '2026-11-28', kind: 'friday' }
    expect(sent(calendarOf(both), { friday })).toEqual([])
    expect(sent(calendarOf(FRIDAY), { friday })).toEqual([])
    expect(sent(calendarOf(FRIDAY, SATURDAY), { friday })).toEqual([])
  })

  it('begins and ends by hand at the minutes given', () => {
    const hand = { on: 'hand', from: '2026-11-28T14:00', until: '2026-11-28T18:00', kind: 'flood', junctions: ['A'] }
    const [friday, saturday, flood] = [plans(['05:00', 1]), plans(['05:00', 1]), plans(['05:00', 4])]
    const calendar = calendarOf(hand, FRIDAY, SATURDAY)
    expect(sent(calendar, { friday, saturday, flood })).toEqual([
      { at: '2026-11-28T14:00', from: 'saturday', to: 'flood', values: { P1_Pr: 4 } },
      { at: '2026-11-28T18:00', from: 'flood', to: 'saturday', values: { P1_Pr: 1 } },
    ])
    expect(sendingsOf(calendar, { friday, saturday, flood }, 'B', DAY)).toEqual([])
  })

  it('by hand is sent at its own minute also where that is the beginning of the day', () => {
    const hand = { on: 'hand', from: '2026-11-28T03:00', until: '2026-11-29T03:00', kind: 'flood' }
    const kinds = { friday: plans(['05:00', 1]), saturday: plans(['05:00', 1]), flood: plans(['06:00', 1]) }
    const calendar = calendarOf(hand, FRIDAY, SATURDAY, { ...SATURDAY, date: '2026-11-29' })
    expect(sent(calendar, kinds)[0]?.at).toBe('2026-11-28T03:00')
    expect(sent(calendar, kinds, DAY + 1)[0]?.at).toBe('2026-11-29T03:00')
  })

  it('never changes the program of a night, and turns one kind into the other', () => {
    const times = ['00:30', '01:15', '02:00', '02:50', '03:00', '04:00', '12:00', '22:00']
    const plan = fc.tuple(fc.constantFrom(...times), fc.integer({ min: 0, max: 2 }))
    const kind = fc.array(plan, { minLength: 4, maxLength: 4 }).map((list) => plans(...list))
    fc.assert(
      fc.property(kind, kind, (friday, saturday) => {
        const [sending] = sendingsOf(calendarOf(FRIDAY, SATURDAY), { friday, saturday }, 'A', DAY)
        expect({ ...friday, ...sending?.values }).toEqual(saturday)
        if (!sending) return
        const minute = sending.atMinute - DAY * MINUTES_PER_DAY
        const both = [friday, saturday].map((values) => parseSettings(values))
        const isSame = (at: number) => new Set(both.map((one) => planAt(one, at * 60)?.programNumber)).size === 1
        const latest = Array.from({ length: 180 }, (_, nth) => 179 - nth).find(isSame)
        expect(minute).toBe(latest ?? 180)
      }),
      { numRuns: 100 },
    )
  })
})
