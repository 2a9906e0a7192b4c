import { expect, test } from 'vitest'
import { hourMinute, planTimeText, wallClockText } from './clockText.ts'

test('a second of the day reads as hours and minutes', () => {
  expect(hourMinute(0)).toBe('00:00')
  expect(hourMinute(5 * 3600 + 30 * 60 + 59)).toBe('05:30')
  expect(hourMinute(86_400)).toBe('24:00')
})

test('a plan reads as HH:MM', () => {
  expect(planTimeText({ hour: 5, minute: 7 })).toBe('05:07')
})

test('the clock tile counts 24 hours in en-GB order [spec 2 dashboard] [spec 9 limits]', () => {
  const afternoon = new Date(2026, 10, 21, 14, 18, 7).getTime()
  const midnight = new Date(2026, 10, 21, 0, 0, 9).getTime()
  expect(wallClockText(afternoon)).toBe('21/11/2026, 14:18:07')
  expect(wallClockText(midnight)).toBe('21/11/2026, 00:00:09')
})
