import { expect, test } from 'vitest'
import { lengthText } from './ClockTrouble.tsx'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [MINUTE, '1 minute'],
  [20_000, '1 minute'],
  [-5 * MINUTE, '5 minutes'],
  [119 * MINUTE, '119 minutes'],
  [2 * HOUR, '2 hours'],
  [-26 * HOUR, '26 hours'],
  [30 * DAY, '30 days'],
  [56 * 365.25 * DAY, '56 years'],
])('%d ms are %s', (ms, text) => {
  expect(lengthText(ms, 'en')).toBe(text)
})

test('the unit is in the language of the console', () => {
  expect(lengthText(30 * DAY, 'vi')).toBe('30 ngày')
})
