/** @file Lunisolar dates against two independent libraries: `@dqcai/vn-lunar` uses UTC+7, `lunar-javascript` UTC+8. */
import { getLunarDate } from '@dqcai/vn-lunar'
import lunarLibrary from 'lunar-javascript'
import { describe, expect, it } from 'vitest'
import { dateOfDay, dayOfDate, dayOfMonth } from './dates.ts'
import { dayOfLunar, type LunarDate, lunarDateOf } from './lunarDate.ts'

const DAYS = Array.from(
  { length: dayOfMonth(2051, 1, 1) - dayOfMonth(2024, 1, 1) },
  (_, nth) => dayOfMonth(2024, 1, 1) + nth,
)
const ymd = (day: number) => dateOfDay(day).split('-').map(Number) as [number, number, number]

function vietnamese(date: number): LunarDate {
  const [y, m, d] = ymd(date)
  const { year, month, day, leap } = getLunarDate(d, m, y)
  return { year, month, day, isLeap: leap === true }
}

function chinese(date: number): LunarDate {
  const lunar = lunarLibrary.Solar.fromYmd(...ymd(date)).getLunar()
  const month = lunar.getMonth()
  return { year: lunar.getYear(), month: Math.abs(month), day: lunar.getDay(), isLeap: month < 0 }
}

const CHINESE = DAYS.map(chinese)

describe('lunisolar dates of 2024 to 2050', () => {
  it('equal those of a Vietnamese calendar on each day', () => {
    expect(DAYS.map((day) => lunarDateOf(day))).toEqual(DAYS.map(vietnamese))
  })

  it('equal those of a Chinese calendar on each day, where days begin at UTC+8', () => {
    expect(DAYS.map((day) => lunarDateOf(day, 8))).toEqual(CHINESE)
  })

  it('differ from the Chinese calendar exactly in the months whose new moon is between both midnights', () => {
    const text = ({ month, day, isLeap }: LunarDate) => `${day}/${month}${isLeap ? '*' : ''}`
    const pairs = DAYS.map((day, nth) => ({ day, own: text(lunarDateOf(day)), other: text(CHINESE[nth] as LunarDate) }))
    const spans: (readonly [date: string, days: number, own: string, other: string])[] = []
    let before = DAYS[0] ?? 0
    for (const { day, own, other } of pairs.filter((one) => one.own !== one.other)) {
      const last = spans.at(-1)
      if (last && before === day - 1) spans[spans.length - 1] = [last[0], last[1] + 1, last[2], last[3]]
      else spans.push([dateOfDay(day), 1, own, other])
      before = day
    }
    // The new moon is on the next day at UTC+8, so the Vietnamese month begins a day earlier.
    expect(spans).toEqual([
      ['2030-02-02', 30, '1/1', '30/12'],
      ['2031-04-21', 30, '1/3*', '30/3'],
      ['2032-03-11', 30, '1/2', '30/1'],
      ['2034-09-12', 30, '1/8', '30/7'],
      ['2037-04-15', 30, '1/3', '30/2'],
      ['2038-04-04', 30, '1/3', '30/2'],
      ['2039-12-15', 30, '1/11', '30/10'],
      ['2041-08-26', 30, '1/8', '30/7'],
      ['2049-10-26', 30, '1/10', '30/9'],
    ])
  })

  it('begin the year on the days of Tết', () => {
    const tet = [2026, 2027, 2028, 2029, 2030].map((year) => dateOfDay(dayOfLunar({ year, month: 1, day: 1 })))
    expect(tet).toEqual(['2026-02-17', '2027-02-06', '2028-01-26', '2029-02-13', '2030-02-02'])
  })

  it('are found again from their month and day, unless the month is a leap month', () => {
    const ordinary = DAYS.filter((day) => !lunarDateOf(day).isLeap)
    expect(ordinary.map((day) => dayOfLunar(lunarDateOf(day)))).toEqual(ordinary)
    const leap = DAYS.filter((day) => lunarDateOf(day).isLeap)
    expect(leap.filter((day) => dayOfLunar(lunarDateOf(day)) >= day)).toEqual([])
    expect(leap.length).toBeGreaterThan(250)
  })

  it('have a last day for day 30 of a month of 29', () => {
    // The year before Tết of 2025 has no 30/12.
    expect(dateOfDay(dayOfLunar({ year: 2024, month: 12, day: 30 }))).toBe('2025-01-28')
    expect(lunarDateOf(dayOfDate('2025-01-28'))).toMatchObject({ month: 12, day: 29 })
  })
})
