import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTyped, parseTyped, stepTyped, type TimePrecision, withSeparator } from './typedTime.ts'

const KEPT: Readonly<Record<TimePrecision, readonly [start: number, end: number]>> = {
  day: [0, 10],
  time: [11, 16],
  minute: [0, 16],
  second: [0, 19],
}
const precisions = fc.constantFrom<TimePrecision>('day', 'time', 'minute', 'second')
const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
const kept = (date: Date, precision: TimePrecision) => date.toISOString().slice(...KEPT[precision])

/** Types characters at the end of a field. */
function typedOf(characters: string, precision: TimePrecision, from = ''): string {
  return characters.split('').reduce((text, one) => withSeparator(text + one, text, precision), from)
}

test('a day and time is shown and typed in the order day, month, year, in 24 hours', () => {
  expect(formatTyped('2026-11-24T01:45', 'minute')).toBe('24/11/2026 01:45')
  expect(parseTyped('24/11/2026 01:45', 'minute')).toBe('2026-11-24T01:45')
  expect(parseTyped('4.1.2026, 1:45', 'minute')).toBe('2026-01-04T01:45')
  expect(parseTyped('24/11/2026 23:45', 'second')).toBe('2026-11-24T23:45:00')
  expect(parseTyped('7:05', 'time')).toBe('07:05')
})

test.each(['31/02/2026', '24/13/2026', '0/1/2026', '24/11/26', '24/11', 'soon', ''])('%j is no day', (text) => {
  expect(parseTyped(text, 'day')).toBeUndefined()
})

test.each(['24:00', '1:60', '1:4', '01:45 PM', '145'])('%j is no time of the day', (text) => {
  expect(parseTyped(text, 'time')).toBeUndefined()
})

test('every day and time is parsed as it is shown, and as it is kept', () => {
  fc.assert(
    fc.property(dates, precisions, (date, precision) => {
      const value = kept(date, precision)
      expect(parseTyped(formatTyped(value, precision) ?? '', precision)).toBe(value)
      expect(parseTyped(value, precision)).toBe(value)
    }),
  )
})

test('digits suffice, and separators that are typed as well count once', () => {
  fc.assert(
    fc.property(dates, precisions, (date, precision) => {
      const shown = formatTyped(kept(date, precision), precision) ?? ''
      expect(typedOf(shown.replaceAll(/\D/g, ''), precision)).toBe(shown)
      expect(typedOf(shown, precision)).toBe(shown)
    }),
  )
})

test('a separator that was deleted comes back with the next digit, and correcting the middle adds none', () => {
  expect(typedOf('1', 'day', '24')).toBe('24/1')
  expect(withSeparator('2/11/2026', '24/11/2026', 'day')).toBe('2/11/2026')
})

test('a step changes the part at the cursor, rolls over and keeps within the month', () => {
  const step = (text: string, position: number, by: 1 | -1) => stepTyped(text, position, by, 'minute')?.text
  expect(step('24/11/2026 01:45', 1, 1)).toBe('25/11/2026 01:45')
  expect(step('31/01/2026 01:45', 4, 1)).toBe('28/02/2026 01:45')
  expect(step('29/02/2028 01:45', 8, 1)).toBe('28/02/2029 01:45')
  expect(step('31/12/2026 23:59', 16, 1)).toBe('01/01/2027 00:00')
  expect(step('01/01/2026 00:00', 11, -1)).toBe('31/12/2025 23:00')
  expect(step('24/11/2026', 1, 1)).toBeUndefined()
  expect(stepTyped('23:30', 0, 1, 'time')).toEqual({ text: '00:30', part: { start: 0, end: 2 } })
})
