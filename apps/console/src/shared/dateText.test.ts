import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  dateText,
  dayText,
  isCityTimeHere,
  minuteText,
  monthText,
  sinceText,
  timeText,
  utcOffsetText,
} from './dateText.ts'

const HOUR_MS = 3_600_000
/** Summer time of Berlin ends at this instant. */
const AUTUMN = Date.UTC(2026, 9, 25, 1)

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

describe('times that people read', () => {
  test('are day/month/year and 24 hours of the city’s clocks, whatever the zone of the computer [spec 2 dashboard] [spec 9 limits]', () => {
    const zones = fc.constantFrom('Asia/Ho_Chi_Minh', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe')
    const instants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2100, 0) })
    fc.assert(
      fc.property(zones, instants, (zone, ms) => {
        setTimeZone(zone)
        const text = new Date(ms).toLocaleString('en-GB', { timeZone: zone })
        expect(dateText(ms)).toBe(text)
        expect(`${dayText(ms)}, ${timeText(ms)}`).toBe(text)
        expect(minuteText(ms)).toBe(text.slice(12, 17))
      }),
    )
  })

  test('an hour that clocks show twice is read with its offset', () => {
    setTimeZone('Europe/Berlin')
    const twice = [AUTUMN - HOUR_MS / 2, AUTUMN + HOUR_MS / 2]
    expect(twice.map(timeText)).toEqual(['02:30:00', '02:30:00'])
    expect(twice.map(utcOffsetText)).toEqual(['UTC+2', 'UTC+1'])
  })

  test('a time of today needs no day; today is a day of the city', () => {
    const midnight = Date.UTC(2026, 10, 21, 17)
    expect(sinceText(midnight, midnight + HOUR_MS)).toBe('00:00')
    expect(sinceText(midnight - 60_000, midnight)).toBe('21/11/2026, 23:59')
  })

  test('a month is of the city, too', () => {
    const begins = Date.UTC(2026, 9, 31, 17)
    expect([begins - 1, begins, 9e15].map((ms) => monthText(ms, 'en'))).toEqual(['October 2026', 'November 2026', '–'])
  })

  test('what no calendar has is a dash', () => {
    for (const ms of [9e15, -9e15, Number.NaN]) {
      expect([timeText(ms), minuteText(ms), dayText(ms), dateText(ms), sinceText(ms, 0)]).toEqual(Array(5).fill('–'))
    }
    expect([dateText(0), dateText(null), dateText(undefined)]).toEqual(['–', '–', '–'])
  })

  test.each([
    ['UTC', 'UTC'],
    ['Asia/Kolkata', 'UTC+5:30'],
    ['America/St_Johns', 'UTC−3:30'],
  ])('the offset of %s is %s', (zone, text) => {
    setTimeZone(zone)
    expect(utcOffsetText(Date.UTC(2026, 0, 1))).toBe(text)
  })

  test('whether this computer shows the same is asked of each instant', () => {
    setTimeZone('Europe/Berlin')
    const here = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-60)
    expect([isCityTimeHere(Date.UTC(2026, 0, 1)), isCityTimeHere(Date.UTC(2026, 6, 1))]).toEqual([true, false])
    here.mockRestore()
  })
})

test('no other file of the console formats or reads times by the clock of the computer', () => {
  const SRC = join(import.meta.dirname, '..')
  const ofComputer =
    /Intl\.DateTimeFormat|toLocale(?:Date|Time)?String|to(?:Date|Time)String\(|\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset)\(|\.set(?:FullYear|Month|Date|Hours)\(|T00:00:00`/
  const found = globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: ['**/*.test.*', 'test/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => ofComputer.test(readFileSync(join(SRC, file), 'utf8')))
  expect(found).toEqual(['shared/dateText.ts'])
})
