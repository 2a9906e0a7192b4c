import { expect, test } from 'vitest'
import { parseDuration } from './duration.ts'

test.each([
  ['600 s', 600_000],
  ['600s', 600_000],
  ['90 min', 5_400_000],
  ['1.5 hours', 5_400_000],
  ['7 days', 604_800_000],
  ['7d', 604_800_000],
  ['250 ms', 250],
  [' 1 Day ', 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

test.each(['', '7', 'days', '7 weeks', '-1 s', '1e3 s', '7 days 3 h', '1,5 h'])('"%s" is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})
