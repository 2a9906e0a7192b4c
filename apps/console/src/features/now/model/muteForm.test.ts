import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldMinute, parseFieldTime } from '../../../shared/fieldTime.ts'
import { cityMs } from '../../../test/localTime.ts'
import { complaintsOf } from '../../../ui/forms/forms.ts'
import { MOST_REASON, muteForm, QUICK_MUTES } from './muteForm.ts'

const NOW_MS = cityMs(2026, 10, 22, 7, 16, 24)
const complaints = complaintsOf(
  muteForm(() => NOW_MS),
  (key: string) => key,
)

test.each([
  ['', 'whyRequired'],
  ['   ', 'whyRequired'],
  ['x'.repeat(MOST_REASON + 1), 'tooLong'],
  ['road works', undefined],
])('the reason %j: %s', (why, complaint) => {
  expect(complaints({ why, until: '2026-11-22T08:00' }).why).toBe(complaint)
})

test.each([
  ['', 'untilRequired'],
  ['tomorrow', 'untilRequired'],
  ['2026-11-22T07:16', 'untilPast'],
  ['2026-11-22T07:17', undefined],
  ['2026-12-23T07:16', undefined],
  ['2026-12-23T07:17', 'untilFar'],
])('the end %j: %s', (until, complaint) => {
  expect(complaints({ why: 'road works', until }).until).toBe(complaint)
})

test('each offered length is allowed', () => {
  for (const ms of Object.values(QUICK_MUTES)) {
    expect(complaints({ why: 'road works', until: fieldMinute(NOW_MS + ms) })).toEqual({})
  }
})

test('a time is read as it was written, to the minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
      expect(parseFieldTime(fieldMinute(ms))).toBe(Math.ceil(ms / 60_000) * 60_000)
    }),
  )
})
