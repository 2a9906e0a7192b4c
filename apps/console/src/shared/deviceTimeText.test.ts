import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import { afterEach, expect, test } from 'vitest'
import { cityClockText, deviceTimeText } from './deviceTimeText.ts'

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

test('the device time reads as DD/MM/YYYY HH:MM:SS [spec 2 device time dialog]', () => {
  const time = { year: 2026, month: 2, day: 3, hour: 4, minute: 5, second: 6 }
  expect(deviceTimeText(time)).toBe('03/02/2026 04:05:06')
})

test('an instant reads as clocks of the city show it, whatever the zone of the computer', () => {
  const ms = Date.UTC(2026, 9, 25, 1, 30, 5)
  expect(cityClockText(ms)).toBe('08:30:05')
  setTimeZone('Europe/Berlin')
  expect([cityClockText(ms - 3_600_000), cityClockText(ms)]).toEqual(['02:30:05', '02:30:05'])
})
