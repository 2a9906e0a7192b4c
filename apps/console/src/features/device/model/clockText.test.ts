import { expect, test } from 'vitest'
import { hourMinute, planTimeText } from './clockText.ts'

test('a second of the day reads as hours and minutes', () => {
  expect(hourMinute(0)).toBe('00:00')
  expect(hourMinute(5 * 3600 + 30 * 60 + 59)).toBe('05:30')
  expect(hourMinute(86_400)).toBe('24:00')
})

test('a plan reads as HH:MM', () => {
  expect(planTimeText({ hour: 5, minute: 7 })).toBe('05:07')
})
